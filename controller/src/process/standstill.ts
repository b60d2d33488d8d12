/** Longer without a turn of the event loop is no busy moment. Agents are lost after 15 s of silence and tell every 5 s
 *  that they live: what the database knew of them before a shorter one still holds. */
const STANDSTILL_MS = 5_000

const PULSE_MS = 500

/** After a standstill whoever waits to be heard is heard first, and what others did meanwhile is read. */
const SETTLE_MS = 5_000

/** Knows whether this process stood still: it was stopped, its machine slept, or one thing kept it busy. What it knows
 *  of others is of before, and what the database says of its own agents is only that nobody spoke for them. */
export interface Standstill {
  /** When the last one was over, monotonic ms; -Infinity: there was none. */
  readonly overAtMs: () => number
  /** What was read since then counts, monotonic ms. */
  readonly settledAtMs: () => number
  readonly stop: () => void
}

/** @param now monotonic ms */
export function watchStandstill(now: () => number = () => performance.now()): Standstill {
  let beatMs = now()
  let endMs = -Infinity

  /** Whoever asks first after a standstill finds it, be it the timer or not. */
  function overAtMs(): number {
    const nowMs = now()
    if (nowMs - beatMs > STANDSTILL_MS) endMs = nowMs
    beatMs = nowMs
    return endMs
  }

  const timer = setInterval(overAtMs, PULSE_MS)
  timer.unref()
  return {
    overAtMs,
    settledAtMs: () => overAtMs() + SETTLE_MS,
    stop: () => clearInterval(timer),
  }
}
