import type { AlertMessage } from '../message/alert-message.ts'
import type { Delivery, Outcome, SendingParts } from './channel.ts'
import type { ChannelAddresses, ChannelName } from './index.ts'
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
  return CHANNELS[channel].send({ ...address }, message, delivery, parts)
}
