import type { Queryable } from '../../db/pool.ts'
import type { CountedSegment, ResultFilter } from '../../db/result-counts.ts'
import { countRaw, countRolled } from '../../db/result-counts.ts'
import { readRollupState } from '../../db/rollup-reads.ts'
import type { RollupSpan } from '../../db/rollups.ts'
import type { Segment } from '../rollups/segments.ts'
import { clusterSegments, planSegments } from '../rollups/segments.ts'
import { RESULTS_AHEAD_MS, resultsKeptFromMs } from '../rollups/spans.ts'
import type { Piece } from './locate-page.ts'
import { finerSpan } from './locate-page.ts'

/** Counts a monitor's results of checks that began in [from, to), piece by piece, from the coarsest rollups
 *  that are right, and one by one where there are none: as exact as counting them all, without reading
 *  them. Older results than are kept are none.
 *  @returns the newest piece first; those without results are left out */
export async function countPieces(
  db: Queryable,
  filter: ResultFilter,
  window: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<Piece[]> {
  const toMs = Math.min(window.to.getTime(), now.getTime() + RESULTS_AHEAD_MS)
  const { rolledTo, stale, kept } = await readRollupState(db, {
    monitorId: filter.monitorId,
    from: window.from,
    to: new Date(toMs),
  })
  const fromMs = Math.max(window.from.getTime(), resultsKeptFromMs(now.getTime(), kept))
  if (fromMs >= toMs) return []
  const rolledUp = {
    toMs: rolledTo?.getTime() ?? null,
    staleMs: stale.map((start) => start.getTime()),
    kept,
  }
  const segments = planSegments({ fromMs, toMs }, null, rolledUp, now.getTime())
  const raw = segments.filter(({ source }) => source === 'raw')
  return [
    ...(await readRolled(db, filter, segments)),
    ...(await countOneByOne(db, filter, raw)),
  ].sort((a, b) => b.fromMs - a.fromMs)
}

/** Counts pieces once more in the next finer rollups.
 *  @param pieces only such as can be */
export async function countFiner(
  db: Queryable,
  filter: ResultFilter,
  pieces: readonly Piece[],
): Promise<Piece[]> {
  return readRolled(
    db,
    filter,
    pieces.flatMap(({ fromMs, toMs, ...piece }): Segment[] => {
      const source = finerSpan({ fromMs, toMs, ...piece })
      return source === null ? [] : [{ source, fromMs, toMs }]
    }),
  )
}

async function readRolled(
  db: Queryable,
  filter: ResultFilter,
  segments: readonly Segment[],
): Promise<Piece[]> {
  const rolled = segments.flatMap((segment): (CountedSegment & { spanMinutes: RollupSpan })[] =>
    segment.source === 'raw' ? [] : [{ spanMinutes: segment.source, ...datesOf(segment) }],
  )
  if (rolled.length === 0) return []
  return countRolled(db, filter, rolled)
}

async function countOneByOne(
  db: Queryable,
  filter: ResultFilter,
  segments: readonly Segment[],
): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const cluster of clusterSegments(segments)) {
    const rows = await countRaw(db, filter, cluster.map(datesOf))
    pieces.push(...rows.map((row) => ({ ...row, spanMinutes: null })))
  }
  return pieces
}

function datesOf(span: { fromMs: number; toMs: number }): CountedSegment {
  return { from: new Date(span.fromMs), to: new Date(span.toMs) }
}
