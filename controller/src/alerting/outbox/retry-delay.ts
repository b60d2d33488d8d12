const FIRST_DELAY_MS = 5_000
const MAX_DELAY_MS = 3_600_000

/** How long an alert is tried. */
export const GIVE_UP_AFTER_MS = 86_400_000

/** How long to wait after so many attempts that failed, in ms; null: it is given up. The delay doubles
 *  up to an hour; a receiver that asks for more time gets it. Pure.
 *  @param attempts from 1
 *  @param waitedMs since the alert was queued
 *  @param retryAfterMs what the receiver asked for */
export function retryDelayMs(
  attempts: number,
  waitedMs: number,
  retryAfterMs: number | null,
): number | null {
  const doubled = FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 20)
  const delayMs = Math.min(Math.max(doubled, retryAfterMs ?? 0), MAX_DELAY_MS)
  return waitedMs + delayMs > GIVE_UP_AFTER_MS ? null : delayMs
}
