/** The fixed grid of one assignment: slots are at `k * periodMs + phaseMs` in UNIX ms.
 *  Source: monitoring design, section 2. */
export interface Grid {
  readonly periodMs: number
  readonly phaseMs: number
}

/** The first slot at or after an instant. */
export function slotAtOrAfter(grid: Grid, instantMs: number): number {
  const k = Math.ceil((instantMs - grid.phaseMs) / grid.periodMs)
  return k * grid.periodMs + grid.phaseMs
}

/** How many slots lie in `[fromMs, toMs)`. */
export function slotsBetween(grid: Grid, fromMs: number, toMs: number): number {
  const first = slotAtOrAfter(grid, fromMs)
  return first >= toMs ? 0 : Math.ceil((toMs - first) / grid.periodMs)
}
