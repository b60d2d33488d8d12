import type { TextMeasures } from './measure-text.ts'

/** The formulas, each with the constants it was published with, which are those of English. */
export const READABILITY = {
  /** Source: Kincaid et al. 1975 */
  fleschKincaidGrade: (m) =>
    0.39 * (m.words / m.sentences) + 11.8 * (m.syllables / m.words) - 15.59,
  /** Source: Flesch 1948 */
  fleschReadingEase: (m) =>
    206.835 - 1.015 * (m.words / m.sentences) - 84.6 * (m.syllables / m.words),
  /** Source: Senter and Smith 1967 */
  automatedReadabilityIndex: (m) =>
    4.71 * ((m.letters + m.digits) / m.words) + 0.5 * (m.words / m.sentences) - 21.43,
  /** Source: Coleman and Liau 1975 */
  colemanLiauIndex: (m) =>
    0.0588 * ((100 * m.letters) / m.words) - 0.296 * ((100 * m.sentences) / m.words) - 15.8,
  /** Source: Gunning 1952 */
  gunningFog: (m) => 0.4 * (m.words / m.sentences + (100 * m.longStems) / m.words),
  /** Source: McLaughlin 1969 */
  smogIndex: (m) => 1.043 * Math.sqrt((30 * m.longWords) / m.sentences) + 3.1291,
} as const satisfies Record<string, (measures: TextMeasures) => number>

export type ReadabilityIndex = keyof typeof READABILITY

/** All indices with two decimals. 0 for a text without a word or a sentence; null where the script does
 *  not write syllables, so that no formula means anything. Source: design of the analyses, section 3 */
export function readabilityOf(measures: TextMeasures): Record<ReadabilityIndex, number | null> {
  const isEmpty = measures.words === 0 || measures.sentences === 0
  const entries = Object.entries(READABILITY).map(([name, formula]) => {
    if (isEmpty) return [name, 0]
    return [name, measures.isAlphabetic ? roundTo2(formula(measures)) : null]
  })
  return Object.fromEntries(entries) as Record<ReadabilityIndex, number | null>
}

/** With two decimals, never -0. */
export function roundTo2(value: number): number {
  return Math.round(value * 100) / 100 || 0
}
