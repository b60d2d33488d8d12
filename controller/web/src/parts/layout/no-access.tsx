import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../controls/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Page } from './page.tsx'

/** In place of a page for who has a link to it, and a role that does not see it or no workspace at all. */
export function NoAccess({ hasWorkspace }: { hasWorkspace: boolean }) {
  return hasWorkspace ? (
    <Page title="Not for your role">
      <EmptyState
        title="You may not see monitoring in this workspace"
        action={
          <Link to="/audit" className={buttonClasses('plain')}>
            To the audit
          </Link>
        }
      >
        An admin of it can make you a viewer, who may.
      </EmptyState>
    </Page>
  ) : (
    <Page title="No workspace">
      <EmptyState
        title="You belong to no workspace"
        action={
          <Link to="/settings" className={buttonClasses('plain')}>
            To your account
          </Link>
        }
      >
        Ask an owner or an admin of one to invite you.
      </EmptyState>
    </Page>
  )
}
