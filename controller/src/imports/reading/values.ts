import { jsonDepth, MAX_JSON_DEPTH } from './json-depth.ts'

/** An object of a file: nothing is known of what it holds. */
export type Row = Readonly<Record<string, unknown>>

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of objects; what else stands in it is passed over. */
export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** What stands first under one of these names and is not null. Only what the object itself has counts. */
export function valueOf(row: Row, ...names: readonly string[]): unknown {
  const name = names.find((each) => Object.hasOwn(row, each) && row[each] !== null)
  return name === undefined ? undefined : row[name]
}

/** A text without white space around it, or a number as a text; null: there is none, or it is empty. */
export function textOf(row: Row, ...names: readonly string[]): string | null {
  const value = valueOf(row, ...names)
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  return text.trim() === '' ? null : text.trim()
}

/** A finite number, also one that stands as a text; null: there is none. */
export function numberOf(row: Row, ...names: readonly string[]): number | null {
  const value = valueOf(row, ...names)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)) return null
  return Number(value)
}

const YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'yes', 'on'])
const NO: ReadonlySet<unknown> = new Set([false, 0, '0', 'false', 'no', 'off'])

/** Yes or no in the words of databases and spreadsheets; null: it is neither. */
export function flagOf(row: Row, ...names: readonly string[]): boolean | null {
  const value = valueOf(row, ...names)
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (YES.has(word)) return true
  return NO.has(word) ? false : null
}

/** JSON that stands as a text in a file, or is part of it already; null: it is none, or nested too deep. */
export function jsonOf(row: Row, ...names: readonly string[]): unknown {
  const value = valueOf(row, ...names)
  if (typeof value !== 'string') return value ?? null
  if (jsonDepth(value) > MAX_JSON_DEPTH) return null
  try {
    return JSON.parse(value) as unknown
  } catch {
    return null
  }
}

/** What a table has under a word of a file, which may be one that every object has. */
export function entryOf<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}

/** The value within bounds. */
export function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Without the fields that are undefined. */
export function sentFields(fields: Row): Row {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
