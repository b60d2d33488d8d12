import type { KeptFrom } from '../../db/kept-from.ts'
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

/** Days each span is kept where nobody sets anything (retention.ts); null: for ever. */
export const KEPT_DAYS = {
  15: RETENTION_DAYS,
  60: 1_130,
  1440: null,
} as const satisfies Record<RollupSpan, number | null>

/** The last multiple of a span up to an instant, UNIX ms. */
export function floorTo(ms: number, spanMs: number): number {
  return Math.floor(ms / spanMs) * spanMs
}

/** From when on a span is there: the beginning of a UTC day, UNIX ms; -Infinity for ever.
 *  @param kept what was noted of it; null: nothing */
export function keptFromMs(
  span: RollupSpan,
  nowMs: number,
  kept: KeptFrom | null | undefined,
): number {
  const noted = { 15: kept?.quarters, 60: kept?.hours, 1_440: null }[span]
  if (noted) return noted.getTime()
  const days = KEPT_DAYS[span]
  return days === null ? -Infinity : floorTo(nowMs, DAY_MS) - days * DAY_MS
}

/** From when on raw results are there, UNIX ms. */
export function resultsKeptFromMs(nowMs: number, kept: KeptFrom | null | undefined): number {
  return kept?.results?.getTime() ?? floorTo(nowMs, DAY_MS) - RETENTION_DAYS * DAY_MS
}
