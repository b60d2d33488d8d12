import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { actAs, onSignedOut } from '../data/api.ts'
import { monitorCountsQuery } from '../data/monitors.ts'
import { useLive } from '../data/use-live.ts'
import { useToldZone } from '../data/use-told-zone.ts'
import { setDownCount, usePageTitle } from '../data/window-title.ts'
import type { Me } from '../data/me.ts'
import { ShownMe, useMe, whoAndWhere } from '../data/me.ts'
import { Dialog } from '../parts/controls/dialog.tsx'
import { IconButton } from '../parts/controls/icon-button.tsx'
import { ErrorState } from '../parts/feedback/error-state.tsx'
import { Skeleton } from '../parts/feedback/skeleton.tsx'
import { AccountMenu } from '../parts/layout/account-menu.tsx'
import { FRAME_CLASSES, HEADER_CLASSES, SIDE_CLASSES } from '../parts/layout/frame-classes.ts'
import { FramePlace } from '../parts/layout/frame-place.tsx'
import { isMonitoringPath } from '../parts/layout/monitoring-paths.ts'
import { Navigation } from '../parts/layout/navigation.tsx'
import { late } from '../parts/late.tsx'
import { Palette, PaletteButton, PaletteIcon } from '../parts/layout/palette.tsx'
import { Wordmark } from '../parts/layout/wordmark.tsx'

/** Hardly anybody needs them. */
const Elsewhere = late(async () => (await import('../parts/layout/elsewhere.tsx')).Elsewhere)

/** Hardly anybody follows such a link. */
const NoAccess = late(async () => (await import('../parts/layout/no-access.tsx')).NoAccess)

const SignInForm = late(
  async () => (await import('../parts/sign-in-form.tsx')).SignInForm,
  <Skeleton className="h-48" />,
)

/** The frame around all pages of people who are signed in. Who is not is sent to sign in, and back.
 *  @param children in place of the page that the address names */
export function Shell({ children }: { children?: ReactNode }) {
  const me = useMe()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.href })
  // Who was signed in stays on the page when the session is over, with all that was typed there.
  const [last, setLast] = useState<Me | null>(null)
  const now = me.data ?? null
  const isElsewhere = now !== null && last !== null && whoAndWhere(now) !== whoAndWhere(last)
  if (now !== null && now !== last && !isElsewhere) setLast(now)
  const isNobody = me.data === null && last === null
  useEffect(() => {
    if (isNobody) void navigate({ to: '/sign-in', search: { to: path }, replace: true })
    // Only once, from where they came.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNobody])
  const shown = last ?? now
  useEffect(() => actAs(shown === null ? null : whoAndWhere(shown)), [shown])
  if (shown !== null) {
    return (
      <ShownMe value={shown}>
        <Frame me={shown}>{children ?? <Outlet />}</Frame>
        {isElsewhere ? <Elsewhere here={shown} there={now} /> : null}
      </ShownMe>
    )
  }
  if (me.error !== null && me.data === undefined) {
    return (
      <main className="mx-auto max-w-lg p-8">
        <ErrorState error={me.error} onRetry={() => void me.refetch()} />
      </main>
    )
  }
  return <FramePlace />
}

function Frame({ me, children }: { me: Me; children: ReactNode }) {
  const { viewMonitoring } = me.permissions
  useToldZone(me)
  const live = useLive(whoAndWhere(me), viewMonitoring)
  const down = useQuery({ ...monitorCountsQuery({}), enabled: viewMonitoring }).data?.down
  useEffect(() => {
    setDownCount(down ?? 0)
    return () => setDownCount(0)
  }, [down])
  const [isMenuOpen, setMenuOpen] = useState(false)
  // Of the page that is shown: while another is loaded the address is that one's already.
  const path = useRouterState({
    select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname,
  })
  return (
    <div className={FRAME_CLASSES}>
      <a
        href="#page"
        className="sr-only rounded-lg bg-raised px-4 py-2 shadow-raised focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        To the contents of the page
      </a>
      <aside className={SIDE_CLASSES}>
        <div className="px-3">
          <Wordmark />
        </div>
        <div className="space-y-3">
          <PaletteButton />
          <Navigation permissions={me.permissions} />
        </div>
        <div className="mt-auto">
          <AccountMenu me={me} />
        </div>
      </aside>
      <header className={HEADER_CLASSES}>
        <Wordmark />
        <span className="flex">
          <PaletteIcon />
          <IconButton name="Pages" onPress={() => setMenuOpen(true)}>
            <MenuIcon aria-hidden />
          </IconButton>
        </span>
      </header>
      <Dialog title="Pages" isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        <Navigation permissions={me.permissions} onGo={() => setMenuOpen(false)} />
        <div className="mt-4 border-t border-line pt-4">
          <AccountMenu me={me} onGo={() => setMenuOpen(false)} />
        </div>
      </Dialog>
      <LostNote isLost={live === 'lost'} />
      <main id="page" tabIndex={-1} className="min-w-0 outline-none">
        {isInVain(me, path) ? <NoAccess hasWorkspace={me.workspace !== null} /> : children}
      </main>
      <PageName />
      <Palette permissions={me.permissions} />
      <SignInAgain email={me.person.email} />
    </div>
  )
}

/** Whether whoever is signed in would get no answer on a page: what is theirs alone is in the settings. */
const isInVain = ({ permissions, workspace }: Me, path: string): boolean =>
  workspace === null
    ? !path.startsWith('/settings')
    : !permissions.viewMonitoring && isMonitoringPath(path)

/** Says which page it is to who does not see it: without a new document nothing else does. */
function PageName() {
  const title = usePageTitle()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [begun] = useState(path)
  const [hasMoved, setMoved] = useState(false)
  if (path !== begun && !hasMoved) setMoved(true)
  return (
    <p role="status" className="sr-only">
      {hasMoved ? title : null}
    </p>
  )
}

/** What is shown may be of a while ago; it catches up by itself. Above all else: what hangs on a wall is shown too. */
function LostNote({ isLost }: { isLost: boolean }) {
  return (
    <div
      role="status"
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-center"
    >
      {isLost ? (
        <p className="rounded-full border border-line bg-raised px-4 py-1.5 text-xs font-medium text-degraded shadow-raised">
          The connection is lost. Trying again.
        </p>
      ) : null}
    </div>
  )
}

/** When the session is over, over the page: what was typed there stays. */
function SignInAgain({ email }: { email: string }) {
  const [isOver, setOver] = useState(false)
  const { refetch } = useMe()
  useEffect(() => onSignedOut(() => setOver(true)), [])
  useEffect(() => {
    if (!isOver) return undefined
    // Whoever comes back from another tab may have signed in there.
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      void refetch().then(({ data }) => {
        if (data != null) setOver(false)
      })
    }
    document.addEventListener('visibilitychange', look)
    globalThis.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      globalThis.removeEventListener('focus', look)
    }
  }, [isOver, refetch])
  return (
    <Dialog
      title="Your session is over: sign in again"
      isOpen={isOver}
      canClose={false}
      onClose={() => setOver(false)}
    >
      <p className="mb-4 text-sm text-ink-soft">
        What you typed on this page is kept. You can also{' '}
        <a href="/sign-in" target="_blank" className="text-accent underline">
          sign in in a new tab
        </a>{' '}
        and come back.
      </p>
      <SignInForm email={email} onDone={() => setOver(false)} />
    </Dialog>
  )
}
