import type { PacerClock } from './pacer.ts'
import { REAL_CLOCK } from './pacer.ts'

/** How often it is looked whether the agent is late. */
const LOOK_MS = 200
/** Longest wait before one request: a crawl becomes slow, but does not stand still. */
const MAX_WAIT_MS = 2_000
/** What an agent with enough room stays far below; slots are late for people from a second on. */
const MAX_LATENESS_P99_MS = 300
const MAX_LOOP_DELAY_MS = 100

/** How an agent tells that it has too much to do. */
export interface Burden {
  /** How late checks were begun, the 99th percentile. */
  readonly latenessP99Ms: () => number
  /** Longest the event loop was held up since it was asked last. */
  readonly loopDelayMs: () => number
}

/** Waits while the agent's checks are late, for a while. */
export type GiveWay = (signal: AbortSignal) => Promise<void>

/** For all crawls of an agent. @throws when the time of whoever waits is over */
export function createGiveWay(burden: Burden, clock: PacerClock = REAL_CLOCK): GiveWay {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let isLate = false

  function look(): boolean {
    const nowMs = clock.nowMs()
    if (nowMs - lookedAtMs < LOOK_MS) return isLate
    lookedAtMs = nowMs
    const { latenessP99Ms, loopDelayMs } = burden
    isLate = loopDelayMs() > MAX_LOOP_DELAY_MS || latenessP99Ms() > MAX_LATENESS_P99_MS
    return isLate
  }

  return async (signal) => {
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS && look(); waitedMs += LOOK_MS) {
      await clock.wait(LOOK_MS, signal)
    }
  }
}
