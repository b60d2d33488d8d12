import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { whenServed } from './data/when-served.ts'
import { ErrorState } from './parts/feedback/error-state.tsx'
import { SkeletonRows } from './parts/feedback/skeleton.tsx'
import { NotFound } from './routes/not-found.tsx'
import { Shell } from './routes/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** What only people who are signed in see, inside the frame with the ways to all pages. */
const app = createRoute({ getParentRoute: () => root, id: 'app', component: () => <Shell /> })

/** A page that is loaded when somebody goes there; what is in its address is `search`, read by the page. */
const page = <P extends string>(path: P, load: () => Promise<{ default: () => React.ReactNode }>) =>
  createRoute({
    getParentRoute: () => app,
    path,
    component: lazyRouteComponent(() => whenServed(load)),
  })

/** A page that is read by people who are not signed in. */
const open = <P extends string>(path: P, load: () => Promise<{ default: () => React.ReactNode }>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => whenServed(load)),
  })

const routeTree = root.addChildren([
  open('/sign-in', () => import('./routes/sign-in.tsx')),
  app.addChildren([
    page('/', () => import('./routes/overview.tsx')),
    page('/welcome', () => import('./routes/welcome.tsx')),
    page('/monitors', () => import('./routes/monitors.tsx')),
    page('/monitors/new', () => import('./routes/monitor-new.tsx')),
    page('/monitors/$monitorId', () => import('./routes/monitor.tsx')),
    page('/monitors/$monitorId/edit', () => import('./routes/monitor-edit.tsx')),
    page('/outages', () => import('./routes/outages.tsx')),
    page('/outages/$outageId', () => import('./routes/outage.tsx')),
    page('/audit', () => import('./routes/audit.tsx')),
    page('/audit/$auditId', () => import('./routes/audit-kept.tsx')),
    page('/crawls', () => import('./routes/crawls.tsx')),
    page('/crawls/$jobId', () => import('./routes/crawl.tsx')),
    page('/crawls/$jobId/page', () => import('./routes/crawl-page.tsx')),
    page('/maintenance', () => import('./routes/maintenance.tsx')),
    page('/alerting', () => import('./routes/alerting.tsx')),
    page('/agents', () => import('./routes/agents.tsx')),
    page('/settings', () => import('./routes/settings.tsx')),
    page('/settings/$section', () => import('./routes/settings.tsx')),
  ]),
])

export const router = createRouter({
  routeTree,
  // Texts in the address are texts: ids that look like numbers stay what they are.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    )
    const text = new URLSearchParams(
      entries.map(([name, value]) => [name, String(value)]),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultPreload: 'intent',
  defaultPendingComponent: () => <SkeletonRows />,
  defaultErrorComponent: ({ error }) => (
    <ErrorState error={error} onRetry={() => location.reload()} />
  ),
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
