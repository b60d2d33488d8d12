import type { ImportedKind, ImportRow, Outcome } from './import-row.ts'
import { IMPORTED_KINDS, OUTCOMES } from './import-row.ts'

/** How many of something came to what. */
export type Counts = Readonly<Record<Outcome, number>>

/** An import in numbers. */
export interface ImportSummary {
  readonly total: number
  /** All together. */
  readonly outcomes: Counts
  /** The same by kind; what nothing here stands for is in `outcomes` alone. */
  readonly byKind: Readonly<Record<ImportedKind, Counts>>
  /** Monitors that the plan let be made when it began; null: any number. */
  readonly placesFree: number | null
  /** Rows with warnings. */
  readonly withWarnings: number
}

/** Counts rows as they come. */
export function createSummary(placesFree: number | null) {
  const outcomes = noneYet()
  const byKind = Object.fromEntries(IMPORTED_KINDS.map((kind) => [kind, noneYet()])) as Record<
    ImportedKind,
    Record<Outcome, number>
  >
  let total = 0
  let withWarnings = 0
  return {
    count(rows: readonly ImportRow[]): void {
      for (const { what, outcome, warnings } of rows) {
        total += 1
        outcomes[outcome] += 1
        const kind = IMPORTED_KINDS.find((each) => each === what)
        if (kind !== undefined) byKind[kind][outcome] += 1
        if (warnings.length > 0) withWarnings += 1
      }
    },
    read: (): ImportSummary => ({ total, outcomes, byKind, placesFree, withWarnings }),
  } as const
}

function noneYet(): Record<Outcome, number> {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
}
