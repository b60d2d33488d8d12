import { z } from 'zod'
import { CHANNEL_NAMES } from '../../alerting/channels/index.ts'
import type { OfFields } from '../../alerting/channels/index.ts'
import { CHANNEL_FIELDS } from '../../alerting/channels/index.ts'
import { UsageObject, pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

const addresses = Object.fromEntries(
  Object.entries(CHANNEL_FIELDS).map(([field, { shown }]) => [field, shown]),
) as OfFields<'shown'>

/** An alert contact. Source: decisions, section 7 */
export const ContactObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'ctc_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    name: z.string().meta({ description: 'For people.', example: 'On call' }),
    ...addresses,
    channels: z
      .array(z.enum(CHANNEL_NAMES))
      .meta({ description: 'Channels it has an address for.', example: ['email', 'webhook'] }),
    verified: z.boolean().meta({
      description:
        'The latest test worked on every channel, or the mailed link was followed where e-mail is the only one, and no address changed since. Never true while the e-mail address waits to be confirmed.',
      example: false,
    }),
    emailConfirmed: z.boolean().nullable().meta({
      description:
        "Whether somebody who reads the e-mail address agreed to alerts, by a mailed link that works for seven days. While it is false, alerts by e-mail are held back (suppressedBy: unconfirmed); other channels are not affected. True also for an address that somebody of the workspace signs in with. null: there is no e-mail address, or none has to be confirmed (the operator's own workspace without SIGHTLINE_CONFIRM_CONTACTS).",
      example: true,
    }),
    confirmationSentAt: IsoTime.nullable().meta({
      description:
        'When the latest link was mailed; null: none yet. One is mailed when the contact is made or its e-mail address changes, and by a test.',
      example: '2026-01-31T11:00:02.000Z',
    }),
    failing: z
      .array(
        z.object({
          channel: z.enum(CHANNEL_NAMES).meta({ description: 'Channel.', example: 'webhook' }),
          since: IsoTime.meta({ description: 'When the first of these attempts failed.' }),
          attempts: z.int().meta({ description: 'Attempts since, all in vain.', example: 7 }),
          lastError: z.string().meta({
            description: 'Why the latest did not work.',
            example: 'hooks.example.com did not answer within 10 seconds.',
          }),
          nextAttemptAt: IsoTime.meta({
            description:
              'Alerts on this channel wait until then; by e-mail they do not. A test that works ends it.',
            example: '2026-01-31T12:15:00.000Z',
          }),
        }),
      )
      .meta({
        description:
          'Channels on which the latest message did not arrive. The longer this lasts, the more rarely they are tried, after 5 seconds first and every 15 minutes at last, however many alerts wait.',
      }),
    createdAt: IsoTime.meta({ description: 'When it was created.' }),
  })
  .meta({ id: 'AlertContact' })

/** The answer of routes about one contact. */
export const ContactAnswer = z.object({ contact: ContactObject, usage: UsageObject })

/** A listing. */
export const ContactList = z.object({
  ...pageOf('Contacts of the workspace.'),
  contacts: z.array(ContactObject).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})

/** What a test showed. */
export const ContactTest = z.object({
  results: z
    .array(
      z.object({
        channel: z.enum(CHANNEL_NAMES).meta({ description: 'Channel.', example: 'email' }),
        ok: z.boolean().meta({ description: 'The message was taken.', example: true }),
        error: z
          .string()
          .nullable()
          .meta({ description: 'Why it was not; null when it was.', example: null }),
      }),
    )
    .meta({ description: 'What became of each channel.' }),
  usage: UsageObject,
})

/** What browsers subscribe with. */
export const PushKey = z.object({
  publicKey: z.string().meta({
    description:
      'Public key of the installation, the applicationServerKey of PushManager.subscribe: a point of P-256, uncompressed, in base64url. It never changes.',
    example:
      'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
  }),
  usage: UsageObject,
})
