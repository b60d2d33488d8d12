import type { SettingsOf } from '@sightline/shared/monitor-types/registry'

type Operator = SettingsOf<'web'>['jsonChecks'][number]['operator']

/** What a value must be. `value` is undefined when the monitor names none. */
export interface Expectation {
  readonly operator: Operator
  readonly value?: unknown
}

/** What values say about an expectation: whether they are as expected, why that cannot be told (goes on
 *  as a sentence of its own), or in which texts an expression, or a text as it stands, must be searched for. */
export type ValuesVerdict =
  | boolean
  | { readonly problem: string }
  | { readonly pattern: string; readonly isText: boolean; readonly texts: readonly string[] }

/** How each operator reads between a value's name and what it is compared with. */
const OPERATOR_WORDS = {
  equals: 'equal',
  notEquals: 'differ from',
  contains: 'contain',
  matches: 'match',
  gt: 'be more than',
  lt: 'be less than',
} as const satisfies Record<Exclude<Operator, 'exists'>, string>

/** "exists" with false asks for absence; as text in headers, whose values are texts. */
function asksForAbsence(value: unknown): boolean {
  return value === false || value === 'false'
}

/** What a value should do, after "it should ".
 *  @param shown what it is compared with, as people read it */
export function wantedText({ operator, value }: Expectation, shown: string): string {
  if (operator === 'exists') return asksForAbsence(value) ? 'not be there' : 'be there'
  return `${OPERATOR_WORDS[operator]} ${shown}`
}

/** No two parts that follow each other take the same character: texts are strangers', and to try all ways in which such
 *  parts share a long row of digits took minutes. */
const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/** A number, or a text that is one; null for anything else. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : null
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'bigint'
}

const textsOf = (found: readonly unknown[]): string[] => found.filter(isScalar).map(String)

/** Whether two values of JSON are the same. Numbers are compared as numbers: -0.0, as some programs write a
 *  nought, is 0. An integer that no number holds is its digits, which only a text can name in full. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'bigint') return typeof b === 'string' ? String(a) === b : Number(a) === b
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, i) => isSame(item, b[i]))
  }
  const entries = Object.entries(a)
  const other = b as Readonly<Record<string, unknown>>
  if (entries.length !== Object.keys(other).length) return false
  return entries.every(([key, value]) => Object.hasOwn(other, key) && isSame(value, other[key]))
}

/** Whether a list has this item, or an object this key. */
function has(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isSame(item, expected))
  if (typeof actual !== 'object' || actual === null) return false
  return isScalar(expected) && Object.hasOwn(actual, String(expected))
}

function isBeyond(actual: unknown, expected: unknown, sign: 1 | -1): boolean {
  const a = numberOf(actual)
  const b = numberOf(expected)
  return a !== null && b !== null && (a - b) * sign > 0
}

/** Judges what was found. With several values one that is as expected will do, save that none may be
 *  equal for "notEquals". Where nothing was found nothing holds, "notEquals" neither: an answer that
 *  lost a value must not pass because of that.
 *  - equals, notEquals: deep, and a number is no text, but for an integer beyond 2^53
 *  - contains: a piece of a text, an item of a list, a key of an object
 *  - matches: an expression occurs in a text, a number or a boolean
 *  - gt, lt: numbers, also in texts
 *  - exists: something was found, with the value false that nothing was */
export function judgeValues(
  found: readonly unknown[],
  { operator, value }: Expectation,
): ValuesVerdict {
  if (operator === 'exists') return found.length > 0 !== asksForAbsence(value)
  if (value === undefined) {
    return { problem: `The monitor's check with "${operator}" names no value to compare with.` }
  }
  if (found.length === 0) return false
  switch (operator) {
    case 'equals':
      return found.some((each) => isSame(each, value))
    case 'notEquals':
      return !found.some((each) => isSame(each, value))
    case 'contains':
      if (found.some((each) => has(each, value))) return true
      return isScalar(value) && { pattern: String(value), isText: true, texts: textsOf(found) }
    case 'gt':
      return found.some((each) => isBeyond(each, value, 1))
    case 'lt':
      return found.some((each) => isBeyond(each, value, -1))
    default: {
      const pattern = isScalar(value) ? String(value) : JSON.stringify(value)
      return { pattern, isText: false, texts: textsOf(found) }
    }
  }
}
