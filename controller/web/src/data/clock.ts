import { whileSeen } from './while-seen.ts'

/** A clock for all that says how long something has been. */
export interface Clock {
  /** @param listener called when it moves on  @returns ends it */
  readonly subscribe: (listener: () => void) => () => void
  /** What it shows: the same until it moves on. */
  readonly read: () => Date
  /** Moves it on now, where it is looked at: it may have stood still while nobody saw the page. */
  readonly wake: () => void
}

/** A clock that moves on by itself while it is looked at; what it shows to who looks again is no older than a tick. What is
 *  asked for by its time is so asked for by nobody whose page is not seen.
 *  @param tickMs how often it moves on  @param nowMs the time  @param seen whether anybody sees the page */
export function createClock(
  tickMs: number,
  nowMs: () => number,
  seen = (): boolean => true,
): Clock {
  let now = new Date(nowMs())
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined

  function move(): void {
    now = new Date(nowMs())
    for (const told of listeners) told()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      stop ??= whileSeen(move, tickMs, seen)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
    read() {
      // It stood still while nobody looked.
      if (stop === undefined && Math.abs(nowMs() - now.getTime()) >= tickMs) now = new Date(nowMs())
      return now
    },
    wake() {
      if (stop !== undefined && seen()) move()
    },
  }
}
