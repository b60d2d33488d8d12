import { z } from 'zod'
import { CHANNEL_NAMES } from '../../alerting/alert-words.ts'
import { UsageObject } from './answers.ts'
import { IsoTime } from './time.ts'

const setOrNull = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} "***" when it is set.`, example: null })

/** An alert contact. Source: decisions, section 7 */
export const ContactObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'ctc_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    name: z.string().meta({ description: 'For people.', example: 'On call' }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Gets mails.', example: 'oncall@example.com' }),
    webhookUrl: z.string().nullable().meta({
      description:
        'Gets a signed POST of JSON: deliveryId, kind, severity, resolved, title, text, occurredAt, since, monitor { id, name, url }, outageId, cause { code, title }, reason, regions[], changes[], link. The headers X-Sightline-Delivery (the same for every attempt), X-Sightline-Timestamp (UNIX seconds) and X-Sightline-Signature ("sha256=" and the hexadecimal HMAC-SHA256 of timestamp, "." and body) come with it. Any 2xx within 10 seconds takes it; redirects are not followed; 410 ends the attempts.',
      example: 'https://hooks.example.com/sightline',
    }),
    webhookSecret: z.string().nullable().meta({
      description:
        'Key of the signature: "***", but in the answer to the request for which it was made.',
      example: '***',
    }),
    slackUrl: setOrNull('Incoming webhook of Slack.'),
    discordUrl: setOrNull('Webhook of a Discord channel.'),
    teamsUrl: setOrNull('Workflow of Microsoft Teams.'),
    telegram: z
      .object({
        botToken: z.string().meta({ description: 'Always "***".', example: '***' }),
        chatId: z.string().meta({ description: 'Chat it writes to.', example: '-1001234567890' }),
      })
      .nullable()
      .meta({ description: 'A Telegram bot.', example: null }),
    ntfyUrl: z.string().nullable().meta({ description: 'Topic of an ntfy server.', example: null }),
    ntfyToken: setOrNull('Access token of the ntfy server.'),
    pagerdutyKey: setOrNull('Integration key of PagerDuty.'),
    channels: z
      .array(z.enum(CHANNEL_NAMES))
      .meta({ description: 'Channels it has an address for.', example: ['email', 'webhook'] }),
    verified: z.boolean().meta({
      description: 'The latest test worked on every channel, and no address changed since.',
      example: false,
    }),
    createdAt: IsoTime.meta({ description: 'When it was created.' }),
  })
  .meta({ id: 'AlertContact' })

/** The answer of routes about one contact. */
export const ContactAnswer = z.object({ contact: ContactObject, usage: UsageObject })

/** A listing. */
export const ContactList = z.object({
  total: z.int().meta({ description: 'Contacts of the workspace.', example: 1 }),
  page: z.int().meta({ description: 'The page shown.', example: 1 }),
  per: z.int().meta({ description: 'Most entries of a page.', example: 50 }),
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
