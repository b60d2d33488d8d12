import type { Page } from 'puppeteer'
import { TargetType } from 'puppeteer'
import type { PushPayload } from '../../controller/src/alerting/channels/push/payload.ts'
import { makeKeys } from '../../controller/src/alerting/channels/push/keys.ts'
import { eventually } from './eventually.ts'

/** What the service worker had shown. */
interface Shown {
  readonly title: string
  readonly options: {
    readonly body: string
    readonly tag: string
    readonly data: unknown
    readonly renotify: boolean
    readonly requireInteraction: boolean
  }
}

/** A browser whose notifications are caught. */
export interface NotifiedBrowser {
  /** Has Chrome deliver a message, as its push service would. @returns all that was shown by then */
  readonly deliver: (payload: PushPayload) => Promise<readonly Shown[]>
  /** Presses the latest notification. @returns the addresses that were to be opened */
  readonly press: () => Promise<readonly string[]>
}

/** Headless Chrome asks nobody for leave, and reaches no push service: from the next page on it has both.
 *  @param endpoint of the subscription that it gets */
export async function lendPushService(page: Page, endpoint: string): Promise<void> {
  const keys = { p256dh: makeKeys().publicKey, auth: Buffer.alloc(16, 1).toString('base64url') }
  await page.evaluateOnNewDocument(`{
    const given = ${JSON.stringify({ endpoint, keys })}
    const subscription = { ...given, options: { applicationServerKey: null }, toJSON: () => given }
    let present = null
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () => present
    PushManager.prototype.subscribe = async () => (present = subscription)
  }`)
}

/** Catches what the page's service worker shows: headless Chrome has no place for it. What is pressed opens nothing,
 *  as only a person's press may. */
const CATCH = `{
  self.shown = []
  self.opened = []
  const notifications = () =>
    shown.map(({ title, options }) => ({ title, ...options, close: () => undefined }))
  ServiceWorkerRegistration.prototype.getNotifications = async () => notifications()
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    shown.push({ title, options })
  }
  Clients.prototype.openWindow = async (address) => { opened.push(address) }
  self.shownAfter = (count) => new Promise((resolve) => {
    const look = () =>
      shown.length < count ? setTimeout(look, 10) : resolve(JSON.stringify(shown))
    look()
  })
  self.press = async () => {
    const event = new Event('notificationclick')
    const work = []
    Object.assign(event, { notification: notifications().at(-1), waitUntil: (it) => work.push(it) })
    dispatchEvent(event)
    await Promise.all(work)
    return JSON.stringify(opened)
  }
}`

/** @param page whose service worker is registered */
export async function catchNotifications(page: Page): Promise<NotifiedBrowser> {
  const session = await page.createCDPSession()
  /** Registrations whose worker takes messages by now. */
  const ready: string[] = []
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const active = versions.filter(({ status }) => status === 'activated')
    ready.push(...active.map(({ registrationId }) => registrationId))
  })
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const target = await page
    .browser()
    .waitForTarget(
      (each) => each.type() === TargetType.SERVICE_WORKER && each.url().startsWith(origin),
    )
  const worker = await target.worker()
  if (worker === null) throw new Error('the service worker does not run')
  await worker.evaluate(CATCH)
  let delivered = 0
  return {
    async deliver(payload) {
      delivered += 1
      const registrationId = await eventually(() => ready.at(-1))
      const data = JSON.stringify(payload)
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      return JSON.parse(String(await worker.evaluate(`shownAfter(${delivered})`))) as Shown[]
    },
    press: async () => JSON.parse(String(await worker.evaluate('press()'))) as string[],
  }
}
