import type { PushPayload } from '../../../src/alerting/channels/push/payload.ts'

/** What is kept with a notification. */
export interface NotificationFacts {
  /** Of the delivery. */
  readonly id: string
  /** Of the page that it leads to. */
  readonly path: string
}

/** What the browser is asked to show: options of showNotification. Source: Notifications API */
export interface ShownNotification {
  readonly title: string
  readonly options: {
    readonly icon: string
    readonly badge: string
    readonly body: string
    readonly data: NotificationFacts
    /** Those with the same take each other's place. */
    readonly tag?: string
    readonly timestamp?: number
    /** Heard again in the place of another. */
    readonly renotify?: boolean
    readonly silent?: boolean
    readonly requireInteraction?: boolean
  }
}

const LOOK = { icon: '/icon-192.png', badge: '/badge-96.png' } as const

/** A browser wants something shown for each message, also for one that cannot be read. */
const UNREADABLE: ShownNotification = {
  title: 'Sightline has something to tell',
  options: { ...LOOK, body: 'Open it to see what.', data: { id: '', path: '/' } },
}

function isPayload(value: unknown): value is PushPayload {
  const fields = (value ?? {}) as Partial<Record<keyof PushPayload, unknown>>
  const { id, title, text, topic, path } = fields
  return [id, title, text, topic, path].every((each) => typeof each === 'string')
}

/** Pure: an alert as a notification. What is told of the same incident takes the place of what was told before, and is
 *  heard again, but for a second attempt of the same.
 *  @param payload as it came
 *  @param shown ids of deliveries that are on the screen */
export function notificationOf(payload: unknown, shown: readonly string[]): ShownNotification {
  if (!isPayload(payload)) return UNREADABLE
  const { id, title, text, topic, path, isUrgent, atMs } = payload
  const isRepeated = shown.includes(id)
  return {
    title,
    options: {
      ...LOOK,
      body: text,
      tag: topic,
      data: { id, path },
      timestamp: atMs,
      renotify: !isRepeated,
      silent: isRepeated,
      // On a desk it stays until somebody looks.
      requireInteraction: isUrgent,
    },
  }
}
