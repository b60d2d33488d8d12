import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AddressGuard } from '@sightline/shared/address'
import type { CheckableType, MonitorType } from '@sightline/shared/check-words'
import { CHECKABLE_TYPES } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { NameResolver } from '@sightline/shared/name-resolution'

/** How long a creation waits for name servers; what they did not say by then is left to the checks. */
const RESOLVE_TIMEOUT_MS = 5_000
const MAX_NORMALISED_LENGTH = 8_192
/** An index row holds some 2,700 bytes; longer keys are kept as their hash. */
const MAX_PLAIN_KEY_LENGTH = 1_000

/** A target of a type that can be checked. */
export interface CheckableTarget extends MonitorTarget {
  readonly type: CheckableType
}

function isCheckable(type: MonitorType): type is CheckableType {
  return (CHECKABLE_TYPES as readonly MonitorType[]).includes(type)
}

/** Takes the url of a request apart.
 *  @param type the type the request names, or that of the monitor being changed
 *  @throws AppError badRequest when it is no URL a monitor can have */
export function readTarget(url: string, type: MonitorType | undefined): CheckableTarget {
  if (type !== undefined && !isCheckable(type)) throw notCheckable(type)
  let target: MonitorTarget
  try {
    target = parseMonitorUrl(url, type)
  } catch (error: unknown) {
    if (!(error instanceof MonitorUrlError)) throw error
    throw new AppError('badRequest', `The field "url" cannot be used: ${error.message}.`)
  }
  if (target.url.length > MAX_NORMALISED_LENGTH) {
    throw new AppError(
      'badRequest',
      `The field "url" is ${target.url.length} characters long once encoded: at most ${MAX_NORMALISED_LENGTH} are allowed.`,
    )
  }
  if (!isCheckable(target.type)) throw notCheckable(target.type)
  return { ...target, type: target.type }
}

function notCheckable(type: MonitorType): AppError {
  return new AppError(
    'badRequest',
    `The field "type" is "${type}": monitors of this type are not available yet, allowed are ${CHECKABLE_TYPES.join(', ')}.`,
  )
}

/** What makes a target the same within a workspace: type and normalised url. */
export function targetKey(target: CheckableTarget): string {
  const key = `${target.type} ${target.url}`
  if (key.length <= MAX_PLAIN_KEY_LENGTH) return key
  return `${target.type} sha256:${createHash('sha256').update(key).digest('hex')}`
}

/** Name of a monitor that was given none: host and path. */
export function defaultName(target: CheckableTarget): string {
  const path = target.url.slice(target.url.indexOf('/', target.scheme.length + 3))
  const name = target.url.includes('/', target.scheme.length + 3) && path !== '/' ? path : ''
  return `${target.host}${name}`.slice(0, 200)
}

/** Refuses what agents would refuse anyway, while a person is there to read it. It is no protection:
 *  agents judge every address they connect to.
 *  @throws AppError badRequest when the name does not exist or any address of it is off limits
 *  Source: decisions, sections 4 and 6 */
export async function checkReachable(
  target: CheckableTarget,
  guard: AddressGuard,
  resolveName: NameResolver['resolve'],
): Promise<void> {
  if (isIP(target.host) !== 0) {
    refuseBlocked(target.host, [target.host], guard)
    return
  }
  const resolution = await resolveName(target.host, {
    timeoutMs: RESOLVE_TIMEOUT_MS,
    family: 'any',
  })
  if (resolution.ok) {
    refuseBlocked(target.host, resolution.addresses, guard)
    return
  }
  // A name server that fails now may answer at the first check; only a clear no refuses.
  if (resolution.reason === 'nxdomain' || resolution.reason === 'noAddress') {
    const why = resolution.reason === 'nxdomain' ? 'does not exist' : 'has no address'
    throw new AppError(
      'badRequest',
      `The field "url" cannot be used: its domain cannot be reached, the name "${target.host}" ${why}.`,
    )
  }
}

function refuseBlocked(host: string, addresses: readonly string[], guard: AddressGuard): void {
  for (const address of addresses) {
    const reason = guard.reasonBlocked(address)
    if (reason === null) continue
    const what = host === address ? `"${host}"` : `"${host}" leads to ${address}, which`
    throw new AppError(
      'badRequest',
      `The field "url" cannot be used: ${what} is ${reason}. The operator of this installation can allow it.`,
    )
  }
}
