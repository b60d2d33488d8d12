import type { ChannelName } from '../outbox/alert-words.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import type { ChannelAddresses, Delivery, Outcome, SendingParts } from './channel.ts'
import { CHANNELS } from './index.ts'

/** Sends a message on one of somebody's channels.
 *  @returns null when they do not have that channel */
export async function sendOnChannel(
  channel: ChannelName,
  addresses: Partial<ChannelAddresses>,
  message: AlertMessage,
  delivery: Delivery,
  parts: SendingParts,
): Promise<Outcome | null> {
  const address = addresses[channel]
  if (address === undefined) return null
  // The registry ties each channel to its own kind of address; picked by a word, the tie is lost.
  const send = CHANNELS[channel] as (
    ...all: [unknown, AlertMessage, Delivery, SendingParts]
  ) => Promise<Outcome>
  return send(address, message, delivery, parts)
}
