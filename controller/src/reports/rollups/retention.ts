import { RETENTION_DAYS } from '../../db/partitions.ts'
import { advanceKeptFrom } from '../../db/kept-from.ts'
import type { Queryable } from '../../db/pool.ts'
import { DAY_MS, floorTo } from './spans.ts'

/** Days that results and what is made of them are kept, as it is set. Days of UTC are kept for ever. */
export interface Retention {
  readonly results: number
  readonly quarters: number
  readonly hours: number
}

/** Where nobody sets anything: quarters go with the raw results, and hours serve the longest window of a report (three
 *  years) at any offset of whole hours. */
export const USUAL_RETENTION: Retention = {
  results: RETENTION_DAYS,
  quarters: RETENTION_DAYS,
  hours: 1_130,
}

/** Notes from when on everything is kept, before the rest is removed: reports then read what is there. */
export async function noteRetention(
  db: Queryable,
  retention: Retention,
  nowMs: number,
): Promise<void> {
  await advanceKeptFrom(db, beginningsOf(retention, nowMs), beginningsOf(USUAL_RETENTION, nowMs))
}

function beginningsOf(
  { results, quarters, hours }: Retention,
  nowMs: number,
): { readonly results: Date; readonly quarters: Date; readonly hours: Date } {
  const ago = (days: number): Date => new Date(floorTo(nowMs, DAY_MS) - days * DAY_MS)
  return { results: ago(results), quarters: ago(quarters), hours: ago(hours) }
}
