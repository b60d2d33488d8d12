import type { Database, Queryable } from '../../db/pool.ts'
import { readStateWithPackedHours } from '../../db/packed-hours.ts'
import type { AverageRow, FailureCountRow, Grouping, RollupState } from '../../db/rollup-reads.ts'
import {
  readRawAverages,
  readRawFailures,
  readRawTallies,
  readRolledAverages,
  readRolledFailures,
  readRollups,
  readRollupState,
} from '../../db/rollup-reads.ts'
import type { TallyRow } from '../../db/tally-row.ts'
import { areStillKept, localDaysFor } from './local-days.ts'
import { PACKED_BYTES, takePacked } from './packed-hours.ts'
import type { Grid, RolledLocalDays, RolledUp, Segment } from './segments.ts'
import { bucketAt, clusterSegments, planSegments } from './segments.ts'
import type { RolledSegment } from './share-out.ts'
import { shareOut } from './share-out.ts'
import { HOUR_MS, ONE_BUCKET_SECONDS, RESULTS_AHEAD_MS } from './spans.ts'
import type { SpanFigures, Tally } from './tally.ts'
import { mergeRows, spanFigures } from './tally.ts'

/** What is asked of a monitor's checks. */
export interface TalliesQuery {
  readonly monitorId: number
  readonly from: Date
  readonly to: Date
  /** Only these; null: all. */
  readonly regions: readonly string[] | null
  /** Null: the whole window is bucket 0. */
  readonly grid: Grid | null
  /** Buckets are numbered modulo this; null: they are not. */
  readonly cycle?: number
  /** One tally for each region instead of one for all. */
  readonly byRegion: boolean
  readonly withHistograms: boolean
}

/** The statements that give the rows of rollups and of raw results. */
interface Readers<Row> {
  readonly readRolled: (...asked: Parameters<typeof readRollups>) => Promise<Row[]>
  readonly readRaw: (...asked: Parameters<typeof readRawTallies>) => Promise<Row[]>
}

/** What the checks that began in a window came to, exact at its edges and at those of the buckets, from
 *  the coarsest rollups that allow it. Buckets (and regions) without checks are left out. */
export async function readTallies(db: Database, query: TalliesQuery, now: Date): Promise<Tally[]> {
  const readers = { readRolled: readRollups, readRaw: readRawTallies }
  return mergeRows(await readRows<TallyRow>(db, query, now, readers))
}

/** What reports by hours, days or weeks tell of each, as exact. Buckets without checks may be left out.
 *  @returns by bucket */
export async function readFigures(
  db: Database,
  query: Omit<TalliesQuery, 'byRegion' | 'withHistograms' | 'cycle'> & { readonly grid: Grid },
  now: Date,
): Promise<ReadonlyMap<number, SpanFigures>> {
  const whole = { ...query, byRegion: false, withHistograms: true }
  if (query.regions === null && isOfHours(query.grid)) return readHours(db, whole, now)
  return figuresOf(await readTallies(db, whole, now))
}

/** Whether each bucket is an hour of UTC. */
function isOfHours({ widthMs, offsetMs }: Grid): boolean {
  return widthMs === HOUR_MS && offsetMs % HOUR_MS === 0
}

function figuresOf(tallies: readonly Tally[]): Map<number, SpanFigures> {
  return new Map(tallies.map((tally) => [tally.bucket, spanFigures(tally)]))
}

/** Of all regions and buckets that are hours of UTC: those of days that are over come packed. */
async function readHours(
  db: Database,
  query: TalliesQuery & { readonly grid: Grid },
  now: Date,
): Promise<ReadonlyMap<number, SpanFigures>> {
  const window = windowOf(query, now)
  if (window.fromMs >= window.toMs) return new Map()
  const state = await readStateWithPackedHours(db, query, PACKED_BYTES)
  const planned = planSegments(window, query.grid, rolledUpOf(state, null), now.getTime())
  const { figures, rest } = takePacked(planned, state.packed)
  const readers = { readRolled: readRollups, readRaw: readRawTallies }
  const found = figuresOf(mergeRows(await readSegments<TallyRow>(db, query, rest, readers)))
  for (const [startMs, ofHour] of figures) found.set(bucketAt(query.grid, startMs), ofHour)
  return found
}

/** Only what an average response time needs, as exact, and sooner read. A bucket may have several rows,
 *  which add up, or none. */
export function readAverages(
  db: Database,
  query: Omit<TalliesQuery, 'byRegion' | 'withHistograms'>,
  now: Date,
): Promise<AverageRow[]> {
  const whole = { ...query, byRegion: false, withHistograms: false }
  const readers = { readRolled: readRolledAverages, readRaw: readRawAverages }
  return readRows<AverageRow>(db, whole, now, readers)
}

/** Only what tells which regions fail, as exact, and sooner read. A bucket may have several rows of a region, which add
 *  up, or none. */
export function readFailureCounts(
  db: Database,
  query: Omit<TalliesQuery, 'byRegion' | 'withHistograms'>,
  now: Date,
): Promise<FailureCountRow[]> {
  const whole = { ...query, byRegion: true, withHistograms: false }
  const readers = { readRolled: readRolledFailures, readRaw: readRawFailures }
  return readRows<FailureCountRow>(db, whole, now, readers)
}

/** Rows of the rollups and of the raw results that a window is made of, read side by side: not in a
 *  transaction, which has one connection. */
async function readRows<Row extends object>(
  db: Database,
  query: TalliesQuery,
  now: Date,
  readers: Readers<Row>,
): Promise<Row[]> {
  const window = windowOf(query, now)
  if (window.fromMs >= window.toMs) return []
  const [state, localDays] = await Promise.all([
    readRollupState(db, query),
    localDaysFor(db, query, query.grid, now),
  ])
  const readFrom = (days: RolledLocalDays | null): Promise<Row[]> => {
    const segments = planSegments(window, query.grid, rolledUpOf(state, days), now.getTime())
    return readSegments(db, query, segments, readers)
  }
  const rows = await readFrom(localDays)
  if (localDays === null || (await areStillKept(db, query.monitorId, localDays))) return rows
  return readFrom(null)
}

function windowOf({ from, to }: TalliesQuery, now: Date): { fromMs: number; toMs: number } {
  return {
    fromMs: from.getTime(),
    toMs: Math.min(to.getTime(), now.getTime() + RESULTS_AHEAD_MS),
  }
}

function rolledUpOf(
  { rolledTo, stale, kept }: RollupState,
  localDays: RolledLocalDays | null,
): RolledUp {
  return {
    toMs: rolledTo?.getTime() ?? null,
    staleMs: stale.map((start) => start.getTime()),
    localDays,
    kept,
  }
}

async function readSegments<Row extends object>(
  db: Database,
  query: TalliesQuery,
  segments: readonly Segment[],
  { readRolled, readRaw }: Readers<Row>,
): Promise<Row[]> {
  const asked = { ...query, grouping: groupingOf(query) }
  const rolled = segments.filter((segment): segment is RolledSegment => segment.source !== 'raw')
  const raw = segments.filter(({ source }) => source === 'raw')
  const parts = await Promise.all<Row[]>([
    ...shareOut(rolled).map((part) =>
      readRolled(
        db,
        asked,
        part.map((segment) => ({ spanMinutes: segment.source, ...datesOf(segment) })),
      ),
    ),
    readClusters(db, asked, raw, readRaw),
  ])
  return parts.flat()
}

async function readClusters<Row>(
  db: Queryable,
  asked: Parameters<typeof readRawTallies>[1],
  segments: readonly Segment[],
  readRaw: Readers<Row>['readRaw'],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const cluster of clusterSegments(segments)) {
    rows.push(...(await readRaw(db, asked, cluster.map(datesOf))))
  }
  return rows
}

function datesOf(span: { fromMs: number; toMs: number }): { from: Date; to: Date } {
  return { from: new Date(span.fromMs), to: new Date(span.toMs) }
}

function groupingOf({ grid, cycle, byRegion, withHistograms }: TalliesQuery): Grouping {
  return {
    widthSeconds: grid === null ? ONE_BUCKET_SECONDS : grid.widthMs / 1_000,
    offsetSeconds: (grid?.offsetMs ?? 0) / 1_000,
    cycle: cycle ?? ONE_BUCKET_SECONDS,
    byRegion,
    withHistograms,
  }
}
