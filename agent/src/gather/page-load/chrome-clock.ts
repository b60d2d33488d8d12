/** Chrome's own clock, read off what Chrome tells: seconds since nobody knows when. */
export interface ChromeClock {
  /** Takes note of the time of an event that has just come. */
  readonly heard: (timestampS: number) => void
  /** As of the event that took the least time to come: never before one that was heard. */
  readonly nowS: () => number
}

/** A clock that has heard of nothing yet, and does not know the time. @param nowMs a clock that only goes forward */
export function createChromeClock(nowMs: () => number): ChromeClock {
  let aheadS = -Infinity
  return {
    heard(timestampS) {
      aheadS = Math.max(aheadS, timestampS - nowMs() / 1_000)
    },
    nowS: () => nowMs() / 1_000 + aheadS,
  }
}
