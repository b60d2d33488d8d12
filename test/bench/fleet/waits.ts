/** How long many things took, counted in steps: a million of them are some kilobytes. */
export interface Waits {
  readonly add: (ms: number) => void
  /** What was added since it was asked last. */
  readonly take: () => WaitCounts
}

/** How many took how many steps; the last step is "longer". */
export type WaitCounts = readonly number[]

const STEP_MS = 10
const STEPS = 6_001

export function createWaits(): Waits {
  let counts = Array.from({ length: STEPS }, () => 0)
  return {
    add(ms) {
      const step = Math.min(STEPS - 1, Math.max(0, Math.ceil(ms / STEP_MS)))
      counts[step] = (counts[step] ?? 0) + 1
    },
    take() {
      const taken = counts
      counts = Array.from({ length: STEPS }, () => 0)
      return taken
    },
  }
}

export function sumOfWaits(several: readonly WaitCounts[]): WaitCounts {
  return Array.from({ length: STEPS }, (_, step) =>
    several.reduce((sum, counts) => sum + (counts[step] ?? 0), 0),
  )
}

export const countOf = (counts: WaitCounts): number => counts.reduce((sum, count) => sum + count, 0)

/** The time that at least this share of them did not exceed, ms; NaN when there are none. */
export function waitOfShare(counts: WaitCounts, share: number): number {
  const wanted = countOf(counts) * share
  if (wanted === 0) return Number.NaN
  let sum = 0
  const step = counts.findIndex((count) => (sum += count) >= wanted)
  return step * STEP_MS
}
