import { randomInt } from 'node:crypto'

/** When an alert is taken for sending: an instant whose microseconds tell one claim from another of the same
 *  millisecond, so that who asks again, after no answer came, finds what is already his. */
export function newClaim(nowMs: number): string {
  const microseconds = String(randomInt(1, 1_000)).padStart(3, '0')
  return new Date(nowMs).toISOString().replace('Z', `${microseconds}Z`)
}
