/** What one question to another clock told. */
export interface ClockSample {
  /** When it was put and when it was answered, by a clock of ours that is never set, ms. */
  readonly askedMs: number
  readonly answeredMs: number
  /** What the other clock said in between, UNIX ms. */
  readonly saidMs: number
}

/** How far the other clock is ahead of the one that is never set. */
export interface ClockEstimate {
  readonly aheadMs: number
  /** It is off by this much at most: half of the round trip. */
  readonly errorMs: number
}

/** Samples among which the best is taken; a question is put each second, and crystals are off by 0.1 ms a second
 *  at worst, so the oldest of them is still right to 1 ms. */
const SAMPLES = 8

/** By this much the clock may have been slewed since, and timers are coarse. */
const TOLERANCE_MS = 10

function estimateOf({ askedMs, answeredMs, saidMs }: ClockSample): ClockEstimate {
  return { aheadMs: saidMs - (askedMs + answeredMs) / 2, errorMs: (answeredMs - askedMs) / 2 }
}

/** True when the two cannot both be right: the other clock was set meanwhile, or ours stood still. */
function contradict(a: ClockEstimate, b: ClockEstimate): boolean {
  return Math.abs(a.aheadMs - b.aheadMs) > a.errorMs + b.errorMs + TOLERANCE_MS
}

/** The best of the last samples is the one with the shortest round trip (RFC 5905, section 10). Slow answers change
 *  nothing, as they prove little; one that contradicts what is known is taken at once, and all before it is
 *  forgotten. */
export function createClockEstimator(): {
  /** @returns what is known now, and whether the sample contradicted what was known before */
  readonly add: (sample: ClockSample) => { estimate: ClockEstimate; isJump: boolean }
} {
  let known: ClockEstimate[] = []
  return {
    add(sample) {
      const latest = estimateOf(sample)
      const isJump = known.some((earlier) => contradict(earlier, latest))
      known = isJump ? [latest] : [...known.slice(1 - SAMPLES), latest]
      return { estimate: known.reduce((a, b) => (b.errorMs <= a.errorMs ? b : a)), isJump }
    },
  }
}
