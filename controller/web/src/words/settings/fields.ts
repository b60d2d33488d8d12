/** A setting as a form asks for it. */
export interface SettingField {
  /** Within the settings, such as "keyword.value". */
  readonly path: string
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  /** How it is typed. lines: one entry each; pairs: "Name: value" on a line; rows: entries of several fields.
   *  choice: words that GET /monitors/options names for the path. */
  readonly kind:
    | 'text'
    | 'code'
    | 'secret'
    | 'number'
    | 'switch'
    | 'choice'
    | 'lines'
    | 'pairs'
    | 'rows'
  readonly unit?: string
  /** Of rows: the fields of an entry, their paths within it. */
  readonly columns?: readonly SettingField[]
  /** What a row begins with. */
  readonly newRow?: Readonly<Record<string, unknown>>
  /** Asked for only while it holds of the settings. */
  readonly when?: (at: (path: string) => unknown) => boolean
}

export interface SettingGroup {
  readonly title: string
  readonly fields: readonly SettingField[]
  /** Its fields are there from the start; the other groups are folded while nothing in them is set. */
  readonly isOpen?: true
}

const SLOW: SettingField = {
  path: 'maxResponseMs',
  label: 'Degraded when slower than',
  kind: 'number',
  unit: 'ms',
}

export const IP_FAMILY: SettingField = { path: 'ipFamily', label: 'IP version', kind: 'choice' }

/** What nearly every type has. */
export const NETWORK: SettingGroup = { title: 'Limits and network', fields: [SLOW, IP_FAMILY] }

const OPERATORS: readonly SettingField[] = [
  { path: 'operator', label: 'Must', kind: 'choice' },
  { path: 'value', label: 'Value', kind: 'text' },
]

/** Entries that name something, how it is compared, and with what. */
export function comparisons(
  path: string,
  label: string,
  first: SettingField,
  hint?: string,
): SettingField {
  return {
    path,
    label,
    ...(hint === undefined ? {} : { hint }),
    kind: 'rows',
    columns: [first, ...OPERATORS],
    newRow: { [first.path]: '', operator: 'equals', value: '' },
  }
}
