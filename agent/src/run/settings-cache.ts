import type { MonitorType } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import { SETTINGS } from '@sightline/shared/monitor-settings'

/** Most monitors share a few sets of settings; parsing one costs about 50 µs. */
const MAX_ENTRIES = 1_000

/** Parses settings, giving equal texts one object. */
export interface SettingsCache {
  /** @returns null when the text is not settings of the type */
  readonly parse: <T extends MonitorType>(type: T, text: string) => SettingsOf<T> | null
}

function parseText<T extends MonitorType>(type: T, text: string): SettingsOf<T> | null {
  try {
    const parsed = SETTINGS[type].safeParse(JSON.parse(text))
    return parsed.success ? (parsed.data as SettingsOf<T>) : null
  } catch {
    return null
  }
}

export function createSettingsCache(): SettingsCache {
  const known = new Map<string, SettingsOf<MonitorType> | null>()
  return {
    parse<T extends MonitorType>(type: T, text: string) {
      const key = `${type} ${text}`
      const hit = known.get(key)
      if (hit !== undefined) return hit as SettingsOf<T> | null
      const settings = parseText(type, text)
      // A Map keeps the order of insertion: the oldest entry goes.
      const oldest = known.keys().next()
      if (known.size >= MAX_ENTRIES && oldest.done !== true) known.delete(oldest.value)
      known.set(key, settings)
      return settings
    },
  }
}
