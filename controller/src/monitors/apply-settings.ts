import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { neededSettingsVersion, SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import { innerSchema } from '@sightline/shared/monitor-types/inner-schema'
import {
  completeSettings,
  knownSettings,
  unknownSettings,
  withoutDefaults,
} from '@sightline/shared/monitor-types/sparse-settings'
import { z } from 'zod'
import { describeIssues, fieldName } from '../input/describe-issue.ts'
import { keptSecrets, redact, restoreHidden } from '../secrets/secret-box.ts'

type Settings = Readonly<Record<string, unknown>>

function isPlainObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Merges per key at every depth: null takes a key out (so that its default comes back), a list or a
 *  plain value replaces. Source: decisions, section 6 */
export function mergeSettings(stored: Settings, patch: Settings): Settings {
  const merged = new Map(Object.entries(stored))
  for (const [key, value] of Object.entries(patch)) {
    const before = merged.get(key)
    if (value === null) merged.delete(key)
    else if (isPlainObject(value)) {
      merged.set(key, mergeSettings(isPlainObject(before) ? before : {}, value))
    } else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

/** The first name sent with null that the schema does not have: merging would drop it unseen.
 *  @returns where it stands, null when there is none */
function findUnknownNull(schema: z.ZodType, patch: Settings, at: readonly string[]): string | null {
  const object = innerSchema(schema)
  if (!(object instanceof z.ZodObject)) return null
  for (const [key, value] of Object.entries(patch)) {
    const field = Object.hasOwn(object.shape, key) ? (object.shape[key] as z.ZodType) : null
    const path = [...at, key]
    if (field === null && value === null) return fieldName(path)
    const found =
      field !== null && isPlainObject(value) ? findUnknownNull(field, value, path) : null
    if (found !== null) return found
  }
  return null
}

/** Stored settings in the order of their schema, secrets hidden, with the defaults of those that are not stored.
 *  No rule can refuse them, and what a newer version stored is passed over: they must always be readable. */
export function readableSettings(type: MonitorType, stored: Settings): Record<string, unknown> {
  const complete = completeSettings(descriptionOf(type).shape, redact(type, stored))
  // Of secrets there are defaults too.
  return { ...redact(type, complete) }
}

/** What is stored of settings after a change: what differs from the defaults, and what only a newer version
 *  knows of what was stored, where the change does not touch it.
 *  @param settings complete
 *  @param stored before the change; null for a new monitor
 *  @param patch the settings as sent */
export function settingsToStore(
  type: MonitorType,
  settings: Settings,
  stored: Settings | null,
  patch: Settings,
): Settings {
  const { shape } = descriptionOf(type)
  const sparse = withoutDefaults(shape, settings)
  if (stored === null) return sparse
  const unknown = unknownSettings(stored, knownSettings(shape, stored))
  return Object.keys(unknown).length === 0
    ? sparse
    : mergeSettings(sparse, untouched(unknown, patch))
}

/** The version of settings that an agent must know for a monitor.
 *  @param settings complete
 *  @param before the monitor as it is; a newer controller may have stored what is not known here, and stays */
export function needsVersionOf(
  type: MonitorType,
  settings: Settings,
  before?: { readonly needsVersion: number },
): number {
  const { shape } = descriptionOf(type)
  const needed = neededSettingsVersion(shape, withoutDefaults(shape, settings))
  const isOfNewer = before !== undefined && before.needsVersion > SETTINGS_VERSION
  return isOfNewer ? before.needsVersion : needed
}

/** Settings without those that a change names. */
function untouched(settings: Settings, patch: Settings): Settings {
  const left = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(patch, name)) return [[name, value]]
    const sent = patch[name]
    const areSections = isPlainObject(value) && isPlainObject(sent)
    return areSections ? [[name, untouched(value, sent)]] : []
  })
  return Object.fromEntries(left)
}

/** Makes sure that a change which leads the checks to another host takes no stored secret there: who
 *  may change a monitor need not know its passwords, and could have them sent to a host of their own.
 *  @param after the settings after the change, their secrets open
 *  @param patch the settings as sent
 *  @throws AppError badRequest naming the secrets that must be sent again */
export function refuseKeptSecrets(type: MonitorType, after: Settings, patch: Settings): void {
  const kept = keptSecrets(type, after, patch)
  if (kept.length === 0) return
  const named = kept.slice(0, 5).map((path) => fieldName(['settings', ...path]))
  throw new AppError(
    'badRequest',
    `The change leads to another host, or from an encrypted way to a plain one, where what is stored must not be sent unseen: send the passwords again: ${named.join(', ')} (null takes one out).`,
  )
}

/** The complete settings after a change, defaults filled in.
 *  @param stored as stored, with their secrets open; null for a new monitor
 *  @throws AppError badRequest naming the first fields that are wrong */
export function applySettings(
  type: MonitorType,
  stored: Settings | null,
  patch: Settings,
): Settings {
  const schema = descriptionOf(type).settings
  const unknown = findUnknownNull(schema, patch, ['settings'])
  if (unknown !== null) throw new AppError('badRequest', `There is no field "${unknown}".`)
  const { shape } = descriptionOf(type)
  const before = stored === null ? null : completeSettings(shape, stored)
  const merged = mergeSettings(before ?? {}, patch)
  const { settings, missing } = restoreHidden(type, merged, before)
  if (missing !== null) {
    throw new AppError(
      'badRequest',
      `The field "${fieldName(['settings', ...missing])}" is "***": send the secret itself, there is none stored that could stay.`,
    )
  }
  const parsed = schema.safeParse(settings, { reportInput: true })
  if (!parsed.success) {
    throw new AppError(
      'badRequest',
      describeIssues(parsed.error.issues, schema, { prefix: ['settings'] }),
    )
  }
  const settled = parsed.data as SettingsOf<MonitorType>
  const problem = descriptionOf(type).changeProblem(patch, settled)
  if (problem !== null) throw new AppError('badRequest', problem)
  return settled
}
