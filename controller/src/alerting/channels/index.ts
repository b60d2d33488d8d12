import type { ChannelName } from '../outbox/alert-words.ts'
import type { SendOn } from './channel.ts'
import { sendToDiscord } from './discord.ts'
import { sendMail } from './email.ts'
import { publishToNtfy } from './ntfy.ts'
import { sendToPagerduty } from './pagerduty.ts'
import { sendToSlack } from './slack.ts'
import { sendToTeams } from './teams.ts'
import { sendToTelegram } from './telegram.ts'
import { callWebhook } from './webhook.ts'

/** Every channel. */
export const CHANNELS = {
  email: sendMail,
  webhook: callWebhook,
  slack: sendToSlack,
  discord: sendToDiscord,
  teams: sendToTeams,
  telegram: sendToTelegram,
  ntfy: publishToNtfy,
  pagerduty: sendToPagerduty,
} as const satisfies { [C in ChannelName]: SendOn<C> }
