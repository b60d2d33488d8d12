import { isRecorded } from '@sightline/shared/tracing/trace'

/** Whoever calls decides by itself that its trace is recorded, also where a share of the traces is: so many at once,
 *  and a second, are followed of all callers together. A call has about ten spans of 500 bytes. */
const CAPACITY = 100
const PER_SECOND = 10

/** Says whose trace a call continues.
 *  @param given what the caller sent; null: nothing
 *  @returns null: it begins one here, which is recorded as others that begin here are */
export type FollowTrace = (given: string | null) => string | null

export function createFollowTrace(nowMs: () => number): FollowTrace {
  let left = CAPACITY
  let atMs = nowMs()

  function take(): boolean {
    const now = nowMs()
    left = Math.min(CAPACITY, left + (Math.max(0, now - atMs) / 1_000) * PER_SECOND)
    atMs = now
    if (left < 1) return false
    left -= 1
    return true
  }

  return (given) => (given === null || !isRecorded(given) || take() ? given : null)
}
