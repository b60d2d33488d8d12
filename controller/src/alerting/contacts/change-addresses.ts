import { randomBytes } from 'node:crypto'
import { AppError } from '@sightline/shared/errors'
import { HIDDEN } from '../../secrets/secret-box.ts'
import type { ChannelAddresses } from '../channels/channel.ts'
import type { Addresses } from './contact-addresses.ts'
import type { ContactChangeInput } from './contact-input.ts'

/** Addresses after a change. */
export interface ChangedAddresses {
  readonly addresses: Addresses
  /** The webhook's secret when it was made here, to be shown this once. */
  readonly madeSecret: string | null
}

/** Applies what was sent to what is stored (its secrets open). Pure but for a secret that is made.
 *  @throws AppError badRequest when no channel is left, when "***" stands for nothing, or for a part of
 *    a channel without the rest */
export function changeAddresses(before: Addresses, input: ContactChangeInput): ChangedAddresses {
  const { webhook, madeSecret } = changedWebhook(before, input)
  const slack = secretField('slackUrl', input.slackUrl, before.slack?.url)
  const discord = secretField('discordUrl', input.discordUrl, before.discord?.url)
  const teams = secretField('teamsUrl', input.teamsUrl, before.teams?.url)
  const pagerduty = secretField('pagerdutyKey', input.pagerdutyKey, before.pagerduty?.routingKey)
  const email = plainField(input.email, before.email?.email)
  const telegram = changedTelegram(before, input)
  const ntfy = changedNtfy(before, input)
  const addresses: Addresses = {
    ...(email === null ? {} : { email: { email } }),
    ...(webhook === null ? {} : { webhook }),
    ...(slack === null ? {} : { slack: { url: slack } }),
    ...(discord === null ? {} : { discord: { url: discord } }),
    ...(teams === null ? {} : { teams: { url: teams } }),
    ...(telegram === null ? {} : { telegram }),
    ...(ntfy === null ? {} : { ntfy }),
    ...(pagerduty === null ? {} : { pagerduty: { routingKey: pagerduty } }),
  }
  if (Object.keys(addresses).length === 0) {
    throw new AppError(
      'badRequest',
      'The contact has no way to be reached: it must have at least one of "email", "webhookUrl", "slackUrl", "discordUrl", "teamsUrl", "telegram", "ntfyUrl" and "pagerdutyKey".',
    )
  }
  return { addresses, madeSecret }
}

type Sent = string | null | undefined

function plainField(sent: Sent, stored: string | undefined): string | null {
  return sent === undefined ? (stored ?? null) : sent
}

function secretField(field: string, sent: Sent, stored: string | null | undefined): string | null {
  if (sent !== HIDDEN) return plainField(sent, stored ?? undefined)
  if (typeof stored === 'string') return stored
  throw new AppError(
    'badRequest',
    `The field "${field}" is "***", which stands for the value that is stored, and there is none: send the value itself.`,
  )
}

function changedWebhook(
  before: Addresses,
  input: ContactChangeInput,
): { webhook: ChannelAddresses['webhook'] | null; madeSecret: string | null } {
  const url = plainField(input.webhookUrl, before.webhook?.url)
  const secret = secretField('webhookSecret', input.webhookSecret, before.webhook?.secret)
  if (url === null) {
    if (typeof input.webhookSecret === 'string') throw missingPart('webhookSecret', 'webhookUrl')
    return { webhook: null, madeSecret: null }
  }
  const madeSecret = secret === null ? `whsec_${randomBytes(24).toString('base64url')}` : null
  return { webhook: { url, secret: secret ?? madeSecret ?? '' }, madeSecret }
}

function changedTelegram(before: Addresses, input: ContactChangeInput) {
  const { telegram } = input
  if (telegram === undefined) return before.telegram ?? null
  if (telegram === null) return null
  const botToken = secretField('telegram.botToken', telegram.botToken, before.telegram?.botToken)
  return botToken === null ? null : { botToken, chatId: telegram.chatId }
}

function changedNtfy(before: Addresses, input: ContactChangeInput) {
  const url = plainField(input.ntfyUrl, before.ntfy?.url)
  const token = secretField('ntfyToken', input.ntfyToken, before.ntfy?.token)
  if (url === null) {
    if (typeof input.ntfyToken === 'string') throw missingPart('ntfyToken', 'ntfyUrl')
    return null
  }
  if (movesSecret(before.ntfy?.url, url) && typeof before.ntfy?.token === 'string') {
    if (input.ntfyToken === undefined || input.ntfyToken === HIDDEN) {
      throw new AppError(
        'badRequest',
        'The field "ntfyUrl" leads to another server: send "ntfyToken" anew, or null, because the stored one is for the old server only.',
      )
    }
  }
  return { url, token }
}

/** A stored secret must not be sent to whoever changes the address. */
function movesSecret(before: string | undefined, after: string): boolean {
  return before !== undefined && URL.parse(before)?.origin !== URL.parse(after)?.origin
}

function missingPart(field: string, needed: string): AppError {
  return new AppError(
    'badRequest',
    `The field "${field}" belongs to "${needed}", which the contact does not have: send both.`,
  )
}
