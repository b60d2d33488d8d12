import type { Confirmation, ConfirmationRow } from '../../db/contact-confirmations.ts'
import type { ContactRow } from '../../db/contacts.ts'
import type { z } from 'zod'
import type { ChannelName, OfFields } from '../channels/index.ts'
import { CHANNEL_NAMES, CHANNELS, isChannel } from '../channels/index.ts'
import { channelsOf, readableAddresses } from './contact-addresses.ts'

type Shown = OfFields<'shown'>
type ShownAddresses = { [F in keyof Shown]: z.output<Shown[F]> }

/** An alert contact as people and their programs see it. Source: decisions, section 7 */
export interface ContactView extends ShownAddresses {
  id: string
  name: string
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

function shownAddresses(stored: unknown): ShownAddresses {
  const addresses: Readonly<Record<string, object | undefined>> = readableAddresses(stored)
  return Object.assign(
    {},
    ...CHANNEL_NAMES.map((name) => {
      const address = addresses[name]
      return CHANNELS[name].show(address && { ...address })
    }),
  ) as ShownAddresses
}

/** Makes the view of a row; secrets are hidden.
 *  @param made fields whose values were made just now: they are shown this once */
export function viewContact(
  row: ContactRow,
  address: AddressState | null,
  made: Readonly<Record<string, unknown>> = {},
): ContactView {
  return {
    id: row.publicId,
    name: row.name,
    ...shownAddresses(row.addresses),
    ...made,
    channels: channelsOf(row.addresses),
    // What nobody agreed to is not verified, whatever a test said before.
    verified: row.verified && address?.confirmation !== 'waiting',
    emailConfirmed: CONFIRMED[address?.confirmation ?? 'notAsked'],
    confirmationSentAt: address?.sentAt ?? null,
    failing: row.failing.flatMap(({ channel, since, nextAttemptAt, ...rest }) =>
      isChannel(channel)
        ? [
            {
              ...rest,
              channel,
              since: new Date(since),
              nextAttemptAt: new Date(nextAttemptAt),
            },
          ]
        : [],
    ),
    createdAt: row.createdAt,
  }
}
