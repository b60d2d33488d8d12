import type { SecretBox, SecretOwner } from '../../secrets/secret-box.ts'
import { HIDDEN } from '../../secrets/secret-box.ts'
import type { ChannelAddresses, ChannelName } from '../channels/index.ts'
import { CHANNEL_NAMES, CHANNELS, isChannel } from '../channels/index.ts'

/** The addresses a contact has, by channel. */
export type Addresses = Partial<ChannelAddresses>

/** The channels of stored addresses, in the order people see them. */
export function channelsOf(stored: unknown): ChannelName[] {
  const known = typeof stored === 'object' && stored !== null ? stored : {}
  return CHANNEL_NAMES.filter((channel) => Object.hasOwn(known, channel))
}

/** Stored addresses of channels that only a newer version knows, as they are. */
export function unknownAddresses(stored: unknown): Record<string, unknown> {
  const all = Object.entries((stored ?? {}) as Readonly<Record<string, unknown>>)
  return Object.fromEntries(all.filter(([channel]) => !isChannel(channel)))
}

/** Addresses as they are stored: every secret is sealed, and tied to its place in this contact. */
export function sealAddresses(
  box: SecretBox,
  owner: SecretOwner,
  addresses: Addresses,
): Record<string, unknown> {
  return mapSecrets(addresses, (text, place) => box.sealText(text, owner, place))
}

/** Stored addresses with their secrets open.
 *  @throws Error when one was sealed with another key */
export function openAddresses(box: SecretBox, owner: SecretOwner, stored: unknown): Addresses {
  return mapSecrets(stored, (text, place) =>
    box.openText(text, owner, place, `${owner.id}.${place}`),
  )
}

/** What people read of such a contact. */
export const SEALED =
  "The contact's secrets were stored with another SIGHTLINE_SECRET_KEY: its operator has to restore that key, or the contact has to be made anew."

/** The same, where it is a matter of course that they may not open.
 *  @returns `sealed` when one was sealed with another key */
export function tryToOpen(
  box: SecretBox,
  owner: SecretOwner,
  stored: unknown,
): Addresses | 'sealed' {
  try {
    return openAddresses(box, owner, stored)
  } catch {
    return 'sealed'
  }
}

/** Stored addresses as people may read them. */
export function readableAddresses(stored: unknown): Addresses {
  return mapSecrets(stored, () => HIDDEN)
}

/** Whether every secret of stored addresses is as `test` wants it. */
export function everyAddressSecret(stored: unknown, test: (text: string) => boolean): boolean {
  let isEvery = true
  mapSecrets(stored, (text) => {
    isEvery &&= test(text)
    return text
  })
  return isEvery
}

function mapSecrets(
  addresses: unknown,
  change: (text: string, place: string) => string,
): Record<string, unknown> {
  const all = (addresses ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  return Object.fromEntries(
    channelsOf(all).map((channel) => {
      const address = { ...all[channel] }
      for (const field of CHANNELS[channel].secrets) {
        const value = address[field]
        if (typeof value === 'string') address[field] = change(value, `${channel}.${field}`)
      }
      return [channel, address]
    }),
  )
}
