/** A check tells itself how far it got when its signal aborts; one that does not within this time is
 *  abandoned. */
const GRACE_MS = 250

/** A limit that strikes this much too late, or this share of it, was held up with everything else in a
 *  process that stood still (SIGSTOP, a suspended machine, an event loop that was busy): what the check
 *  saw then says nothing about its target. */
const LATE_MS = 100
const LATE_SHARE = 0.05

/** Given as the reason of an abort: without one each check would make a DOMException with its stack
 *  (50 µs), which nobody reads. */
const OVER = 'the check is over'

/** The time limit of one check. */
export interface Deadline {
  /** Aborts at the limit, when the check is cancelled, and at its end. */
  readonly signal: AbortSignal
  /** Waits for something that is none of the check's own time: the limit stands still meanwhile. */
  readonly apart: <T>(wait: () => Promise<T>) => Promise<T>
  /** Whether the process stood still when the limit should have struck. */
  readonly stoodStill: () => boolean
  /** Ends what the check still holds open. */
  readonly end: () => void
}

/** @param onIgnored called when the check ignored its limit
 *  @param cancelled aborts when nobody waits for the check any more */
export function startDeadline(
  timeoutMs: number,
  onIgnored: () => void,
  cancelled?: AbortSignal,
): Deadline {
  const limit = new AbortController()
  let leftMs = timeoutMs
  let countedFromMs = performance.now()
  let isOver = false
  let stoodStill = false

  function strike(): void {
    if (isOver) return
    timer = setTimeout(onIgnored, GRACE_MS)
    limit.abort(OVER)
  }

  function reach(): void {
    const lateMs = performance.now() - countedFromMs - leftMs
    stoodStill = lateMs > LATE_MS + timeoutMs * LATE_SHARE
    // What came while the process stood still is read before the limit strikes.
    setImmediate(strike)
  }

  let timer = setTimeout(reach, timeoutMs)
  cancelled?.addEventListener('abort', strike, { once: true })
  if (cancelled?.aborted === true) strike()

  return {
    signal: limit.signal,
    async apart(wait) {
      if (limit.signal.aborted) return wait()
      clearTimeout(timer)
      leftMs = Math.max(0, leftMs - (performance.now() - countedFromMs))
      try {
        return await wait()
      } finally {
        countedFromMs = performance.now()
        if (!limit.signal.aborted) timer = setTimeout(reach, leftMs)
      }
    },
    stoodStill: () => stoodStill,
    end() {
      isOver = true
      clearTimeout(timer)
      cancelled?.removeEventListener('abort', strike)
      limit.abort(OVER)
    },
  }
}
