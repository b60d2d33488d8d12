/** An agent whose clock is further off than this runs by the controller's. Source: monitoring design,
 *  section 2. */
const CORRECT_ABOVE_MS = 2_000
/** Hysteresis: a correction ends only when the clock is good again, and moves only when it drifted,
 *  so that jitter of the measurement does not move the schedule. */
const TRUST_BELOW_MS = 1_000
const MOVE_ABOVE_MS = 500

/** Instants in UNIX ms. */
export interface Clock {
  /** What the schedule and every result go by. */
  readonly now: () => number
  /** What this machine believes. */
  readonly raw: () => number
  /** Takes a measurement of a controller. @param offsetMs how far this machine is ahead */
  readonly observe: (offsetMs: number) => void
}

/** @param deps.onCorrection told each new correction in ms, 0 for none */
export function createClock(deps: {
  raw: () => number
  correctionMs: number
  onCorrection: (correctionMs: number) => void
}): Clock {
  let correctionMs = deps.correctionMs

  function corrected(offsetMs: number): number {
    if (correctionMs === 0) return Math.abs(offsetMs) > CORRECT_ABOVE_MS ? offsetMs : 0
    if (Math.abs(offsetMs) < TRUST_BELOW_MS) return 0
    return Math.abs(offsetMs - correctionMs) > MOVE_ABOVE_MS ? offsetMs : correctionMs
  }

  return {
    now: () => deps.raw() - correctionMs,
    raw: deps.raw,
    observe(offsetMs) {
      const next = corrected(offsetMs)
      if (next === correctionMs) return
      correctionMs = next
      deps.onCorrection(next)
    },
  }
}
