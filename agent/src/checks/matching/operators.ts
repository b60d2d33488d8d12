import { anyTextMatches } from './any-text-matches.ts'
import type { Expectation, ValuesVerdict } from './values.ts'
import { judgeValues } from './values.ts'
import type { TextsMatch } from './texts-match.ts'

/** Searches texts where the values alone do not say it. */
export async function settleVerdict(
  verdict: ValuesVerdict,
  signal: AbortSignal,
): Promise<TextsMatch> {
  if (typeof verdict === 'boolean') return { ok: true, matches: verdict }
  if ('problem' in verdict) return { ok: false, source: 'monitor', message: verdict.problem }
  const { texts, ...wanted } = verdict
  return anyTextMatches({ ...wanted, caseSensitive: true }, texts, signal)
}

/** Whether what was found is as expected; see `judgeValues`. */
export async function areAsExpected(
  found: readonly unknown[],
  expectation: Expectation,
  signal: AbortSignal,
): Promise<TextsMatch> {
  return settleVerdict(judgeValues(found, expectation), signal)
}
