import type { MonitorType } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { BoundedCache } from '../bounds/bounded-cache.ts'
import { createBoundedCache } from '../bounds/bounded-cache.ts'

/** Parsing a monitor's settings took 5 to 30 µs (by the rules between them too, up to 240 µs), a look
 *  here 0.3 µs. */
const MAX_ENTRIES = 10_000
/** Of text, for each type; the settings made of it take about as much again. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024

/** Parses settings, giving equal texts one object. */
export interface SettingsCache {
  /** The rules between settings are not judged: the controller did, and one that comes later must not
   *  end the checks of the monitors there are.
   *  @returns null when the text is not settings of the type */
  readonly parse: <T extends MonitorType>(type: T, text: string) => SettingsOf<T> | null
}

type Known = BoundedCache<SettingsOf<MonitorType> | null>

function parseText<T extends MonitorType>(type: T, text: string): SettingsOf<T> | null {
  try {
    const parsed = descriptionOf(type).shape.safeParse(JSON.parse(text))
    return parsed.success ? (parsed.data as SettingsOf<T>) : null
  } catch {
    return null
  }
}

function createKnown(): Known {
  return createBoundedCache({
    maxEntries: MAX_ENTRIES,
    maxBytes: MAX_TEXT_LENGTH,
    bytesOf: (_, text) => text.length,
  })
}

export function createSettingsCache(): SettingsCache {
  const caches = new Map<MonitorType, Known>()
  return {
    parse<T extends MonitorType>(type: T, text: string) {
      const known = caches.get(type) ?? createKnown()
      caches.set(type, known)
      const hit = known.get(text)
      if (hit !== undefined) return hit as SettingsOf<T> | null
      const settings = parseText(type, text)
      known.set(text, settings)
      return settings
    },
  }
}
