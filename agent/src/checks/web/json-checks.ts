import { JsonPathError, parseJsonPath, selectJson } from '@sightline/shared/json-path'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { CheckFailure } from '../../check-failure.ts'
import { printable } from '../../printable.ts'
import { areAsExpected, OPERATOR_WORDS } from '../matching/operators.ts'
import { unjudged } from './unjudged.ts'

type JsonCheck = SettingsOf<'web'>['jsonChecks'][number]

const MAX_SHOWN = 200
/** Of a large value only this much is written out before it is cut for people. */
const MAX_SHOWN_VALUES = 3

function mismatch(message: string): CheckFailure {
  return { source: 'target', phase: 'content', cause: 'jsonMismatch', message }
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return printable(JSON.stringify(value) ?? 'nothing', MAX_SHOWN)
}

function shownValues(found: readonly unknown[]): string {
  const shown = found.slice(0, MAX_SHOWN_VALUES).map(shownValue).join(', ')
  return found.length > MAX_SHOWN_VALUES
    ? `${shown} and ${found.length - MAX_SHOWN_VALUES} more`
    : shown
}

function describe(check: JsonCheck, found: readonly unknown[]): string {
  const path = printable(check.path, MAX_SHOWN)
  const is = found.length === 0 ? 'is missing' : `is ${shownValues(found)}`
  const wanted =
    check.operator === 'exists'
      ? 'be there'
      : `${OPERATOR_WORDS[check.operator]} ${printable(JSON.stringify(check.value) ?? '', MAX_SHOWN)}`
  return `The JSON value ${path} ${is}; it should ${wanted}.`
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** The first JSON value that is not as the monitor expects; null when all are.
 *  @param truncatedAt bytes that were looked at when there are more, null when that is all */
export async function jsonFailure(
  text: string,
  truncatedAt: number | null,
  checks: readonly JsonCheck[],
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  if (checks.length === 0) return null
  const parsed = parse(text)
  if (parsed === null) {
    const why =
      truncatedAt === null
        ? 'The answer is no JSON.'
        : `The answer cannot be read as JSON: only its first ${truncatedAt} bytes were looked at.`
    return mismatch(why)
  }
  for (const check of checks) {
    try {
      const found = selectJson(parsed.value, parseJsonPath(check.path))
      // oxlint-disable-next-line no-await-in-loop
      const judged = await areAsExpected(found, check, signal)
      if (!judged.ok) return unjudged(judged)
      if (!judged.matches) return mismatch(describe(check, found))
    } catch (error) {
      if (!(error instanceof JsonPathError)) throw error
      const message = `The monitor's path "${printable(check.path, MAX_SHOWN)}" cannot be used: ${error.message}.`
      return unjudged({ ok: false, source: 'monitor', message })
    }
  }
  return null
}
