import type { SettingsOf } from '@sightline/shared/monitor-settings'
import { PatternError, compilePattern } from '@sightline/shared/pattern'
import { setImmediate } from 'node:timers/promises'
import { printable } from '../../printable.ts'
import { comparable, holds } from './comparable.ts'

type Settings = SettingsOf<'dns'>

/** Longest list in a message, and longest entry of it, in characters. */
const MAX_LISTED = 5
const MAX_ENTRY = 120
/** Records with more characters than this are searched for one expression at a time: a hundred of them
 *  must not hold up every other check. */
const LONG_TEXT = 4_096

/** Judges the values of the records found. @returns what is wrong, as the end of a sentence after
 *  "The answer ..."; null when nothing is */
export type Expectation = (values: readonly string[]) => string | null | Promise<string | null>

/** @throws PatternError for an expression that cannot be used */
function build({ recordType: type, expected }: Settings): Expectation {
  const { match, values } = expected
  const wanted = values.map((value) => comparable(type, value))
  switch (match) {
    case 'exactSet': {
      const set = new Set(wanted)
      return (found) => {
        const given = new Set(found.map((value) => comparable(type, value)))
        const missing = values.filter((_, i) => !given.has(wanted[i] ?? ''))
        const extra = found.filter((value) => !set.has(comparable(type, value)))
        const lacks = missing.length > 0 ? `lacks ${listed(missing)}` : null
        const adds = extra.length > 0 ? `has the unexpected ${listed(extra)}` : null
        return lacks !== null && adds !== null ? `${lacks} and ${adds}` : (lacks ?? adds)
      }
    }
    case 'contains':
      return (found) => {
        const given = found.map((value) => comparable(type, value))
        const missing = values.filter(
          (_, i) => !given.some((each) => holds(type, each, wanted[i] ?? '')),
        )
        return missing.length > 0 ? `lacks ${listed(missing)}` : null
      }
    case 'regex': {
      const patterns = values.map((value) => compilePattern(value, { caseSensitive: false }))
      return async (found) => {
        const size = found.reduce((sum, text) => sum + text.length, 0)
        const missing: string[] = []
        for (const [i, pattern] of patterns.entries()) {
          if (i > 0 && size > LONG_TEXT) await setImmediate()
          if (!found.some((each) => pattern.occursIn(each))) missing.push(values[i] ?? '')
        }
        return missing.length > 0 ? `has no record that fits ${listed(missing)}` : null
      }
    }
    default:
      return () => null
  }
}

/** Values in quotes for a sentence. */
function listed(values: readonly string[]): string {
  const shown = values.slice(0, MAX_LISTED).map((value) => `"${printable(value, MAX_ENTRY)}"`)
  const more = values.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** How many records there must be. */
export function leastCount({ expected }: Settings): number {
  return expected.minCount ?? 1
}

const known = new WeakMap<Settings, Expectation | PatternError>()

/** What a monitor expects of the values; monitors of equal settings share one.
 *  @returns the error for an expression that cannot be used */
export function expectationOf(settings: Settings): Expectation | PatternError {
  const hit = known.get(settings)
  if (hit !== undefined) return hit
  let made: Expectation | PatternError
  try {
    made = build(settings)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    made = error
  }
  known.set(settings, made)
  return made
}
