import type { ContactRow } from '../../db/contacts.ts'
import type { ChannelName } from '../alert-words.ts'
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
  createdAt: Date
}

/** Makes the view of a row; secrets are hidden.
 *  @param madeSecret a secret of the webhook that was made just now: it is shown this once */
export function viewContact(row: ContactRow, madeSecret: string | null = null): ContactView {
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
    verified: row.verified,
    createdAt: row.createdAt,
  }
}
