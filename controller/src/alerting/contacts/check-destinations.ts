import { isIP } from 'node:net'
import type { AddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import type { NameResolver } from '@sightline/shared/name-resolution'
import type { ContactField } from '../channels/channel.ts'
import { CHANNEL_FIELDS } from '../channels/index.ts'
import type { ContactChangeInput } from './contact-input.ts'
import { HIDDEN } from '../../secrets/secret-box.ts'
import { MAY_BE_ALLOWED } from '../../input/may-be-allowed.ts'

/** How long name servers are waited for; what they did not say by then is left to the first alert. */
const RESOLVE_TIMEOUT_MS = 5_000

const URL_FIELDS = Object.entries<ContactField>(CHANNEL_FIELDS)
  .filter(([, { isDestination }]) => isDestination)
  .map(([field]) => field)

/** Refuses addresses that the sender would refuse anyway, while a person is there to read it. It is no
 *  protection: every request is judged again when it is sent.
 *  @throws AppError badRequest when a name does not exist or leads only where nothing may be sent */
export async function checkDestinations(
  parts: { readonly guard: AddressGuard; readonly resolver: Pick<NameResolver, 'resolve'> },
  input: ContactChangeInput,
): Promise<void> {
  const named = URL_FIELDS.flatMap((field) =>
    urlsIn((input as Readonly<Record<string, unknown>>)[field]).map((url) => ({ field, url })),
  )
  await Promise.all(named.map(({ field, url }) => checkDestination(parts, field, url)))
}

/** Of a URL, or of a list of what has one. */
function urlsIn(sent: unknown): string[] {
  if (typeof sent === 'string') return sent === HIDDEN ? [] : [sent]
  const all: readonly { readonly endpoint: string }[] = Array.isArray(sent) ? sent : []
  return all.map(({ endpoint }) => endpoint)
}

async function checkDestination(
  { guard, resolver }: Parameters<typeof checkDestinations>[0],
  field: string,
  url: string,
): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const limits = { timeoutMs: RESOLVE_TIMEOUT_MS, family: 'any' } as const
  const found = await resolver.resolve(host, limits)
  if (!found.ok) {
    // A name server that fails now may answer later; only a clear no refuses.
    if (found.reason !== 'nxdomain' && found.reason !== 'noAddress') return
    const why = found.reason === 'nxdomain' ? 'does not exist' : 'has no address'
    throw refuse(field, `the name "${host}" ${why}`)
  }
  const reasons = found.addresses.map((address) => guard.reasonBlocked(address))
  const [reason] = reasons
  if (reason === undefined || reasons.includes(null)) return
  // Never the address: whoever asks could list a network by its names.
  const what = isIP(host) === 0 ? `"${host}" resolves to` : `"${host}" is`
  throw refuse(field, `${what} ${reason}. ${MAY_BE_ALLOWED}`)
}

function refuse(field: string, why: string): AppError {
  return new AppError('badRequest', `The field "${field}" cannot be used: ${why}.`)
}
