import { createHash } from 'node:crypto'
import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import { MonitorUrlError, parseMonitorUrl, schemeOf } from '@sightline/shared/monitor-url'

const MAX_NORMALISED_LENGTH = 8_192
/** An index row holds some 2,700 bytes; longer keys are kept as their hash. */
const MAX_PLAIN_KEY_LENGTH = 1_000

/** Where a monitor's checks go, by its url and its settings together. */
export interface MonitorPlace extends MonitorTarget {
  /** What makes a target the same within a workspace: type and normalised url, with the port that
   *  counts and, for a dns monitor, the record type. Source: decisions, section 6 */
  readonly key: string
  /** Name of a monitor that was given none. */
  readonly defaultName: string
}

/** Takes the url of a request apart.
 *  @param type the type the request names, or that of the monitor being changed
 *  @param settings those that were sent or are stored: they may choose the scheme of a bare host
 *  @throws AppError badRequest when it is no URL a monitor can have */
export function readTarget(
  url: string,
  type: MonitorType | undefined,
  settings: Readonly<Record<string, unknown>> = {},
): MonitorTarget {
  const isBare = type !== undefined && schemeOf(url) === null
  const scheme = isBare ? descriptionOf(type).bareSchemeOf(settings) : null
  let target: MonitorTarget
  try {
    target = parseMonitorUrl(scheme === null ? url : `${scheme}://${url.trim()}`, type)
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
  return target
}

/** Makes of a url and complete settings the place they mean.
 *  @throws AppError badRequest when they do not fit each other */
export function placeOf(
  target: MonitorTarget,
  settings: Readonly<Record<string, unknown>>,
): MonitorPlace {
  const { type } = target
  const { targetProblem, portOf, identityOf } = descriptionOf(type)
  const given = settings as SettingsOf<MonitorType>
  const problem = targetProblem(target, given)
  if (problem !== null) throw new AppError('badRequest', problem)
  const reached = { ...target, port: portOf(target, given) }
  return {
    ...reached,
    key: hashedIfLong(type, `${type} ${identityOf(reached, given)}`),
    defaultName: defaultName(target, settings),
  }
}

/** Name of a monitor of this target that was given none.
 *  @param settings complete */
export function defaultName(
  target: MonitorTarget,
  settings: Readonly<Record<string, unknown>>,
): string {
  const { portOf, nameOf } = descriptionOf(target.type)
  const given = settings as SettingsOf<MonitorType>
  return nameOf({ ...target, port: portOf(target, given) }, given)
}

/** Of a place what a monitor keeps. */
export function placeColumns({ url, host, port, key }: MonitorPlace) {
  return { url, host, port, targetKey: key }
}

function hashedIfLong(type: MonitorType, key: string): string {
  if (key.length <= MAX_PLAIN_KEY_LENGTH) return key
  return `${type} sha256:${createHash('sha256').update(key).digest('hex')}`
}
