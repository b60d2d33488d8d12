import { z } from 'zod'
import { ntfyTopicOf } from '../channels/ntfy.ts'
import { HIDDEN } from '../../secrets/secret-box.ts'
import { label } from '../../input/fields.ts'

const MAX_URL_LENGTH = 2_048

/** Text that is a secret: "***" stands for the one that is stored. */
const secret = (description: string, pattern: RegExp, message: string, example: string) =>
  z
    .string()
    .trim()
    .max(MAX_URL_LENGTH)
    .refine((text) => text === HIDDEN || pattern.test(text), message)
    .meta({ description: `${description} It reads as "***".`, example })

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  )
}

const HTTP_MESSAGE = 'must be an http or https URL without a user name and password'

const secretUrl = (service: string, example: string) =>
  z
    .string()
    .trim()
    .max(MAX_URL_LENGTH)
    .refine((text) => text === HIDDEN || isHttpUrl(text), HTTP_MESSAGE)
    .meta({
      description: `${service} Whoever has it can write there, so it is a secret: it reads as "***".`,
      example,
    })

const nullable = <T extends z.ZodType>(schema: T) => {
  const { description, ...meta } = schema.meta() ?? {}
  return schema.nullable().meta({ ...meta, ...(description === undefined ? {} : { description }) })
}

const fields = {
  name: label(100).meta({ description: 'For people; once in the workspace.', example: 'On call' }),
  email: nullable(
    z
      .email('must be an e-mail address such as oncall@example.com')
      .max(254)
      .meta({ description: 'Gets mails.', example: 'oncall@example.com' }),
  ),
  webhookUrl: nullable(
    z.string().trim().max(MAX_URL_LENGTH).refine(isHttpUrl, HTTP_MESSAGE).meta({
      description: 'Is called with a signed POST of JSON.',
      example: 'https://hooks.example.com/sightline',
    }),
  ),
  webhookSecret: nullable(
    secret(
      'Key of the signature of the webhook: 16 to 200 printable characters. Without it one is made, and shown once in the answer.',
      /^[\x21-\x7e]{16,200}$/,
      'must be 16 to 200 printable ASCII characters without spaces',
      'whsec_4fTq1Zb7Kx0Pq2Lr9sWd',
    ),
  ),
  slackUrl: nullable(
    secretUrl('Incoming webhook of Slack.', 'https://hooks.slack.com/services/T000/B000/xxxx'),
  ),
  discordUrl: nullable(
    secretUrl('Webhook of a Discord channel.', 'https://discord.com/api/webhooks/000/xxxx'),
  ),
  teamsUrl: nullable(
    secretUrl(
      'URL of a Microsoft Teams workflow that begins with "When a Teams webhook request is received".',
      'https://example.logic.azure.com/workflows/xxxx',
    ),
  ),
  telegram: nullable(
    z
      .strictObject({
        botToken: secret(
          'Token of the bot.',
          /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/,
          'must be a bot token such as 123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
          '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
        ),
        chatId: z
          .string()
          .regex(
            /^(?:-?\d{1,20}|@[A-Za-z0-9_]{5,32})$/,
            'must be the number of a chat such as "-1001234567890", or the name of a channel such as "@alerts"',
          )
          .meta({ description: 'Chat the bot writes to.', example: '-1001234567890' }),
      })
      .meta({ description: 'A Telegram bot and the chat it writes to.' }),
  ),
  ntfyUrl: nullable(
    z
      .string()
      .trim()
      .max(MAX_URL_LENGTH)
      .refine((text) => isHttpUrl(text) && ntfyTopicOf(text) !== null, {
        message: 'must be the http or https URL of a topic such as https://ntfy.sh/my-alerts',
      })
      .meta({ description: 'Topic of an ntfy server.', example: 'https://ntfy.sh/my-alerts' }),
  ),
  ntfyToken: nullable(
    secret(
      'Access token of the ntfy server, where the topic needs one.',
      /^[\x21-\x7e]{1,200}$/,
      'must be at most 200 printable ASCII characters without spaces',
      'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
    ),
  ),
  pagerdutyKey: nullable(
    secret(
      'Integration key of an Events API v2 integration of PagerDuty.',
      /^[A-Za-z0-9]{20,64}$/,
      'must be an integration key: 32 letters and digits',
      'R0UT1NGK3Y0000000000000000000000',
    ),
  ),
}

/** Body of POST /alerting/contacts. */
export const ContactCreation = z.strictObject(fields).partial().extend({ name: fields.name }).meta({
  description:
    'A name and at least one way to reach the contact: email, webhookUrl, slackUrl, discordUrl, teamsUrl, telegram, ntfyUrl or pagerdutyKey.',
})
export type ContactCreationInput = z.output<typeof ContactCreation>

/** Body of PATCH /alerting/contacts/{id}. */
export const ContactChange = z.strictObject(fields).partial().meta({
  description:
    'Any subset of the fields; null takes a channel away, "***" leaves a secret as it is. At least one channel must be left.',
})
export type ContactChangeInput = z.output<typeof ContactChange>
