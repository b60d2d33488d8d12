import { JsonPathError, parseJsonPath, selectJson } from '@sightline/shared/json-path'
import { printable } from '../../outcome/printable.ts'
import { mayLackDigits, parseWithDigits, withDigits } from './big-integers.ts'
import { endOfString, QUOTE } from './end-of-string.ts'
import type { Expectation, ValuesVerdict } from './values.ts'
import { judgeValues } from './values.ts'

export interface JsonCheck extends Expectation {
  readonly path: string
}

export interface JsonQuestion {
  readonly text: string
  readonly checks: readonly JsonCheck[]
}

/** What one check found, and how that reads after the value's name ("is missing"). */
export interface JsonFinding {
  readonly verdict: ValuesVerdict
  readonly is: string
}

/** What the checks found in their order, up to the first that is not as expected; or why the text
 *  cannot be read, after "The answer is no JSON"; or that it is too large for this agent. */
export type JsonAnswer =
  | { readonly findings: readonly JsonFinding[] }
  | { readonly unreadable: string }
  | 'large'

const MAX_SHOWN = 200
/** Of many values only these are written out for people. */
const MAX_SHOWN_VALUES = 3
/** Deeper ones only stall: V8 took 2.5 s for 10 MB of brackets. */
const MAX_DEPTH = 1_000

/** Lists and objects in a text that is read. They take most: 10 MB of "[" and "]" would be 290 MB as
 *  objects, with this limit none of that size is more than 200 MB. */
const MAX_CONTAINERS = 1_000_000

/** What reading a text would cost too much for, by its brackets; null when it may be read. V8 asks
 *  nobody on its way: a heap that is full in the middle of a text ends the process. */
function excessOf(text: string): 'deep' | 'large' | null {
  let depth = 0
  let containers = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    // "[" and "{", "]" and "}" differ in one bit.
    else if ((code & ~32) === 91) {
      depth += 1
      containers += 1
      if (depth > MAX_DEPTH) return 'deep'
      if (containers > MAX_CONTAINERS) return 'large'
    } else if ((code & ~32) === 93) depth -= 1
  }
  return null
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'bigint') return printable(String(value), MAX_SHOWN)
  const beginning = typeof value === 'string' ? value.slice(0, 2 * MAX_SHOWN) : value
  return printable(JSON.stringify(beginning) ?? 'nothing', MAX_SHOWN)
}

function isText(found: readonly unknown[]): string {
  if (found.length === 0) return 'is missing'
  const shown = found.slice(0, MAX_SHOWN_VALUES).map(shownValue).join(', ')
  const more = found.length - MAX_SHOWN_VALUES
  return more > 0 ? `is ${shown} and ${more} more` : `is ${shown}`
}

/** @param digits the same value with all digits of its integers */
function findingOf(value: unknown, digits: () => unknown, check: JsonCheck): JsonFinding {
  try {
    const path = parseJsonPath(check.path)
    let found = selectJson(value, path)
    if (found.some(mayLackDigits)) found = selectJson(digits(), path).map(withDigits)
    const verdict = judgeValues(found, check)
    return { verdict, is: verdict === true ? '' : isText(found) }
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error
    const path = printable(check.path, MAX_SHOWN)
    const problem = `The monitor's path "${path}" cannot be used: ${error.message}.`
    return { verdict: { problem }, is: '' }
  }
}

/** Reads a JSON text and runs checks on it, all but the search in texts. */
export function judgeJson({ text, checks }: JsonQuestion): JsonAnswer {
  const excess = excessOf(text)
  if (excess === 'large') return excess
  if (excess === 'deep') {
    return { unreadable: ` that can be read: it is nested more than ${MAX_DEPTH} deep` }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { unreadable: '' }
  }
  const findings: JsonFinding[] = []
  let exact: unknown
  const digits = (): unknown => (exact ??= parseWithDigits(text))
  for (const check of checks) {
    const finding = findingOf(value, digits, check)
    findings.push(finding)
    if (finding.verdict === false) break
  }
  return { findings }
}
