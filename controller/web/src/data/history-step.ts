/** What stands in the address of a page, as texts. */
export type PageSearch = Readonly<Record<string, string | undefined>>

/** What becomes of the browser's history: nothing, a new entry, or the present one changed. */
export type HistoryStep = 'none' | 'add' | 'replace'

const isAs = (search: PageSearch, values: PageSearch): boolean =>
  Object.entries(values).every(([name, value]) => (search[name] ?? '') === (value ?? ''))

/** A choice is a step, which "back" undoes. All that is typed into one field is one step, however many letters it has. Pure.
 *  @param typed the field that the values are typed into; undefined: they were chosen
 *  @param lastTyped the field that the present entry is of */
export function historyStep(
  search: PageSearch,
  values: PageSearch,
  typed: string | undefined,
  lastTyped: string | undefined,
): HistoryStep {
  if (isAs(search, values)) return 'none'
  return typed !== undefined && typed === lastTyped ? 'replace' : 'add'
}
