import type { Finding } from './case.ts'

/** Each further kind of evidence halves what is left of the doubt. */
const DOUBT_OF_ONE_KIND = 0.4

/** How sure a finding is, 0 to 1: the share of voting regions that agree, times what its kinds of
 *  evidence are worth (one 0.6, two 0.8, three 0.9, ...).
 *  Source: monitoring design, section 5 ("share of voting regions that agree x kinds of evidence")
 *  @param voting how many regions said something about the target */
export function confidenceOf(
  { regions, kinds }: Pick<Finding, 'regions' | 'kinds'>,
  voting: number,
): number {
  const share = Math.min(1, regions.length / Math.max(1, voting))
  const different = Math.max(1, new Set(kinds).size)
  const worth = 1 - DOUBT_OF_ONE_KIND * 0.5 ** (different - 1)
  return Math.round(100 * share * worth) / 100
}
