import { RETENTION_DAYS } from '../../db/partitions.ts'
import type { RollupSpan } from '../../db/rollups.ts'

export const MINUTE_MS = 60_000
export const QUARTER_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Results lie a minute ahead at most (ingest/result-row.ts); clocks of controllers may differ. */
export const RESULTS_AHEAD_MS = 60 * MINUTE_MS

/** A width of buckets that puts all instants into number 0, seconds. */
export const ONE_BUCKET_SECONDS = 10 ** 12

/** Days each span is kept; null: for ever. Quarters go with the raw results, and hours serve the
 *  longest window of a report (three years) at any offset of whole hours. */
export const KEPT_DAYS = {
  15: RETENTION_DAYS,
  60: 1_130,
  1440: null,
} as const satisfies Record<RollupSpan, number | null>

/** The last multiple of a span up to an instant, UNIX ms. */
export function floorTo(ms: number, spanMs: number): number {
  return Math.floor(ms / spanMs) * spanMs
}

/** From when on a span is there: the beginning of a UTC day, UNIX ms; -Infinity for ever. */
export function keptFromMs(span: RollupSpan, nowMs: number): number {
  const days = KEPT_DAYS[span]
  return days === null ? -Infinity : floorTo(nowMs, DAY_MS) - days * DAY_MS
}
