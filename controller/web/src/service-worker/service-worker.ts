import type { NotificationFacts } from './notification.ts'
import { notificationOf } from './notification.ts'

// Shows alerts, also when no page of the app is open. It answers no requests: what the app is made of comes from the
// controller each time, so an update is there at once.

interface LastingEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void
}

interface PushEvent extends LastingEvent {
  readonly data: { readonly json: () => unknown } | null
}

interface NotificationEvent extends LastingEvent {
  readonly notification: Notification
}

interface Tab {
  readonly url: string
  readonly focus: () => Promise<unknown>
}

/** What is used of a service worker's global scope: the library of types has it or the document's, never both. */
interface Scope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    readonly matchAll: (which: {
      type: 'window'
      includeUncontrolled: boolean
    }) => Promise<readonly Tab[]>
    readonly openWindow: (url: string) => Promise<unknown>
  }
  readonly skipWaiting: () => Promise<void>
  addEventListener(type: 'install', told: (event: LastingEvent) => void): void
  addEventListener(type: 'push', told: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', told: (event: NotificationEvent) => void): void
}

const scope = self as unknown as Scope

function readData({ data }: PushEvent): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

async function show(payload: unknown): Promise<void> {
  const { registration } = scope
  const shown = await registration.getNotifications()
  const ids = shown.map(({ data }) => (data as NotificationFacts | null)?.id ?? '')
  const { title, options } = notificationOf(payload, ids)
  await registration.showNotification(title, options)
}

/** Shows the tab that has the page open; otherwise opens another, so that nothing is lost that somebody is typing. */
async function openPage(path: string): Promise<void> {
  const url = new URL(path, scope.location.origin)
  // Whatever a message says, it leads nowhere else.
  const wanted = url.origin === scope.location.origin ? url : new URL('/', scope.location.origin)
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((each) => new URL(each.url).pathname === wanted.pathname)
  await (tab === undefined ? scope.clients.openWindow(wanted.href) : tab.focus())
}

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('push', (event) => event.waitUntil(show(readData(event))))
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path = '/' } = (event.notification.data ?? {}) as Partial<NotificationFacts>
  event.waitUntil(openPage(path))
})
