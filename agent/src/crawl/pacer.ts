import { setTimeout as delay } from 'node:timers/promises'

/** Lets requests begin one after the other, as far apart as they are to be. */
export interface Pacer {
  /** Waits until the next request may begin.
   *  @param enter what else must be waited for, such as a place in a lane; the interval counts from its end
   *  @throws what `enter` throws, and when the time is over before */
  readonly begin: <T>(enter: () => Promise<T>) => Promise<T>
}

/** What tells the time, and waits for it to pass. */
export interface PacerClock {
  readonly nowMs: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export const REAL_CLOCK: PacerClock = {
  nowMs: () => performance.now(),
  wait: (ms, signal) => delay(ms, undefined, { signal }),
}

/** @param times.startAfterMs from now to the first one @param times.intervalMs between the beginnings of two */
export function createPacer(
  times: { readonly startAfterMs: number; readonly intervalMs: number },
  signal: AbortSignal,
  clock: PacerClock = REAL_CLOCK,
): Pacer {
  let nextAtMs = clock.nowMs() + times.startAfterMs
  let last: Promise<unknown> = Promise.resolve()

  async function turn<T>(enter: () => Promise<T>): Promise<T> {
    const waitMs = nextAtMs - clock.nowMs()
    if (waitMs > 0) await clock.wait(waitMs, signal)
    const entered = await enter()
    nextAtMs = clock.nowMs() + times.intervalMs
    return entered
  }

  return {
    begin(enter) {
      const mine = last.then(() => turn(enter))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
