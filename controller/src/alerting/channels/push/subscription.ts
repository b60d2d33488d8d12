import { createHash, ECDH } from 'node:crypto'
import { z } from 'zod'
import { label } from '../../../input/fields.ts'
import { isHttpUrl } from '../contact-fields.ts'

const MAX_ENDPOINT_LENGTH = 1_024
/** Of an uncompressed point, base64url without padding. */
const POINT = /^[A-Za-z0-9_-]{87}$/
/** Of 16 bytes. */
const AUTH = /^[A-Za-z0-9_-]{22}$/

/** Whether a key is a point of the curve P-256: with any other, what is derived would be no secret. */
function isPoint(key: string): boolean {
  if (!POINT.test(key)) return false
  try {
    ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

const isHttpsUrl = (text: string): boolean => text.startsWith('https://') && isHttpUrl(text)

/** How a browser wants to be told, as it says it itself. Source: Push API, "PushSubscriptionJSON" */
export const Browser = z
  .strictObject({
    name: label(60).meta({ description: 'For people.', example: 'Chrome on Linux' }),
    endpoint: z
      .string()
      .max(MAX_ENDPOINT_LENGTH)
      .refine(isHttpsUrl, 'must be an https URL without a user name and password')
      .meta({
        description: 'Where its push service takes messages.',
        example: 'https://push.example.com/wpush/v2/gAAAAABk',
      }),
    keys: z
      .strictObject({
        p256dh: z.string().refine(isPoint, 'must be a point of the curve P-256').meta({
          description: 'What messages are encrypted for.',
          example:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        }),
        auth: z.string().regex(AUTH, 'must be 16 bytes in base64url').meta({
          description: 'A secret of the browser and this installation.',
          example: 'BTBZMqHH6r4Tts7J_aSIgg',
        }),
      })
      .meta({ description: 'Keys of the subscription, base64url without padding.' }),
  })
  .meta({
    description:
      'The subscription of a browser, as its PushManager gives it for the key of GET /alerting/push-key.',
  })

/** What a message to a browser is sent with. */
export type Subscription = Pick<z.output<typeof Browser>, 'endpoint' | 'keys'>

/** Id of a browser's subscription. It follows from the endpoint, so that a browser finds itself among those of a
 *  contact, and it gives away nothing of it. */
export function browserIdOf(endpoint: string): string {
  return `brw_${createHash('sha256').update(endpoint).digest('base64url').slice(0, 20)}`
}
