import type { MonitorType } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import { SETTINGS } from '@sightline/shared/monitor-settings'

/** Settings the schema knows and agents of this version do not carry out yet. Refusing them is better
 *  than a monitor that reports "up" without having looked. */
const NOT_YET: { readonly [T in MonitorType]: readonly (keyof SettingsOf<T>)[] } = {
  web: ['render'],
  tcp: [],
  udp: [],
  ping: [],
  dns: [],
  mail: [],
}

/** Whether a setting can have another value than its default. */
export function isAvailable(type: MonitorType, name: string): boolean {
  return !NOT_YET[type].some((each) => each === name)
}

/** @returns a sentence about the first setting that is not available yet, null when all are */
export function findUnsupportedSetting(
  type: MonitorType,
  settings: Readonly<Record<string, unknown>>,
): string | null {
  const defaults: Readonly<Record<string, unknown>> = SETTINGS[type].parse({})
  for (const key of NOT_YET[type]) {
    if (JSON.stringify(settings[key]) !== JSON.stringify(defaults[key])) {
      return `The field "settings.${key}" is not available yet: leave it out.`
    }
  }
  return null
}
