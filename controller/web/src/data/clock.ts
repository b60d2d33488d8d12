/** A clock for all that says how long something has been. */
export interface Clock {
  /** @param listener called when it moves on  @returns ends it */
  readonly subscribe: (listener: () => void) => () => void
  /** What it shows: the same until it moves on. */
  readonly read: () => Date
}

/** A clock that moves on by itself while it is looked at; what it shows to who looks again is no older than a tick.
 *  @param tickMs how often it moves on  @param nowMs the time */
export function createClock(tickMs: number, nowMs: () => number): Clock {
  let now = new Date(nowMs())
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined

  function move(): void {
    now = new Date(nowMs())
    for (const told of listeners) told()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      timer ??= setInterval(move, tickMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    read() {
      // It stood still while nobody looked.
      if (timer === undefined && Math.abs(nowMs() - now.getTime()) >= tickMs)
        now = new Date(nowMs())
      return now
    },
  }
}
