import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import type { AlertChannel, ContactFields } from './channel.ts'
import type { PushAddress } from './push/address.ts'
import { withBrowsers, withEnded } from './push/address.ts'
import { sendToBrowsers } from './push/send.ts'
import { Browser } from './push/subscription.ts'

/** Of one contact: more is a mistake of a program. */
const MAX_BROWSERS = 20

const FIELDS = {
  browsers: {
    sent: z
      .array(Browser)
      .min(1)
      .max(MAX_BROWSERS)
      .meta({
        description: `Browsers to add, which show alerts as notifications (web push); those that are there stay. DELETE /alerting/contacts/{id}/browsers/{browserId} takes one away, null all of them. At most ${MAX_BROWSERS} together.`,
      }),
    shown: z
      .array(
        z.object({
          id: z.string().meta({
            description:
              'Id: "brw_" and the first 20 characters of the SHA-256 of its endpoint in base64url.',
            example: 'brw_x2Vn9XbQ4mT1yKz8Lp7H',
          }),
          name: z.string().meta({ description: 'For people.', example: 'Chrome on Linux' }),
          endedAt: z.iso.datetime().nullable().meta({
            description:
              'When its push service said that the subscription is over, by 404 or 410: nothing is sent there any more, until somebody switches notifications on in that browser again. null: it takes them.',
            example: null,
          }),
        }),
      )
      .nullable()
      .meta({
        description:
          'Browsers that show alerts as notifications. What is sent to them is encrypted and kept by their push service for a day. An alert counts as sent when one of them took it.',
        example: null,
      }),
    isDestination: true,
    staysHere: true,
  },
} as const satisfies ContactFields

export const PUSH = {
  fields: FIELDS,
  secrets: ['subscriptions'],
  isBundled: true,
  rests: true,
  change(before, { browsers }) {
    if (browsers === undefined) return { address: before ?? null }
    if (browsers === null) return { address: null }
    const address = withBrowsers(before, browsers)
    if (address.browsers.length > MAX_BROWSERS) throw tooMany()
    return { address }
  },
  show: (address) => ({ browsers: address === undefined ? null : [...address.browsers] }),
  send: sendToBrowsers,
  end: withEnded,
} as const satisfies AlertChannel<PushAddress, typeof FIELDS>

function tooMany(): AppError {
  return new AppError(
    'conflict',
    `A contact can have ${MAX_BROWSERS} browsers: remove one that is not used any more first.`,
  )
}
