import { isIP } from 'node:net'
import type { AddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import type { Contact } from '@sightline/shared/monitor-types/description'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { MAY_BE_ALLOWED } from '../input/may-be-allowed.ts'

/** How long a creation waits for name servers; what they did not say by then is left to the checks. */
const RESOLVE_TIMEOUT_MS = 5_000

type Target = Pick<MonitorTarget, 'type' | 'host'>
type Settings = Readonly<Record<string, unknown>>

/** Hosts a monitor's checks have to do with, by its url and its complete settings. */
const contactsOf = (target: Target, settings: Settings): readonly Contact[] =>
  descriptionOf(target.type).contactsOf(target, settings)

/** Whether a change leads the checks of a monitor to other hosts. */
export function leadsElsewhere(
  before: readonly [Target, Settings],
  after: readonly [Target, Settings],
): boolean {
  return JSON.stringify(contactsOf(...before)) !== JSON.stringify(contactsOf(...after))
}

/** Refuses what agents would refuse anyway, while a person is there to read it. It is no protection:
 *  agents judge every address they connect to.
 *  @throws AppError badRequest when a name does not exist or any address of it is off limits
 *  Source: decisions, sections 4 and 6 */
export async function checkReachable(
  context: { readonly guard: AddressGuard; readonly resolveName: NameResolver['resolve'] },
  target: Target,
  settings: Settings,
): Promise<void> {
  for (const contact of contactsOf(target, settings)) await checkContact(context, contact)
}

async function checkContact(
  context: { readonly guard: AddressGuard; readonly resolveName: NameResolver['resolve'] },
  contact: Contact,
): Promise<void> {
  const { host, as } = contact
  if (isIP(host) !== 0) {
    refuseBlocked(contact, [host], context.guard)
    return
  }
  if (as === 'name') return
  const resolution = await context.resolveName(host, {
    timeoutMs: RESOLVE_TIMEOUT_MS,
    family: 'any',
  })
  if (resolution.ok) {
    // Mail for a domain goes to its mail servers, whatever the domain's own addresses are.
    if (as === 'address') refuseBlocked(contact, resolution.addresses, context.guard)
    return
  }
  // A name server that fails now may answer at the first check; only a clear no refuses.
  const { reason } = resolution
  if (reason === 'nxdomain') throw unreachable(contact, 'does not exist')
  if (reason === 'noAddress' && as === 'address') throw unreachable(contact, 'has no address')
}

function unreachable({ field, host }: Contact, why: string): AppError {
  return new AppError(
    'badRequest',
    `The field "${field}" cannot be used: its domain cannot be reached, the name "${host}" ${why}.`,
  )
}

function refuseBlocked(
  { field, host }: Contact,
  addresses: readonly string[],
  guard: AddressGuard,
): void {
  for (const address of addresses) {
    const reason = guard.reasonBlocked(address)
    if (reason === null) continue
    // Never the address: whoever asks could list a network by its names.
    const what = host === address ? `"${host}" is` : `"${host}" resolves to`
    throw new AppError(
      'badRequest',
      `The field "${field}" cannot be used: ${what} ${reason}. ${MAY_BE_ALLOWED}.`,
    )
  }
}
