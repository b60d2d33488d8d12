import type { CheckableType } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import { SETTINGS } from '@sightline/shared/monitor-settings'

/** HTTP methods agents of this version send. */
export const SUPPORTED_METHODS = [
  'GET',
  'HEAD',
] as const satisfies readonly SettingsOf<'web'>['method'][]

/** Settings the schema knows and agents of this version do not carry out yet. Refusing them is better
 *  than a monitor that reports "up" without having looked. */
const NOT_YET = {
  web: [
    'body',
    'bodyType',
    'auth',
    'keyword',
    'jsonChecks',
    'headerChecks',
    'httpVersion',
    'cacheBust',
    'render',
  ],
} as const satisfies Record<CheckableType, readonly (keyof SettingsOf<CheckableType>)[]>

/** @returns a sentence about the first setting that is not available yet, null when all are */
export function findUnsupportedSetting(
  type: CheckableType,
  settings: Readonly<Record<string, unknown>>,
): string | null {
  const defaults: Readonly<Record<string, unknown>> = SETTINGS[type].parse({})
  for (const key of NOT_YET[type]) {
    if (JSON.stringify(settings[key]) !== JSON.stringify(defaults[key])) {
      return `The field "settings.${key}" is not available yet: leave it out.`
    }
  }
  const method = settings['method']
  if (type === 'web' && !(SUPPORTED_METHODS as readonly unknown[]).includes(method)) {
    return `The field "settings.method" is ${JSON.stringify(method)}: it must be one of ${SUPPORTED_METHODS.join(', ')}; the others are not available yet.`
  }
  return null
}
