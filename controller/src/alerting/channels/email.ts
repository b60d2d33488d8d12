import { anySignal } from '@sightline/shared/any-signal'
import { htmlMail } from '../message/html-mail.ts'
import { inZone } from '../message/in-zone.ts'
import { plainText } from '../message/plain-text.ts'
import { subjectOf } from '../message/mail-subject.ts'
import { z } from 'zod'
import type {
  AlertChannel,
  ContactFields,
  Delivery,
  Outcome,
  SendingParts,
  SendOn,
} from './channel.ts'
import { plainField } from './contact-fields.ts'
import { messageIdOf } from './message-id.ts'

interface EmailAddress {
  readonly email: string
}

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 20_000
/** A server that drips is given up, whatever it still says. */
const TIME_LIMIT_MS = 45_000

/** Loads what speaks to mail servers. An installation without one is 4 MB smaller; where there is one, the
 *  controller loads it after its start: the first alert waited 60 ms for it. */
export const loadMailer = () => import('nodemailer')

/** A mail as it leaves. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Hands an alert in. */
export const sendMail: SendOn<EmailAddress> = (address, message, delivery, parts) => {
  const zoned = inZone(message, delivery.zone ?? null)
  return handInMail(
    {
      to: address.email,
      subject: subjectOf(message),
      text: `${plainText(zoned)}\n`,
      html: htmlMail(zoned),
    },
    delivery,
    parts,
  )
}

/** Hands a mail in at the operator's own server, which is not subject to the address rules. One
 *  connection a mail: nothing is held that a restarted server would have cut. */
export async function handInMail(
  mail: Mail,
  delivery: Delivery,
  parts: SendingParts,
): Promise<Outcome> {
  if (parts.smtpUrl === null) {
    return {
      kind: 'refused',
      error:
        'This installation sends no mail yet: its operator has to set SMTP_URL, such as smtp://user:password@host:587.',
    }
  }
  const { createTransport } = await loadMailer()
  const transport = createTransport(
    {
      url: parts.smtpUrl,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: parts.mailFrom },
  )
  const follows = (delivery.follows ?? []).map((id) => messageIdOf(id, parts.mailFrom))
  const sending = transport.sendMail({
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: messageIdOf(delivery.id, parts.mailFrom),
    ...(follows.length === 0 ? {} : { inReplyTo: follows[0], references: follows }),
    headers: {
      'X-Sightline-Delivery': delivery.id,
      // Programs that answer mail by themselves leave this one alone (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...mail.headers,
    },
  })
  return within(sending, delivery, () => transport.close())
}

/** Waits for the server, no longer than the limit. */
async function within(
  sending: Promise<unknown>,
  delivery: Delivery,
  close: () => void,
): Promise<Outcome> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS)
  const signal = delivery.signal === undefined ? limit : anySignal([limit, delivery.signal])
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<'givenUp'>()
  const abort = (): void => giveUp('givenUp')
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    if ((await Promise.race([sending, givenUp])) !== 'givenUp') return { kind: 'sent' }
    // It may still fail, and nobody waits for it any more.
    sending.catch(() => undefined)
    return trouble('The mail server did not take the mail in time.')
  } catch (error: unknown) {
    return judgeMailFailure(error)
  } finally {
    signal.removeEventListener('abort', abort)
    close()
  }
}

/** What nodemailer tells of a failure. */
interface MailFailure {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

/** A mail server that refuses this recipient or this message for good will do so again; everything
 *  else (a wrong password too, which the operator can mend) is worth trying again. Pure. */
export function judgeMailFailure(error: unknown): Outcome {
  const { code, command, responseCode, response } = (error ?? {}) as MailFailure
  const status = typeof responseCode === 'number' ? responseCode : null
  const said = typeof response === 'string' ? `: ${oneLine(response)}` : ''
  if (status === null) {
    const why = typeof code === 'string' ? ` (${code})` : ''
    return trouble(`The mail server could not be reached, or broke the connection off${why}.`)
  }
  const isFinal = status >= 500 && (command === 'RCPT TO' || command === 'DATA')
  if (isFinal) return { kind: 'refused', error: `The mail server refused the mail${said}.` }
  if (code === 'EAUTH') return trouble(`The mail server refused the sign-in of SMTP_URL${said}.`)
  return trouble(`The mail server did not take the mail${said}.`)
}

function trouble(error: string): Outcome {
  return { kind: 'trouble', error, retryAfterMs: null }
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)
    .replace(/\.$/, '')
}

const FIELDS = {
  email: {
    sent: z
      .email('must be an e-mail address such as oncall@example.com')
      .max(254)
      .meta({ description: 'Gets mails.', example: 'oncall@example.com' }),
    shown: z
      .string()
      .nullable()
      .meta({ description: 'Gets mails.', example: 'oncall@example.com' }),
  },
} as const satisfies ContactFields

export const EMAIL = {
  fields: FIELDS,
  secrets: [],
  isBundled: true,
  // Mail goes to the operator's own server, which keeps none of its callers waiting, and whose outage is not
  // the fault of whom it would reach.
  rests: false,
  change(before, sent) {
    const email = plainField(sent.email, before?.email)
    return { address: email === null ? null : { email } }
  },
  show: (address) => ({ email: address?.email ?? null }),
  send: sendMail,
} as const satisfies AlertChannel<EmailAddress, typeof FIELDS>
