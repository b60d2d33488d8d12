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
  /** How its text stands for a value: any JSON, what a header holds, a text with its ends of lines written out, or as it is where
   *  there is any. */
  readonly form?: 'json' | 'header' | 'line' | 'any'
  /** Of a choice which of several fields beside it is there: those, the usual one first, with what each is called. It is
   *  of the form alone, and not sent. */
  readonly ways?: Readonly<Record<string, string>>
  /** The object that holds it cannot be without: while all such of it are empty there is none. */
  readonly isNeeded?: true
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

/** Which of several fields is there. Pure. @param path of the choice among them */
export const wayOf = (
  path: string,
  ways: Readonly<Record<string, string>>,
  at: (path: string) => unknown,
): unknown => at(path) ?? Object.keys(ways).find((way) => Boolean(at(way))) ?? Object.keys(ways)[0]

export const IP_FAMILY: SettingField = { path: 'ipFamily', label: 'IP version', kind: 'choice' }

/** What nearly every type has. */
export const NETWORK: SettingGroup = { title: 'Limits and network', fields: [SLOW, IP_FAMILY] }

const OPERATOR: SettingField = { path: 'operator', label: 'Must', kind: 'choice' }

const VALUE: SettingField = {
  path: 'value',
  label: 'Value',
  kind: 'text',
  // That something is there needs none; "false" asks that it is not.
  when: (at) => at('operator') !== 'exists' || Boolean(at('value')),
}

/** Entries that name something, how it is compared, and with what. */
export function comparisons(
  path: string,
  label: string,
  first: SettingField,
  form: 'json' | 'header',
  hint?: string,
): SettingField {
  return {
    path,
    label,
    ...(hint === undefined ? {} : { hint }),
    kind: 'rows',
    columns: [first, OPERATOR, { ...VALUE, form }],
    newRow: { [first.path]: '', operator: 'equals', value: '' },
  }
}
