/** Below this a page has other things to do than to earn bonuses. */
const MIN_SCORE_FOR_BONUS = 90

/** Scores from which on a grade is given, best first. */
const GRADES = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
] as const

/** The score that modifiers lead to, from 100 on, never below 0.
 *  Source: HTTP Observatory, algorithm version 6 */
export function scoreOf(modifiers: readonly number[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 100)
  const withoutBonus = sum(modifiers.filter((each) => each < 0))
  return Math.max(0, withoutBonus >= MIN_SCORE_FOR_BONUS ? sum(modifiers) : withoutBonus)
}

/** @param score 0 and above */
export function gradeOf(score: number): (typeof GRADES)[number][1] | 'F' {
  return GRADES.find(([from]) => score >= from)?.[1] ?? 'F'
}
