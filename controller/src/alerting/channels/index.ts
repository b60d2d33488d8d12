import type { z } from 'zod'
import type { AlertChannel, ContactFields } from './channel.ts'
import { DISCORD } from './discord.ts'
import { EMAIL } from './email.ts'
import { NTFY } from './ntfy.ts'
import { PAGERDUTY } from './pagerduty.ts'
import { PUSH } from './push.ts'
import { SLACK } from './slack.ts'
import { TEAMS } from './teams.ts'
import { TELEGRAM } from './telegram.ts'
import { WEBHOOK } from './webhook.ts'

/** Every way an alert can go. Source: decisions, section 7; app design, section 3, for push */
const REGISTRY = {
  email: EMAIL,
  webhook: WEBHOOK,
  slack: SLACK,
  discord: DISCORD,
  teams: TEAMS,
  telegram: TELEGRAM,
  ntfy: NTFY,
  pagerduty: PAGERDUTY,
  push: PUSH,
} as const

type Registry = typeof REGISTRY
export type ChannelName = keyof Registry
export const CHANNEL_NAMES = Object.keys(REGISTRY) as readonly ChannelName[]

/** Whether a stored word is a channel that this version knows: a newer one may have others. */
export function isChannel(word: string): word is ChannelName {
  return Object.hasOwn(REGISTRY, word)
}

/** What is needed to reach somebody on each channel; secrets are open. */
export type ChannelAddresses = { [C in ChannelName]: Parameters<Registry[C]['send']>[0] }

/** The registry as whoever picks a channel by a word sees it: what is a channel's own is lost, and tied
 *  together by the word again. */
export const CHANNELS = REGISTRY as unknown as Readonly<
  Record<ChannelName, AlertChannel<Readonly<Record<string, unknown>>, ContactFields>>
>

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The fields of all channels, in their order. */
export type ChannelFields = Intersection<Registry[ChannelName]['fields']>
export const CHANNEL_FIELDS = Object.assign(
  {},
  ...CHANNEL_NAMES.map((name) => REGISTRY[name].fields),
) as ChannelFields

/** The field of each channel that it cannot be without. */
export const MAIN_FIELDS = CHANNEL_NAMES.flatMap(
  (name) => Object.keys(REGISTRY[name].fields)[0] ?? [],
)

/** Something of each field. */
export type OfFields<What extends 'sent' | 'shown'> = {
  [F in keyof ChannelFields]: ChannelFields[F] extends Record<What, infer S extends z.ZodType>
    ? S
    : never
}
