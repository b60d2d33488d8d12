import type { CompareRow, Verdict } from './compare-row.ts'

/** Which way is good: `none` where neither is. */
export type Good = 'more' | 'less' | 'none'

function verdictOf(difference: number, good: Good): Verdict {
  if (difference === 0) return 'same'
  if (good === 'none') return 'other'
  return difference > 0 === (good === 'more') ? 'better' : 'worse'
}

/** A row of two numbers, with how much the one is above the other. Pure.
 *  @param show a number in words */
export function numberRow(
  name: string,
  [before, after]: readonly [number | null, number | null],
  good: Good,
  show: (value: number) => string,
): CompareRow {
  const word = (value: number | null): string => (value === null ? '–' : show(value))
  if (before === null || after === null) {
    const verdict = before === after ? 'same' : 'other'
    return { name, before: word(before), after: word(after), verdict }
  }
  // As far as it is shown: what looks the same is the same.
  const difference = show(before) === show(after) ? 0 : after - before
  const told =
    difference === 0 ? undefined : `${difference > 0 ? '+' : '−'}${show(Math.abs(difference))}`
  return {
    name,
    before: word(before),
    after: word(after),
    verdict: verdictOf(difference, good),
    ...(told === undefined ? {} : { told }),
  }
}
