import type { CrowdRow } from '../../db/alert-bundles.ts'

/** Alerts that one recipient gets one by one on one channel within `CROWD_MS`. */
export const MAX_ALONE = 10
export const CROWD_MS = 60_000

/** From then on the next message leaves this much after the last, with all that came meanwhile. */
export const GATHER_MS = 10_000

/** Or this much after it, where more than ten wait or few messages left within the minute, and no more is on its way: the
 *  last of many that went down together were told ten seconds after all was known of them. While more is on its way it is
 *  looked again this often. */
const WHOLE_AFTER_MS = 3_000
const FEW_MESSAGES = 5

/** How an alert leaves: by itself, in one message with all that waits, or later, UNIX ms. */
export type Departure = 'alone' | 'together' | { readonly heldUntilMs: number }

/** More than ten alerts within a minute are one message: who gets them needs to see that many things
 *  happened, not to hear of each. Pure.
 *  @param crowd counts at least up to `MAX_ALONE` + 1; the alert itself waits too
 *  @param isMoreComing whether alerts of the workspace are being planned; asked where it matters */
export async function departureOf(
  crowd: CrowdRow,
  nowMs: number,
  isMoreComing: () => Promise<boolean>,
): Promise<Departure> {
  const { waiting, sentLately, messagesLately, lastSentAtMs } = crowd
  if (waiting + sentLately <= MAX_ALONE) return 'alone'
  const heldUntilMs = lastSentAtMs === null ? nowMs : lastSentAtMs + GATHER_MS
  if (heldUntilMs <= nowMs) return waiting > 1 ? 'together' : 'alone'
  if (waiting <= MAX_ALONE && messagesLately >= FEW_MESSAGES) return { heldUntilMs }
  const wholeAtMs = heldUntilMs - GATHER_MS + WHOLE_AFTER_MS
  if (wholeAtMs > nowMs) return { heldUntilMs: wholeAtMs }
  if (!(await isMoreComing())) return waiting > 1 ? 'together' : 'alone'
  return { heldUntilMs: Math.min(heldUntilMs, nowMs + WHOLE_AFTER_MS) }
}
