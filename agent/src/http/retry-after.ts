/** Longer waits are not asked for in earnest. */
const MAX_MS = 3_600_000

function waitOf(value: string, nowMs: number): number {
  const text = value.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // Of other numbers Node would make a year.
  return /^[a-z]/i.test(text) ? Date.parse(text) - nowMs : Number.NaN
}

/** For how long a host wants to be left alone, in ms, at most an hour: from a Retry-After header with seconds
 *  or a date; null for one that says neither, and without one. Source: RFC 9110, section 10.2.3
 *  @param nowMs UNIX ms */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  const waitMs = value === null ? Number.NaN : waitOf(value, nowMs)
  return Number.isNaN(waitMs) ? null : Math.min(MAX_MS, Math.max(0, waitMs))
}
