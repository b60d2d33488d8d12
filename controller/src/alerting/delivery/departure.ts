import type { CrowdRow } from '../../db/alert-bundles.ts'

/** Alerts that one recipient gets one by one on one channel within `CROWD_MS`. */
export const MAX_ALONE = 10
export const CROWD_MS = 60_000

/** From then on the next message leaves this much after the last, with all that came meanwhile. */
export const GATHER_MS = 10_000

/** How an alert leaves: by itself, in one message with all that waits, or later, UNIX ms. */
export type Departure = 'alone' | 'together' | { readonly heldUntilMs: number }

/** More than ten alerts within a minute are one message: who gets them needs to see that many things
 *  happened, not to hear of each. Pure.
 *  @param crowd counts at least up to `MAX_ALONE` + 1; the alert itself waits too */
export function departureOf(crowd: CrowdRow, nowMs: number): Departure {
  const { waiting, sentLately, lastSentAtMs } = crowd
  if (waiting + sentLately <= MAX_ALONE) return 'alone'
  const heldUntilMs = lastSentAtMs === null ? nowMs : lastSentAtMs + GATHER_MS
  if (heldUntilMs > nowMs) return { heldUntilMs }
  return waiting > 1 ? 'together' : 'alone'
}
