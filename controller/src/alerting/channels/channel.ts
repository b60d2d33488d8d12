import type { AddressGuard } from '@sightline/shared/address'
import type { NameResolver } from '@sightline/shared/name-resolution'
import type { z } from 'zod'
import type { AlertMessage } from '../message/alert-message.ts'
import type { PushIdentity } from './push/identity.ts'

/** What became of one attempt. `refused`: trying again cannot help. `trouble`: it can. Errors are
 *  sentences for people. */
export type Outcome = (
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'trouble'; readonly error: string; readonly retryAfterMs: number | null }
) & {
  /** Ids of parts of the address that the other side has given up for good. */
  readonly ended?: readonly string[]
}

/** What every attempt of the same alert to the same recipient has in common. */
export interface Delivery {
  /** "alr_...": receivers know a repetition by it. */
  readonly id: string
  readonly nowMs: number
  readonly signal?: AbortSignal | undefined
  /** Time zone (IANA name) that a mail tells times in, beside UTC; null: UTC alone. */
  readonly zone?: string | null | undefined
  /** Ids of the deliveries that it follows: mail programs show it below those. */
  readonly follows?: readonly string[] | undefined
}

/** How messages leave. */
export interface SendingParts {
  readonly guard: AddressGuard
  readonly resolver: Pick<NameResolver, 'resolve'>
  /** Where mail is handed in; null: there is no mail. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** How the push services of browsers know this installation. */
  readonly push: PushIdentity
  /** Other than the services' own, for tests. */
  readonly telegramUrl?: string | undefined
  readonly pagerdutyUrl?: string | undefined
}

/** Sends a message on one channel, once, within its own time limit. Never throws for what the other
 *  side does. */
export type SendOn<Address> = (
  address: Address,
  message: AlertMessage,
  delivery: Delivery,
  parts: SendingParts,
) => Promise<Outcome>

/** A field of a contact. */
export interface ContactField {
  /** As it is sent; null takes it away. */
  readonly sent: z.ZodType
  /** As everybody reads it: a secret is "***"; null: there is none. */
  readonly shown: z.ZodNullable<z.ZodType>
  /** It is a URL: whether its host may be reached is looked at while a person is there to read it. */
  readonly isDestination?: true
  /** It means something to this installation alone: an export leaves it out. */
  readonly staysHere?: true
}
export type ContactFields = Readonly<Record<string, ContactField>>

/** Fields as a request sends them: what is not there stays, null takes it away. */
export type SentFields<Fields extends ContactFields> = {
  readonly [F in keyof Fields]?: z.output<Fields[F]['sent']> | null | undefined
}

export type ShownFields<Fields extends ContactFields> = {
  [F in keyof Fields]: z.output<Fields[F]['shown']>
}

/** An address after a change. */
export interface ChangedAddress<Address, Fields extends ContactFields> {
  /** null: the contact does not have the channel. */
  readonly address: Address | null
  /** What was made here, to be shown this once. */
  readonly made?: Partial<ShownFields<Fields>>
}

/** Everything about one way an alert can go. Its line in the registry is in index.ts. */
export interface AlertChannel<Address extends object, Fields extends ContactFields> {
  /** Its fields of a contact, the one first that it cannot be without. */
  readonly fields: Fields
  /** What of the address must not be read: whoever has the URL of a chat service's webhook can write there. */
  readonly secrets: readonly (keyof Address & string)[]
  /** Whether many alerts at once go out as one message: to people, never to programs, which count on one
   *  call an alert. */
  readonly isBundled: boolean
  /** Whether a destination at which attempts fail is left alone for a while. */
  readonly rests: boolean
  /** Pure but for what is made.
   *  @param before the stored address, its secrets open
   *  @throws AppError badRequest when "***" stands for nothing, or for a part without the rest */
  readonly change: (
    before: Address | undefined,
    sent: SentFields<Fields>,
  ) => ChangedAddress<Address, Fields>
  /** @param address its secrets hidden */
  readonly show: (address: Address | undefined) => ShownFields<Fields>
  readonly send: SendOn<Address>
  /** Notes in an address which of its parts were given up (`Outcome.ended`): they are not sent to again. */
  readonly end?: (address: Address, ended: readonly string[], at: Date) => Address
}
