import type { SqlPart } from './sql.ts'

/** What of a monitor its people decide, as it is stored. */
export interface MonitorConfigRow {
  readonly name: string
  readonly url: string
  readonly host: string
  readonly port: number | null
  readonly targetKey: string
  /** Complete, secrets sealed. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether they hold a secret that is not a default. */
  readonly hasSecrets: boolean
  /** The version of settings that an agent must know for them. */
  readonly needsVersion: number
  readonly intervalMinutes: number
  readonly timeoutMs: number
  readonly regions: readonly string[]
  readonly checkMode: string
  readonly confirmation: unknown
  readonly recovery: unknown
  readonly alerts: unknown
  readonly dependsOn: readonly string[]
  readonly tags: readonly string[]
}

const COLUMNS = {
  name: 'name',
  url: 'url',
  host: 'host',
  port: 'port',
  targetKey: 'target_key',
  settings: 'settings',
  hasSecrets: 'has_secrets',
  needsVersion: 'needs_version',
  intervalMinutes: 'interval_minutes',
  timeoutMs: 'timeout_ms',
  regions: 'regions',
  checkMode: 'check_mode',
  confirmation: 'confirmation',
  recovery: 'recovery',
  alerts: 'alerts',
  dependsOn: 'depends_on',
  tags: 'tags',
} as const satisfies Record<keyof MonitorConfigRow, string>

const FIELDS = Object.keys(COLUMNS) as readonly (keyof MonitorConfigRow)[]

const listed = (texts: readonly string[]): SqlPart => ({ sqlPart: texts.join(', ') })

/** `name, url, …`, to insert. */
export const CONFIG_COLUMNS = listed(Object.values(COLUMNS))

/** `m.name as "name", …`, of the table `monitors m`. */
export const CONFIG_FIELDS = listed(FIELDS.map((field) => `m.${COLUMNS[field]} as "${field}"`))

/** `$6, $7, …` for `configValues`. @param first number of the first parameter */
export const configParameters = (first: number): SqlPart =>
  listed(FIELDS.map((_, index) => `$${first + index}`))

/** `name = $6, url = $7, …` for `configValues`. @param first number of the first parameter */
export const configAssignments = (first: number): SqlPart =>
  listed(FIELDS.map((field, index) => `${COLUMNS[field]} = $${first + index}`))

export function configValues(row: MonitorConfigRow): unknown[] {
  return FIELDS.map((field) => row[field])
}
