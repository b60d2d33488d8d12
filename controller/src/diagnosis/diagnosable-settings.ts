import type { MonitorType } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { HIDDEN, redact } from '../secrets/secret-box.ts'

type Settings = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withoutHidden(settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== HIDDEN)
      .map(([name, value]) => [name, isRecord(value) ? withoutHidden(value) : value]),
  )
}

/** The settings of a monitor for a diagnosis: without secrets, because work for an agent may wait in the
 *  database, and so without what only they would open.
 *  @param stored with sealed secrets */
export function diagnosableSettings(type: MonitorType, stored: Settings): Settings {
  const hidden = redact(type, stored)
  const settings = withoutHidden(hidden)
  const isWhole = JSON.stringify(settings) === JSON.stringify(hidden)
  return isWhole ? settings : descriptionOf(type).withoutSecrets(settings)
}
