import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AlertMessage } from '../message/alert-message.ts'
import { plainText } from '../message/plain-text.ts'
import type { AlertChannel, ContactFields, Delivery, SendOn } from './channel.ts'
import {
  HTTP_MESSAGE,
  httpUrl,
  isHttpUrl,
  missingPart,
  plainField,
  secretField,
  secretText,
} from './contact-fields.ts'
import { post } from './post.ts'

interface WebhookAddress {
  readonly url: string
  readonly secret: string
}

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
const callWebhook: SendOn<WebhookAddress> = ({ url, secret }, message, delivery, parts) => {
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

const FIELDS = {
  webhookUrl: {
    sent: httpUrl(isHttpUrl, HTTP_MESSAGE).meta({
      description: 'Is called with a signed POST of JSON.',
      example: 'https://hooks.example.com/sightline',
    }),
    shown: z.string().nullable().meta({
      description:
        'Gets a signed POST of JSON: deliveryId, kind, severity, resolved, title, text, occurredAt, since, monitor { id, name, url }, outageId, cause { code, title }, reason, regions[], changes[], link. The headers X-Sightline-Delivery (the same for every attempt), X-Sightline-Timestamp (UNIX seconds) and X-Sightline-Signature ("sha256=" and the hexadecimal HMAC-SHA256 of timestamp, "." and body) come with it. Any 2xx within 10 seconds takes it; redirects are not followed; 410 ends the attempts.',
      example: 'https://hooks.example.com/sightline',
    }),
    isDestination: true,
  },
  webhookSecret: {
    sent: secretText(
      'Key of the signature of the webhook: 16 to 200 printable characters. Without it one is made, and shown once in the answer.',
      /^[\x21-\x7e]{16,200}$/,
      'must be 16 to 200 printable ASCII characters without spaces',
      'whsec_4fTq1Zb7Kx0Pq2Lr9sWd',
    ),
    shown: z.string().nullable().meta({
      description:
        'Key of the signature: "***", but in the answer to the request for which it was made.',
      example: '***',
    }),
  },
} as const satisfies ContactFields

export const WEBHOOK = {
  fields: FIELDS,
  secrets: ['secret'],
  isBundled: false,
  rests: true,
  change(before, sent) {
    const url = plainField(sent.webhookUrl, before?.url)
    const secret = secretField('webhookSecret', sent.webhookSecret, before?.secret)
    if (url === null) {
      if (typeof sent.webhookSecret === 'string') throw missingPart('webhookSecret', 'webhookUrl')
      return { address: null }
    }
    if (secret !== null) return { address: { url, secret } }
    const webhookSecret = `whsec_${randomBytes(24).toString('base64url')}`
    return { address: { url, secret: webhookSecret }, made: { webhookSecret } }
  },
  show: (address) => ({
    webhookUrl: address?.url ?? null,
    webhookSecret: address?.secret ?? null,
  }),
  send: callWebhook,
} as const satisfies AlertChannel<WebhookAddress, typeof FIELDS>
