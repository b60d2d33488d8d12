import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { SecretPath } from '@sightline/shared/monitor-types/secrets'
import type { Row } from './values.ts'
import { isRow } from './values.ts'

/** What stands for a secret wherever it may be read. */
const HIDDEN = '***'

/** Settings that are good again without a secret, of types where others make no sense without it. Of any other the
 *  rules say what is missing. */
const TOGETHER: { readonly [T in MonitorType]?: (settings: Row) => Row } = {
  web: (settings) => ({ ...settings, auth: { ...partOf(settings, 'auth'), kind: 'none' } }),
  mail: (settings) => without(settings, 'auth'),
  udp: (settings) => ({
    ...settings,
    snmp: { ...partOf(settings, 'snmp'), authProtocol: 'none', privProtocol: 'none' },
  }),
}

/** Settings as they were read, without the secrets that they hide, and such that the rules take them.
 *  @param type the word of the file, which may be none
 *  @returns where the secrets were, such as "settings.auth.password" */
export function withoutHidden(
  type: string,
  settings: unknown,
): { readonly settings: unknown; readonly left: readonly string[] } {
  const known = MONITOR_TYPES.find((each) => each === type)
  if (known === undefined || !isRow(settings)) return { settings, left: [] }
  const left: string[] = []
  let plain: Row = settings
  for (const path of descriptionOf(known).secretPaths) plain = dropAt(plain, path, 'settings', left)
  if (left.length === 0) return { settings, left }
  const isHeader = (each: string): boolean => each.startsWith('settings.headers.')
  const complete = left.every(isHeader) ? undefined : TOGETHER[known]
  return { settings: complete?.(plain) ?? plain, left }
}

function partOf(settings: Row, name: string): Row {
  const part = settings[name]
  return isRow(part) ? part : {}
}

function without(settings: Row, name: string): Row {
  return Object.fromEntries(Object.entries(settings).filter(([each]) => each !== name))
}

/** Drops what is hidden at a path, and notes where that was. */
function dropAt(row: Row, [part, ...rest]: SecretPath, at: string, left: string[]): Row {
  const entries = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    const isMeant = part instanceof RegExp ? part.test(name) : part === name
    if (!isMeant) return [[name, value]]
    const here = `${at}.${name}`
    if (rest.length > 0) return [[name, isRow(value) ? dropAt(value, rest, here, left) : value]]
    if (value !== HIDDEN) return [[name, value]]
    left.push(here)
    return []
  })
  return Object.fromEntries(entries)
}
