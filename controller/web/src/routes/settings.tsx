import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Permissions } from '../data/me.ts'
import { usePermissions } from '../data/me.ts'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { intoView } from '../parts/layout/into-view.ts'
import { Page } from '../parts/layout/page.tsx'
import { ApplyForm } from '../parts/settings/apply-form.tsx'
import { AuditLog } from '../parts/settings/audit-log.tsx'
import { ImportForm } from '../parts/settings/import-form.tsx'
import { Keys } from '../parts/settings/keys.tsx'
import { Look } from '../parts/settings/look.tsx'
import { Passkeys } from '../parts/settings/passkeys.tsx'
import { PasswordForm } from '../parts/settings/password-form.tsx'
import { People } from '../parts/settings/people.tsx'
import { Profile } from '../parts/settings/profile.tsx'
import { SecondFactor } from '../parts/settings/second-factor.tsx'
import { Sessions } from '../parts/settings/sessions.tsx'
import { StatusPages } from '../parts/settings/status-pages.tsx'
import { Usage } from '../parts/settings/usage.tsx'
import { Workspaces } from '../parts/settings/workspaces.tsx'

interface Section {
  readonly id: string
  readonly title: string
  /** Shown to those who may do this alone. */
  readonly needs?: keyof Permissions
  readonly show: (permissions: Permissions) => ReactNode
}

const SECTIONS: readonly Section[] = [
  {
    id: 'account',
    title: 'Your account',
    show: () => (
      <>
        <Profile />
        <PasswordForm />
        <SecondFactor />
        <Passkeys />
        <Sessions />
      </>
    ),
  },
  { id: 'appearance', title: 'Appearance', show: () => <Look /> },
  { id: 'keys', title: 'API keys', show: () => <Keys /> },
  { id: 'workspaces', title: 'Workspaces', show: () => <Workspaces /> },
  { id: 'people', title: 'People and roles', needs: 'viewMonitoring', show: () => <People /> },
  {
    id: 'status-pages',
    title: 'Status pages',
    needs: 'viewMonitoring',
    show: ({ manageMonitoring }) => <StatusPages mayChange={manageMonitoring} />,
  },
  {
    id: 'import',
    title: 'Import and export',
    needs: 'viewMonitoring',
    show: ({ manageMonitoring }) => <ImportForm mayChange={manageMonitoring} />,
  },
  { id: 'apply', title: 'Apply a document', needs: 'manageMonitoring', show: () => <ApplyForm /> },
  { id: 'changes', title: 'Who changed what', needs: 'managePeople', show: () => <AuditLog /> },
  { id: 'usage', title: 'Plan and usage', show: () => <Usage /> },
]

/** What belongs to the person and to the workspace. */
export default function Settings() {
  const { section: asked } = useParams({ strict: false })
  const permissions = usePermissions()
  const shown = SECTIONS.filter(({ needs }) => needs === undefined || permissions[needs])
  const section = shown.find(({ id }) => id === (asked ?? 'account'))
  return (
    <Page title="Settings" part={section?.title}>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[12rem_1fr]">
        <nav aria-label="Settings" className="flex gap-1 overflow-x-auto md:flex-col">
          {shown.map(({ id, title }) => (
            <Link
              key={id}
              to="/settings/$section"
              params={{ section: id }}
              aria-current={id === section?.id ? 'page' : undefined}
              ref={id === section?.id ? intoView : undefined}
              className="rounded-lg px-3 py-2 text-sm font-medium whitespace-nowrap text-ink-soft hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent"
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 space-y-6">
          {section === undefined ? <NotYours id={asked} /> : section.show(permissions)}
        </div>
      </div>
    </Page>
  )
}

/** A link leads to what somebody else may see, or to nothing. */
function NotYours({ id }: { id: string | undefined }) {
  const hidden = SECTIONS.find((section) => section.id === id)
  if (hidden === undefined) return <EmptyState title="There is no such section of the settings" />
  return (
    <EmptyState title={`You may not see “${hidden.title}” in this workspace`}>
      An admin of it can give you a role that may.
    </EmptyState>
  )
}
