/** What a difference means. */
export type Verdict = 'better' | 'worse' | 'same' | 'other'

/** A metric of two things that are compared, as it is shown. */
export interface CompareRow<Shown = string> {
  readonly name: string
  readonly before: Shown
  readonly after: Shown
  readonly verdict: Verdict
  /** Said in the chip instead of the verdict's word, such as "+3". */
  readonly told?: string
}
