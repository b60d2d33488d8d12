import type { z } from 'zod'
import type { PushKey } from '../../../src/api/schemas/contact.ts'
import { api } from './api.ts'

/** Whether this browser can show alerts, or what keeps it from that. */
export type PushSupport = 'possible' | 'takesInstalling' | 'takesHttps' | 'isBlocked' | 'isUnknown'

/** What the API takes as one of a contact's browsers, but for its name. */
export interface PushSubscriptionBody {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const WORKER = '/service-worker.js'
const SUBSCRIBE_LIMIT_MS = 30_000

/** iPads say that they are Macs: those have no touch. */
const isApplePhone = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac OS X') && navigator.maxTouchPoints > 1)

export function pushSupport(): PushSupport {
  if (!isSecureContext) return 'takesHttps'
  const isThere =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isThere) return isApplePhone() ? 'takesInstalling' : 'isUnknown'
  return Notification.permission === 'denied' ? 'isBlocked' : 'possible'
}

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Id of a subscription among the browsers of a contact, as the API makes it. */
async function browserIdOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return `brw_${base64Url(hash).slice(0, 20)}`
}

/** @returns null when this browser has no subscription */
export async function ownBrowserId(): Promise<string | null> {
  if (pushSupport() !== 'possible') return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  return subscription === null || subscription === undefined
    ? null
    : browserIdOf(subscription.endpoint)
}

/** Asks the person, and has this browser take what this installation sends it.
 *  @throws Error in a sentence, for what the browser or the person refused */
export async function subscribeBrowser(): Promise<PushSubscriptionBody> {
  // First: a browser asks only in the moment of a press.
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('The browser was not allowed to show notifications. Allow them and try again.')
  }
  const { publicKey } = await api<z.input<typeof PushKey>>('/api/v1/alerting/push-key')
  try {
    return bodyOf(await subscribed(publicKey))
  } catch (error: unknown) {
    const reason = error instanceof Error ? ` (${error.message})` : ''
    throw new Error(`The browser's push service did not take the subscription${reason}.`, {
      cause: error,
    })
  }
}

async function subscribed(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const present = await pushManager.getSubscription()
  const presentKey = present?.options.applicationServerKey ?? null
  if (present !== null && presentKey !== null && base64Url(presentKey) === publicKey) return present
  // For the key of an installation that was here before: a browser has one for each address.
  await present?.unsubscribe()
  return withinLimit(
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
  )
}

/** Where its push service cannot be reached, a browser goes on trying without an end. */
async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('it did not answer')), SUBSCRIBE_LIMIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function bodyOf(subscription: PushSubscription): PushSubscriptionBody {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}
