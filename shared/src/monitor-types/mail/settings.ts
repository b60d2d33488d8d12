import { z } from 'zod'
import { EXPRESSION, maxResponseMs, PORT, portField, text, tlsFields } from '../fields.ts'
import { secret } from '../secrets.ts'

const mailAddress = z
  .string()
  .max(320)
  .regex(/^[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+$/u, 'must be a mail address')

/** What a mail client calls itself. Source: RFC 5321, section 4.1.3 */
const ehloName = z
  .string()
  .max(253)
  .regex(
    /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}_])?|\[(?:IPv6:)?[0-9A-Fa-f.:]+\])$/u,
    'must be a host name or an address in brackets such as "[192.0.2.1]"',
  )

/** Text that goes into one line of a dialogue. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters or line breaks')

const auth = z.strictObject({
  username: line(256).describe('User name.'),
  password: secret(1024).describe('Password; write-only.'),
})

const mailFromTest = z.strictObject({
  from: mailAddress.describe('Sender.'),
  to: mailAddress.describe('Recipient.'),
})

const { verify, minDaysLeft } = tlsFields

/** What a mail monitor can be told, with defaults. Source: decisions, section 6 */
export const mailShape = z.strictObject({
  protocol: z
    .enum(['smtp', 'imap', 'pop3'])
    .nullable()
    .default(null)
    .describe(
      'Protocol; null: that of the scheme of the url. For a bare host it chooses the scheme.',
    ),
  port: portField.describe(`${PORT}, or of the protocol and its security.`),
  security: z
    .enum(['none', 'starttls', 'tls'])
    .nullable()
    .default(null)
    .describe(
      'none: as it comes; starttls: TLS after STARTTLS; tls: TLS from the first byte. null: by port (tls on 465, 993 and 995, starttls on 587, else none).',
    ),
  ehloName: ehloName
    .nullable()
    .default(null)
    .describe('Name the agent greets an SMTP server with; null: its own.'),
  expectBannerRegex: text(1024)
    .min(1)
    .nullable()
    .default(null)
    .describe(`Regular expression that the greeting must match. ${EXPRESSION}`),
  expectCapabilities: z
    .array(line(64))
    .max(50)
    .default([])
    .describe('Capabilities the server must name, such as "AUTH PLAIN", in any case.'),
  auth: auth
    .nullable()
    .default(null)
    .describe('Sign-in to try; null: none. Needs TLS, or security none chosen in so many words.'),
  mailFromTest: mailFromTest
    .nullable()
    .default(null)
    .describe(
      'SMTP addresses to name as sender and recipient; null: none. It stops before DATA, so no mail is sent.',
    ),
  resolveMx: z
    .boolean()
    .default(false)
    .describe('Whether the host of the url is a domain whose SMTP servers (MX) are checked.'),
  tls: z
    .strictObject({ verify, minDaysLeft })
    .prefault({})
    .describe('What the TLS connection must be.'),
  maxResponseMs,
})

export type MailSettings = z.output<typeof mailShape>
