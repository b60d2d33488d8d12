import type { SettingsOf } from '@sightline/shared/monitor-settings'
import { isDeepStrictEqual } from 'node:util'
import type { TextsMatch } from './any-text-matches.ts'
import { anyTextMatches } from './any-text-matches.ts'

export type Operator = SettingsOf<'web'>['jsonChecks'][number]['operator']

/** What a value must be. `value` is undefined when the monitor names none. */
export interface Expectation {
  readonly operator: Operator
  readonly value?: unknown
}

/** How each operator reads between a value's name and what it is compared with. */
export const OPERATOR_WORDS = {
  equals: 'equal',
  notEquals: 'differ from',
  contains: 'contain',
  matches: 'match',
  gt: 'be more than',
  lt: 'be less than',
  exists: 'be there',
} as const satisfies Record<Operator, string>

/** A number, or a text that is one; null for anything else. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  const isNumeric =
    typeof value === 'string' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)
  return isNumeric ? Number(value) : null
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isDeepStrictEqual(item, expected))
  if (typeof actual === 'object' && actual !== null) {
    return isScalar(expected) && Object.hasOwn(actual, String(expected))
  }
  return isScalar(actual) && isScalar(expected) && String(actual).includes(String(expected))
}

function isBeyond(actual: unknown, expected: unknown, sign: 1 | -1): boolean {
  const a = numberOf(actual)
  const b = numberOf(expected)
  return a !== null && b !== null && (a - b) * sign > 0
}

/** Whether what was found is as expected. With several values one that is will do, save that none may
 *  be equal for "notEquals". Where nothing was found nothing holds, "notEquals" neither: an answer that
 *  lost a value must not pass because of that.
 *  - equals, notEquals: deep, and a number is no text
 *  - contains: a piece of a text, an item of a list, a key of an object
 *  - matches: an expression occurs in a text, a number or a boolean
 *  - gt, lt: numbers, also in texts */
export async function areAsExpected(
  found: readonly unknown[],
  expectation: Expectation,
  signal: AbortSignal,
): Promise<TextsMatch> {
  const { operator, value } = expectation
  const judged = (matches: boolean): TextsMatch => ({ ok: true, matches })
  if (operator === 'exists') return judged(found.length > 0)
  if (value === undefined) {
    const message = `The monitor's check with "${operator}" names no value to compare with.`
    return { ok: false, source: 'monitor', message }
  }
  if (found.length === 0) return judged(false)
  switch (operator) {
    case 'equals':
      return judged(found.some((each) => isDeepStrictEqual(each, value)))
    case 'notEquals':
      return judged(!found.some((each) => isDeepStrictEqual(each, value)))
    case 'contains':
      return judged(found.some((each) => contains(each, value)))
    case 'gt':
      return judged(found.some((each) => isBeyond(each, value, 1)))
    case 'lt':
      return judged(found.some((each) => isBeyond(each, value, -1)))
    default:
      return anyTextMatches(
        { pattern: isScalar(value) ? String(value) : JSON.stringify(value), caseSensitive: true },
        found.filter(isScalar).map(String),
        signal,
      )
  }
}
