import type { MonitorType } from '@sightline/shared/check-words'
import { SETTINGS } from './settings/index.ts'

const FIELDS: Readonly<Record<string, string>> = {
  url: 'Address',
  name: 'Name',
  intervalMinutes: 'Minutes between checks',
  timeoutMs: 'Time limit, in ms',
  regions: 'Locations',
  checkMode: 'Locations check',
  confirmation: 'When it counts as down',
  recovery: 'When it is up again',
  alerts: 'Who is told',
  dependsOn: 'Depends on',
  tags: 'Tags',
  settings: 'Settings',
}

/** What people call a field of a monitor.
 *  @param steps names that lead to it in a form's draft, such as fields, settings, keyword, value */
export function fieldName(type: MonitorType, steps: readonly string[]): string {
  const [field = '', ...rest] = steps[0] === 'fields' ? steps.slice(1) : steps
  const name = FIELDS[field] ?? field
  if (rest.length === 0) return name
  const path = rest.join('.')
  const known = SETTINGS[type]
    .flatMap(({ fields }) => fields)
    .find((setting) => path === setting.path || path.startsWith(`${setting.path}.`))
  if (field !== 'settings' || known === undefined) return `${name}: ${path}`
  return path === known.path ? known.label : `${known.label}: ${path.slice(known.path.length + 1)}`
}

/** The same by its path in a refusal, such as settings.jsonChecks[0].value. */
export const fieldNameAt = (type: MonitorType, path: string): string =>
  fieldName(type, path.replace(/\[.*$/s, '').split('.'))

/** A field's value for people to compare with another. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
