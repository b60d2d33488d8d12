import { AppError } from '@sightline/shared/errors'
import { CHANNEL_NAMES, CHANNELS, MAIN_FIELDS } from '../channels/index.ts'
import { withoutBrowser } from '../channels/push/address.ts'
import type { Addresses } from './contact-addresses.ts'
import type { ContactChangeInput } from './contact-input.ts'

/** Addresses after a change. */
export interface ChangedAddresses {
  readonly addresses: Addresses
  /** Fields whose values were made here, to be shown this once. */
  readonly made: Readonly<Record<string, unknown>>
}

/** Applies what was sent to what is stored (its secrets open). Pure but for a secret that is made.
 *  @throws AppError badRequest when no channel is left, when "***" stands for nothing, or for a part of
 *    a channel without the rest */
export function changeAddresses(before: Addresses, input: ContactChangeInput): ChangedAddresses {
  const changed = CHANNEL_NAMES.map((name) => {
    const address: object | undefined = before[name]
    return { name, ...CHANNELS[name].change(address && { ...address }, input) }
  })
  const entries = changed.flatMap(({ name, address }) =>
    address === null ? [] : [[name, address]],
  )
  if (entries.length === 0) {
    const named = MAIN_FIELDS.map((field) => `"${field}"`)
    throw new AppError(
      'badRequest',
      `The contact has no way to be reached: it must have at least one of ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`,
    )
  }
  return {
    addresses: Object.fromEntries(entries) as Addresses,
    made: Object.assign({}, ...changed.map(({ made }) => made)) as Record<string, unknown>,
  }
}

/** Takes one browser away. Pure.
 *  @throws AppError notFound when the contact does not have it, conflict when nothing would be left */
export function withoutOne(before: Addresses, browserId: string): ChangedAddresses {
  const { push, ...others } = before
  if (push?.browsers.some(({ id }) => id === browserId) !== true) {
    throw new AppError('notFound', 'The contact has no such browser.')
  }
  const left = withoutBrowser(push, browserId)
  const addresses = left === null ? others : { ...others, push: left }
  if (Object.keys(addresses).length === 0) {
    throw new AppError(
      'conflict',
      'The browser is the only way to reach the contact: add another first, or delete the contact.',
    )
  }
  return { addresses, made: {} }
}
