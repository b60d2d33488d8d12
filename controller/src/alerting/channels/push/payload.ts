import { createHash } from 'node:crypto'
import type { AlertMessage } from '../../message/alert-message.ts'
import { shorten } from '../shorten.ts'

/** Push services take 4,096 bytes, of which 103 are the header, a byte that ends the text and the tag of the
 *  encryption (RFC 8291, section 4). */
export const MAX_PAYLOAD_BYTES = 3_993

/** A UTF-16 unit takes 6 bytes of JSON at most: with all else it makes less than 3,900. */
const MAX_TITLE_LENGTH = 100
const MAX_TEXT_LENGTH = 400
const MAX_PATH_LENGTH = 100

/** What the app's service worker shows (controller/web/src/service-worker/notification.ts). */
export interface PushPayload {
  /** Of the delivery: each attempt has the same. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** What it replaces, and is replaced by, has the same. */
  readonly topic: string
  /** Of the page that it leads to. */
  readonly path: string
  readonly isUrgent: boolean
  /** UNIX ms. */
  readonly atMs: number
}

/** Pure. */
export function pushPayload(message: AlertMessage, deliveryId: string): PushPayload {
  const { severity, title, summary, reason, entries, atMs } = message
  const lines = [summary, ...(reason === null ? [] : [reason]), ...entries]
  return {
    id: deliveryId,
    title: shorten(title, MAX_TITLE_LENGTH),
    text: shorten(lines.join('\n'), MAX_TEXT_LENGTH),
    topic: topicOf(message),
    path: pathOf(message),
    isUrgent: severity === 'critical',
    atMs,
  }
}

/** The same for all that is told of one incident: a recovery takes the place of its outage, at the push service and
 *  on the screen. 32 characters of base64url, as a Topic has at most (RFC 8030, section 5.4). */
export function topicOf({ incidentKey }: AlertMessage): string {
  return createHash('sha256').update(incidentKey).digest('base64url').slice(0, 32)
}

/** Without the host: browsers may know the installation by another name. */
function pathOf({ link }: AlertMessage): string {
  const url = URL.parse(link?.url ?? '')
  const path = url === null ? '/' : `${url.pathname}${url.search}`
  return path.length > MAX_PATH_LENGTH ? '/' : path
}
