import type { AddressGuard } from '@sightline/shared/address'
import type { NameResolver } from '@sightline/shared/name-resolution'
import type { ChannelName } from '../outbox/alert-words.ts'
import type { AlertMessage } from '../message/alert-message.ts'

/** What is needed to reach somebody on each channel; secrets are open. */
export interface ChannelAddresses {
  readonly email: { readonly email: string }
  readonly webhook: { readonly url: string; readonly secret: string }
  readonly slack: { readonly url: string }
  readonly discord: { readonly url: string }
  readonly teams: { readonly url: string }
  readonly telegram: { readonly botToken: string; readonly chatId: string }
  readonly ntfy: { readonly url: string; readonly token: string | null }
  readonly pagerduty: { readonly routingKey: string }
}

/** What became of one attempt. `refused`: trying again cannot help. `trouble`: it can. Errors are
 *  sentences for people. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'trouble'; readonly error: string; readonly retryAfterMs: number | null }

/** What every attempt of the same alert to the same recipient has in common. */
export interface Delivery {
  /** "alr_...": receivers know a repetition by it. */
  readonly id: string
  readonly nowMs: number
  readonly signal?: AbortSignal | undefined
}

/** How messages leave. */
export interface SendingParts {
  readonly guard: AddressGuard
  readonly resolver: Pick<NameResolver, 'resolve'>
  /** Where mail is handed in; null: there is no mail. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Other than the services' own, for tests. */
  readonly telegramUrl?: string | undefined
  readonly pagerdutyUrl?: string | undefined
}

/** Sends a message on one channel, once, within its own time limit. Never throws for what the other
 *  side does. */
export type SendOn<C extends ChannelName> = (
  address: ChannelAddresses[C],
  message: AlertMessage,
  delivery: Delivery,
  parts: SendingParts,
) => Promise<Outcome>
