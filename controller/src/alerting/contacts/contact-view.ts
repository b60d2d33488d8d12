import type { Confirmation, ConfirmationRow } from '../../db/contact-confirmations.ts'
import type { ContactRow } from '../../db/contacts.ts'
import type { ChannelName } from '../outbox/alert-words.ts'
import { channelsOf, readableAddresses } from './contact-addresses.ts'

/** An alert contact as people and their programs see it. Source: decisions, section 7 */
export interface ContactView {
  id: string
  name: string
  email: string | null
  webhookUrl: string | null
  webhookSecret: string | null
  slackUrl: string | null
  discordUrl: string | null
  teamsUrl: string | null
  telegram: { botToken: string; chatId: string } | null
  ntfyUrl: string | null
  ntfyToken: string | null
  pagerdutyKey: string | null
  channels: ChannelName[]
  verified: boolean
  emailConfirmed: boolean | null
  confirmationSentAt: Date | null
  failing: FailingChannel[]
  createdAt: Date
}

/** A channel on which the latest message did not arrive. */
interface FailingChannel {
  channel: ChannelName
  since: Date
  attempts: number
  lastError: string
  nextAttemptAt: Date
}

const CONFIRMED = {
  confirmed: true,
  waiting: false,
  notAsked: null,
} as const satisfies Record<Confirmation, boolean | null>

/** How it is with the mail address of a contact; null where it has none. */
export type AddressState = Pick<ConfirmationRow, 'confirmation' | 'sentAt'>

/** Makes the view of a row; secrets are hidden.
 *  @param madeSecret a secret of the webhook that was made just now: it is shown this once */
export function viewContact(
  row: ContactRow,
  address: AddressState | null,
  madeSecret: string | null = null,
): ContactView {
  const addresses = readableAddresses(row.addresses)
  return {
    id: row.publicId,
    name: row.name,
    email: addresses.email?.email ?? null,
    webhookUrl: addresses.webhook?.url ?? null,
    webhookSecret: madeSecret ?? addresses.webhook?.secret ?? null,
    slackUrl: addresses.slack?.url ?? null,
    discordUrl: addresses.discord?.url ?? null,
    teamsUrl: addresses.teams?.url ?? null,
    telegram: addresses.telegram === undefined ? null : { ...addresses.telegram },
    ntfyUrl: addresses.ntfy?.url ?? null,
    ntfyToken: addresses.ntfy?.token ?? null,
    pagerdutyKey: addresses.pagerduty?.routingKey ?? null,
    channels: channelsOf(row.addresses),
    // What nobody agreed to is not verified, whatever a test said before.
    verified: row.verified && address?.confirmation !== 'waiting',
    emailConfirmed: CONFIRMED[address?.confirmation ?? 'notAsked'],
    confirmationSentAt: address?.sentAt ?? null,
    failing: row.failing.map((failing) => ({
      ...failing,
      channel: failing.channel as ChannelName,
      since: new Date(failing.since),
      nextAttemptAt: new Date(failing.nextAttemptAt),
    })),
    createdAt: row.createdAt,
  }
}
