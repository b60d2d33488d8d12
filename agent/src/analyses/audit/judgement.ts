import { MAX_AUDIT_EXAMPLES } from '@sightline/shared/analyses/audit'

/** What was measured. */
export type Measured = string | number | boolean | null

/** What a check says of a page. */
export type Judgement =
  | { readonly passed: true; readonly value: Measured }
  | {
      readonly passed: false
      readonly value: Measured
      readonly issue: string
      /** Part of what was counted that is good, 0 to 1; 0 where nothing is counted. */
      readonly goodShare: number
      /** The first things found wrong. */
      readonly examples: readonly string[]
    }
  | {
      readonly passed: null
      /** Why the check does not apply, as the second half of a sentence: "the page has no images". */
      readonly reason: string
    }

/** @param reason goes on after "Does not apply: " */
export function doesNotApply(reason: string): Judgement {
  return { passed: null, reason }
}

/** A check of one thing that is right or wrong. */
export function judged(isGood: boolean, value: Measured, issue: string): Judgement {
  return isGood
    ? { passed: true, value }
    : { passed: false, value, issue, goodShare: 0, examples: [] }
}

/** What is said of things that are counted. */
interface CountedWords<T> {
  /** Why the check does not apply to a page without any. */
  readonly none: string
  readonly issue: (bad: number, total: number) => string
  /** How one of them is named to people. */
  readonly example?: (item: T) => string
}

/** A check of many things each of which is right or wrong: the good ones earn their share. */
export function judgedEach<T>(
  items: readonly T[],
  isBad: (item: T) => boolean,
  words: CountedWords<T>,
): Judgement {
  const bad = items.filter(isBad)
  const { example } = words
  const examples = example === undefined ? [] : bad.slice(0, MAX_AUDIT_EXAMPLES).map(example)
  const judgement = judgedCount(bad.length, items.length, words)
  return judgement.passed === false ? { ...judgement, examples } : judgement
}

/** The same where only the numbers are known. */
export function judgedCount(
  bad: number,
  total: number,
  { none, issue }: Pick<CountedWords<unknown>, 'none' | 'issue'>,
): Judgement {
  if (total === 0) return doesNotApply(none)
  if (bad === 0) return { passed: true, value: 0 }
  const goodShare = (total - bad) / total
  return { passed: false, value: bad, issue: issue(bad, total), goodShare, examples: [] }
}

/** A check of many things of which a single bad one spoils all. */
export function judgedAll<T>(
  items: readonly T[],
  isBad: (item: T) => boolean,
  words: CountedWords<T>,
): Judgement {
  const judgement = judgedEach(items, isBad, words)
  return judgement.passed === false ? { ...judgement, goodShare: 0 } : judgement
}
