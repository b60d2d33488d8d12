/** UNIX ms as a parameter for a timestamptz. The driver's own form of a Date is in the machine's time
 *  zone, in whole minutes from UTC, which zones were not before they had standard time; and
 *  to_timestamp loses microseconds in far years. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
