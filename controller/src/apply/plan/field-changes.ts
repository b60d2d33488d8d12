import { isDeepStrictEqual } from 'node:util'

export type Fields = Readonly<Record<string, unknown>>

/** Something of a thing in two forms of the same shape. */
export interface Told {
  /** Complete, its secrets open. */
  readonly open: Fields
  /** The same as everybody may read it. */
  readonly shown: Fields
}

/** A field that would be another. */
export interface FieldChange {
  /** Such as "settings.auth.password". */
  readonly field: string
  /** As everybody may read it; undefined: there is none. */
  readonly before: unknown
  readonly after: unknown
}

/** What differs between what is there and what is wanted, by the smallest field. Lists are one. Pure. */
export function fieldChanges(before: Told, after: Told): FieldChange[] {
  return [...changesWithin(before, after, [])]
}

function* changesWithin(
  before: Told,
  after: Told,
  at: readonly string[],
): Generator<FieldChange, void> {
  const names = new Set([...Object.keys(before.open), ...Object.keys(after.open)])
  for (const name of names) {
    const [old, wanted] = [own(before.open, name), own(after.open, name)]
    if (isDeepStrictEqual(old, wanted)) continue
    const [oldShown, wantedShown] = [own(before.shown, name), own(after.shown, name)]
    const path = [...at, name]
    if (isSection(old) && isSection(wanted)) {
      yield* changesWithin(
        { open: old, shown: sectionOf(oldShown) },
        { open: wanted, shown: sectionOf(wantedShown) },
        path,
      )
    } else yield { field: path.join('.'), before: oldShown, after: wantedShown }
  }
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

function isSection(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sectionOf(value: unknown): Fields {
  return isSection(value) ? value : {}
}

/** Names of the outermost fields that differ. */
export function changedFields(changes: readonly FieldChange[]): ReadonlySet<string> {
  return new Set(changes.map(({ field }) => field.split('.', 1)[0] ?? field))
}
