import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { PatternError } from '@sightline/shared/pattern'
import { printable } from '../../outcome/printable.ts'
import { anyTextMatches } from '../matching/any-text-matches.ts'
import { knownPattern } from '../matching/known-patterns.ts'
import { comparable, holds } from './comparable.ts'

type Settings = SettingsOf<'dns'>

/** Longest list in a message, and longest entry of it, in characters. */
const MAX_LISTED = 5
const MAX_ENTRY = 120

/** What is wrong with an answer, as the end of a sentence after "The answer ..."; null when nothing is;
 *  or that the time limit struck before that was known. */
export type Comparison = { readonly wrong: string | null } | 'outOfTime'

/** Judges the values of the records found. */
export type Expectation = (
  values: readonly string[],
  signal: AbortSignal,
) => Comparison | Promise<Comparison>

/** Finds the expressions that fit no value. */
async function searchAll(
  expressions: readonly string[],
  values: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string> | 'outOfTime'> {
  const unfit = new Set<string>()
  for (const pattern of expressions) {
    const found = await anyTextMatches({ pattern, caseSensitive: false }, values, signal)
    if (signal.aborted || !found.ok) return 'outOfTime'
    if (!found.matches) unfit.add(pattern)
  }
  return unfit
}

/** @throws PatternError for an expression that cannot be used */
function build({ recordType: type, expected }: Settings): Expectation {
  const { match, values } = expected
  const wanted = values.map((value) => comparable(type, value))
  switch (match) {
    case 'exactSet': {
      const set = new Set(wanted)
      return (found) => {
        const given = new Map([...new Set(found)].map((value) => [value, comparable(type, value)]))
        const all = new Set(given.values())
        const missing = values.filter((_, i) => !all.has(wanted[i] ?? ''))
        const extra = found.filter((value) => !set.has(given.get(value) ?? ''))
        const lacks = missing.length > 0 ? `lacks ${listed(missing)}` : null
        const adds = extra.length > 0 ? `has the unexpected ${listed(extra)}` : null
        return { wrong: lacks !== null && adds !== null ? `${lacks} and ${adds}` : (lacks ?? adds) }
      }
    }
    case 'contains':
      return (found) => {
        const given = [...new Set(found)].map((value) => comparable(type, value))
        const missing = values.filter(
          (_, i) => !given.some((each) => holds(type, each, wanted[i] ?? '')),
        )
        return { wrong: missing.length > 0 ? `lacks ${listed(missing)}` : null }
      }
    case 'regex': {
      // For the error only: the cache keeps what it has room for.
      for (const pattern of values) knownPattern({ pattern, caseSensitive: false })
      return async (found, signal) => {
        const unfit = await searchAll(values, [...new Set(found)], signal)
        if (unfit === 'outOfTime') return unfit
        const missing = values.filter((value) => unfit.has(value))
        return { wrong: missing.length > 0 ? `has no record that fits ${listed(missing)}` : null }
      }
    }
    default:
      return () => ({ wrong: null })
  }
}

/** Values in quotes for a sentence. */
function listed(values: readonly string[]): string {
  const shown = values.slice(0, MAX_LISTED).map((value) => `"${printable(value, MAX_ENTRY)}"`)
  const more = values.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Whether the values of records matter, not only how many there are. */
export function isComparing({ expected }: Settings): boolean {
  return expected.match !== 'any' && expected.match !== 'count'
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
