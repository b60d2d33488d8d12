import { createHmac } from 'node:crypto'
import type { AlertMessage } from '../message/alert-message.ts'
import { plainText } from '../message/plain-text.ts'
import type { Delivery, SendOn } from './channel.ts'
import { post } from './post.ts'

/** Body of a webhook: everything a program may want to know of an alert. Pure. */
export function webhookPayload(message: AlertMessage, delivery: Delivery): object {
  const { kind, severity, isResolved, title, monitor, outageId, cause, reason, regions } = message
  return {
    deliveryId: delivery.id,
    kind,
    severity,
    resolved: isResolved,
    title,
    text: plainText(message),
    occurredAt: new Date(message.atMs).toISOString(),
    since: new Date(message.sinceMs).toISOString(),
    monitor,
    outageId,
    cause,
    reason,
    regions,
    changes: message.entries,
    link: message.link?.url ?? null,
  }
}

/** HMAC-SHA256 over timestamp, a dot and the body, as "sha256=" and hexadecimal digits.
 *  Source: decisions, section 7 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Calls a webhook. Only 410 (Gone) is final: other refusals also come from servers that are being
 *  deployed or repaired. */
export const callWebhook: SendOn<'webhook'> = ({ url, secret }, message, delivery, parts) => {
  const body = JSON.stringify(webhookPayload(message, delivery))
  const timestamp = String(Math.floor(delivery.nowMs / 1_000))
  const headers = {
    'x-sightline-delivery': delivery.id,
    'x-sightline-timestamp': timestamp,
    'x-sightline-signature': signatureOf(secret, timestamp, body),
  }
  return post(parts, { url, headers, body }, delivery, {
    name: 'The webhook',
    finalStatuses: [410],
  })
}
