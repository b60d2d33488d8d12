import { useRouter } from '@tanstack/react-router'
import { BookOpen, Building2, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import type { Appearance } from '../../data/preferences.ts'
import { appearance } from '../../data/preferences.ts'
import type { Me } from '../../data/me.ts'
import { signOut } from '../../data/sign-in.ts'
import { beginAnew, chooseWorkspace } from '../../data/workspaces.ts'
import { PlainButton } from '../controls/button.tsx'
import type { MenuEntry } from '../controls/menu-entry.ts'
import { Menu } from '../controls/menu.tsx'
import { tellFailure } from '../feedback/toasts.tsx'
import { mayLeave } from '../feedback/use-leave-guard.ts'

const NEXT: Readonly<Record<Appearance, { value: Appearance; text: string }>> = {
  system: { value: 'light', text: 'Appearance: as the system' },
  light: { value: 'dark', text: 'Appearance: light' },
  dark: { value: 'system', text: 'Appearance: dark' },
}
const ICONS = {
  system: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
}

/** Who is signed in, where, and what belongs to that person alone.
 *  @param onGo told when it leads away from the page */
export function AccountMenu({ me, onGo }: { me: Me; onGo?: () => void }) {
  const { history, navigate } = useRouter()
  const look = appearance.use()
  // What was typed is asked about first: neither can be taken back once the controller has done it.
  async function out(): Promise<void> {
    onGo?.()
    if (!(await mayLeave())) return
    await signOut()
    await navigate({ to: '/sign-in', ignoreBlocker: true })
  }
  async function goTo(workspaceId: string): Promise<void> {
    onGo?.()
    if (!(await mayLeave())) return
    await chooseWorkspace(workspaceId)
    // Else the browser asks once more.
    history.destroy()
    beginAnew()
  }
  const others = me.workspaces.filter(({ id }) => id !== me.workspace?.id)
  const entries: MenuEntry[] = [
    {
      id: 'account',
      text: 'Your account',
      icon: <UserRound aria-hidden />,
      onAction() {
        onGo?.()
        void navigate({ to: '/settings' })
      },
    },
    ...others.map(({ id, name }) => ({
      id: `workspace ${id}`,
      text: `Go to ${name}`,
      icon: <Building2 aria-hidden />,
      onAction: () => void goTo(id).catch(tellFailure),
    })),
    {
      id: 'appearance',
      text: NEXT[look].text,
      icon: ICONS[look],
      onAction: () => appearance.write(NEXT[look].value),
    },
    {
      id: 'docs',
      text: 'API',
      icon: <BookOpen aria-hidden />,
      onAction: () => location.assign('/docs'),
    },
    {
      id: 'out',
      text: 'Sign out',
      icon: <LogOut aria-hidden />,
      onAction: () => void out().catch(tellFailure),
    },
  ]
  return (
    <Menu
      label="Account"
      entries={entries}
      renderTrigger={(opener) => (
        <PlainButton
          {...opener}
          className="flex w-full cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-left text-sm hover:bg-hover"
        >
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
          >
            {Array.from(me.person.name)[0]}
          </span>
          <span className="min-w-0">
            <span dir="auto" className="block truncate text-left font-medium">
              {me.person.name}
            </span>
            <span dir="auto" className="block truncate text-left text-xs text-ink-faint">
              {me.workspace?.name ?? 'No workspace'}
            </span>
          </span>
        </PlainButton>
      )}
    />
  )
}
