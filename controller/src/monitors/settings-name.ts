import type { MonitorType } from '@sightline/shared/check-words'

/** Where the description of the API holds the settings of a type. */
export function settingsReference(type: MonitorType): string {
  return `#/components/schemas/${settingsName(type)}`
}

/** Name of a type's settings in the description of the API, such as "WebSettings". */
export function settingsName(type: MonitorType): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}Settings`
}
