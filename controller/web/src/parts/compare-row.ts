import type { ReactNode } from 'react'

/** What a difference means. */
export type Verdict = 'better' | 'worse' | 'same' | 'other'

/** A metric of two things that are compared. */
export interface CompareRow {
  readonly name: string
  readonly before: ReactNode
  readonly after: ReactNode
  readonly verdict: Verdict
  /** Said in the chip instead of the verdict's word, such as "+3". */
  readonly told?: string
}
