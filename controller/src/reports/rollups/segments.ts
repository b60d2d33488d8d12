import type { RollupSpan } from '../../db/rollups.ts'
import type { KeptFrom } from '../../db/kept-from.ts'
import {
  DAY_MS,
  floorTo,
  HOUR_MS,
  keptFromMs,
  MINUTE_MS,
  QUARTER_MS,
  resultsKeptFromMs,
} from './spans.ts'

/** A part of a window and where to read it: rollups of a span (in minutes) that begin in it, or raw
 *  results of checks that began in it. UNIX ms, the end not included. */
export interface Segment {
  readonly source: 'raw' | RollupSpan
  readonly fromMs: number
  readonly toMs: number
}

/** Buckets of one width, one after the other since 1970 in a time that is ahead of UTC. */
export interface Grid {
  readonly widthMs: number
  readonly offsetMs: number
}

/** What of a monitor is rolled up. */
export interface RolledUp {
  /** Whatever began before is; null: nothing. */
  readonly toMs: number | null
  /** Quarters whose rollups, and those of their hour and day, are not right now; ascending. */
  readonly staleMs: readonly number[]
  /** Days of the grid's own time; null or absent: there are none. */
  readonly localDays?: RolledLocalDays | null
  /** Null or absent: what is kept where nobody sets anything. */
  readonly kept?: KeptFrom | null
}

/** Days of a local time that are rolled up: those that begin in [fromMs, toMs), UNIX ms. */
export interface RolledLocalDays {
  /** How far that time is ahead of UTC. */
  readonly offsetMs: number
  readonly fromMs: number
  readonly toMs: number
}

/** From the coarsest to the finest. */
const SPANS = [
  { span: 1_440, spanMs: DAY_MS },
  { span: 60, spanMs: HOUR_MS },
  { span: 15, spanMs: QUARTER_MS },
] as const satisfies readonly { span: RollupSpan; spanMs: number }[]

/** Splits a window into few parts that are exact: days, hours and quarters that lie in the window and in
 *  one bucket each, and raw results for the rest. Where raw results are no longer
 *  kept, quarters (before them hours, before them days) count where they begin.
 *  @param grid null: the whole window is one bucket */
export function planSegments(
  window: { readonly fromMs: number; readonly toMs: number },
  grid: Grid | null,
  rolledUp: RolledUp,
  nowMs: number,
): Segment[] {
  const segments: Segment[] = []
  const rolledToMs = Math.min(window.toMs, rolledUp.toMs ?? -Infinity)
  const keptMs = new Map(SPANS.map(({ span }) => [span, keptFromMs(span, nowMs, rolledUp.kept)]))
  const kept = (span: RollupSpan): number => keptMs.get(span) ?? -Infinity
  const rawFromMs = Math.max(kept(15), resultsKeptFromMs(nowMs, rolledUp.kept))
  let stale = 0

  function add(source: Segment['source'], fromMs: number, toMs: number): void {
    const last = segments.at(-1)
    if (last?.source === source && last.toMs === fromMs) {
      segments[segments.length - 1] = { ...last, toMs }
    } else segments.push({ source, fromMs, toMs })
  }

  for (let atMs = window.fromMs; atMs < window.toMs;) {
    while ((rolledUp.staleMs[stale] ?? Infinity) + QUARTER_MS <= atMs) stale += 1
    const staleMs = rolledUp.staleMs[stale] ?? Infinity
    const limitMs = Math.min(rolledToMs, staleMs, nextBoundary(grid, atMs))
    const fitting = isLocalDay(rolledUp.localDays, atMs, limitMs)
      ? SPANS[0]
      : SPANS.find(
          ({ span, spanMs }) =>
            atMs % spanMs === 0 && atMs + spanMs <= limitMs && atMs >= kept(span),
        )
    if (fitting !== undefined) {
      add(fitting.span, atMs, atMs + fitting.spanMs)
      atMs += fitting.spanMs
    } else if (atMs < rawFromMs) {
      const { span, spanMs } = SPANS.findLast((each) => atMs >= kept(each.span)) ?? SPANS[0]
      const startMs = Math.ceil(atMs / spanMs) * spanMs
      if (startMs === atMs) add(span, atMs, atMs + spanMs)
      atMs = startMs === atMs ? atMs + spanMs : startMs
    } else {
      const quarterEndMs = floorTo(atMs, QUARTER_MS) + QUARTER_MS
      const toMs = atMs >= rolledToMs ? window.toMs : Math.min(quarterEndMs, window.toMs)
      add('raw', atMs, toMs)
      atMs = toMs
    }
  }
  return segments
}

function isLocalDay(days: RolledUp['localDays'], atMs: number, limitMs: number): boolean {
  if (days === undefined || days === null || atMs < days.fromMs) return false
  if ((atMs + days.offsetMs) % DAY_MS !== 0) return false
  return atMs + DAY_MS <= Math.min(limitMs, days.toMs)
}

function nextBoundary(grid: Grid | null, atMs: number): number {
  if (grid === null) return Infinity
  return floorTo(atMs + grid.offsetMs, grid.widthMs) + grid.widthMs - grid.offsetMs
}

/** Groups raw segments that are near each other, so that each read concerns few days of results. */
export function clusterSegments(segments: readonly Segment[]): Segment[][] {
  const clusters: Segment[][] = []
  for (const segment of segments) {
    const cluster = clusters.at(-1)
    const last = cluster?.at(-1)
    if (cluster !== undefined && last !== undefined && segment.fromMs - last.toMs <= DAY_MS) {
      cluster.push(segment)
    } else clusters.push([segment])
  }
  return clusters
}

/** Calendar buckets of UTC. 1970 began on a Thursday: weeks begin three days earlier, on Monday (ISO 8601). */
const CALENDAR = {
  hour: { widthMs: HOUR_MS, offsetMs: 0 },
  day: { widthMs: DAY_MS, offsetMs: 0 },
  week: { widthMs: 7 * DAY_MS, offsetMs: 3 * DAY_MS },
} as const satisfies Record<string, Grid>

/** A grid of calendar hours, days or weeks.
 *  @param utcOffsetMinutes how far its time is ahead of UTC */
export function calendarGrid(interval: keyof typeof CALENDAR, utcOffsetMinutes: number): Grid {
  const { widthMs, offsetMs } = CALENDAR[interval]
  return { widthMs, offsetMs: offsetMs + utcOffsetMinutes * MINUTE_MS }
}

/** Number of the bucket an instant is in. */
export function bucketAt(grid: Grid, ms: number): number {
  return Math.floor((ms + grid.offsetMs) / grid.widthMs)
}

/** When a bucket begins, UNIX ms. */
export function bucketStart(grid: Grid, bucket: number): number {
  return bucket * grid.widthMs - grid.offsetMs
}
