import type { CheckCapability } from '@sightline/shared/needed-capability'
import type { KeptFrom, KeptFromRow } from './kept-from.ts'
import { KEPT_FROM, keptFromOf } from './kept-from.ts'
import type { Queryable } from './pool.ts'
import type { PackedTallies, TallyRow } from './tally-row.ts'
import { unpackTallies } from './tally-row.ts'
import { rollupsInSegment } from './rollups-in-segment.ts'
import type { RollupSpan } from './rollups.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import type { SqlPart } from './sql.ts'
import { kept, sql } from './sql.ts'

/** What of a monitor its reports start from. */
export interface ReportedMonitorRow {
  readonly id: number
  /** What an agent must be able to do to check it. */
  readonly needs: CheckCapability
  readonly regions: readonly string[]
  /** As stored, with its defaults. */
  readonly confirmation: unknown
  readonly hasSecrets: boolean
  readonly createdAt: Date
}

// Kept, as what follows is: every report begins with the two, one after the other (0.8 ms, and 0.5 like this).
const findMonitor = kept(sql<ReportedMonitorRow>`
  select id, needs, regions, confirmation, has_secrets as "hasSecrets", created_at as "createdAt"
  from monitors where workspace_id = $1 and public_id = $2`)

/** @returns null when the workspace has no such monitor */
export async function findReportedMonitor(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<ReportedMonitorRow | null> {
  const { rows } = await db.query(findMonitor, [workspaceId, publicId])
  return rows[0] ?? null
}

/** The columns of {@link STATE}. */
export interface RollupStateRow extends KeptFromRow {
  readonly rolledTo: Date | null
  readonly stale: Date[]
}

/** The state of the rollups of $1, a monitor, from $2 to $3, as columns of `rollup_progress`. */
export const STATE: SqlPart = {
  sqlPart: `rolled_to as "rolledTo", ${KEPT_FROM.sqlPart}, array(
    select start_at from stale_quarters
    where is_taken = any('{f,t}') and monitor_id = $1
      and start_at > $2::timestamptz - interval '15 minutes' and start_at < $3
    union
    select start_at from stale_rollups
    where monitor_id = $1 and start_at > $2::timestamptz - interval '15 minutes' and start_at < $3
    order by start_at
  ) as stale`,
}

const readState = kept(sql<RollupStateRow>`select ${STATE} from rollup_progress`)

/** How far all monitors are rolled up (null: nothing is), which quarters of one are stale in a span, and what is
 *  kept. */
export interface RollupState {
  readonly rolledTo: Date | null
  readonly stale: readonly Date[]
  readonly kept: KeptFrom | null
}

export function rollupStateOf(row: RollupStateRow | undefined): RollupState {
  if (row === undefined) return { rolledTo: null, stale: [], kept: null }
  return { rolledTo: row.rolledTo, stale: row.stale, kept: keptFromOf(row) }
}

/** The state of one monitor's rollups in [from, to). */
export async function readRollupState(
  db: Queryable,
  query: { monitorId: number; from: Date; to: Date },
): Promise<RollupState> {
  const { rows } = await db.query(readState, [query.monitorId, query.from, query.to])
  return rollupStateOf(rows[0])
}

/** How rows are put together. The bucket of an instant is floor((UNIX seconds + offset) / width), modulo
 *  cycle. */
export interface Grouping {
  readonly widthSeconds: number
  readonly offsetSeconds: number
  readonly cycle: number
  readonly byRegion: boolean
  readonly withHistograms: boolean
}

interface TallyQuery {
  readonly monitorId: number
  /** Null: all. */
  readonly regions: readonly string[] | null
  readonly grouping: Grouping
}

/** The bucket of a rollup. */
const ROLLED_BUCKET: SqlPart = {
  sqlPart: `(date_part('epoch', r.start_at)::bigint + $6) / $5::bigint % $7::bigint`,
}

// A lateral read for each segment: joined, all rollups of the monitor are read for a few of them (local days of +05:30 over
// 92 days took eleven times as long).
/** The rollups `r` of the segments. @param columns that are read of them */
const rolledOf = (columns: string): SqlPart => ({
  sqlPart: `unnest($2::smallint[], $3::timestamptz[], $4::timestamptz[])
    as segment (span_minutes, from_at, to_at)
  ${rollupsInSegment(columns, '($8::text[] is null or region = any($8))').sqlPart}`,
})

// Many of them in one row: of 744 hours, a row for each took the controller two and a half times as long. All of them in one
// took the database longer, and both wait for each other then.
/** The columns of {@link PackedTallies}, of what is `tallied`. */
export const PACKED_TALLIES: SqlPart = {
  sqlPart: `encode(array_send(array_agg(bucket::float8)), 'base64') as buckets,
    string_agg(coalesce(region, ''), ',') as regions,
    string_agg(coalesce(response_min_ms::text, ''), ',') as "responseMinMs",
    string_agg(coalesce(response_max_ms::text, ''), ',') as "responseMaxMs",
    encode(array_send(array_agg(sums)), 'base64') as sums,
    encode(string_agg(histogram, ''::bytea), 'base64') as histograms,
    encode(array_send(array_agg(length(histogram)::float8)), 'base64') as "histogramBytes"`,
}

/** What some rollups `r` come to, beside their bucket and region. @param histogram of them */
export const tallied = (histogram: SqlPart): SqlPart => ({
  sqlPart: `min(r.response_min_ms) as response_min_ms, max(r.response_max_ms) as response_max_ms,
      array[
        sum(r.checks), sum(r.up), sum(r.degraded), sum(r.down), sum(r.unknown), sum(r.failures),
        sum(r.response_count), sum(r.response_sum_ms), sum(r.dns_sum_ms), sum(r.connect_sum_ms),
        sum(r.tls_sum_ms), sum(r.first_byte_sum_ms), sum(r.download_sum_ms), sum(r.dns_count),
        sum(r.connect_count), sum(r.tls_count), sum(r.first_byte_count), sum(r.download_count)
      ]::float8[] as sums,
      coalesce(${histogram.sqlPart}, ''::bytea) as histogram`,
})

const readRolled = sql<PackedTallies>`
  select ${PACKED_TALLIES}
  from (
    select ${ROLLED_BUCKET} as bucket,
      case when $9::boolean then r.region end as region,
      ${tallied({ sqlPart: `string_agg(r.response_histogram, ''::bytea) filter (where $10::boolean)` })}
    from ${rolledOf('*')}
    group by 1, 2
    offset 0
  ) tallies
  group by bucket / 32`

interface RolledSegment {
  readonly spanMinutes: RollupSpan
  readonly from: Date
  readonly to: Date
}

/** Of `rolledOf` and `ROLLED_BUCKET`. */
function rolledValues(
  { monitorId, regions, grouping }: TallyQuery,
  segments: readonly RolledSegment[],
): unknown[] {
  return [
    monitorId,
    segments.map((segment) => segment.spanMinutes),
    segments.map((segment) => segment.from),
    segments.map((segment) => segment.to),
    grouping.widthSeconds,
    grouping.offsetSeconds,
    grouping.cycle,
    regions,
  ]
}

/** Rollups that begin in the given segments, put together.
 *  @param segments one after the other, none over another */
export async function readRollups(
  db: Queryable,
  query: TallyQuery,
  segments: readonly RolledSegment[],
): Promise<TallyRow[]> {
  const { byRegion, withHistograms } = query.grouping
  const values = [...rolledValues(query, segments), byRegion, withHistograms]
  const { rows } = await db.query(readRolled, values)
  return rows.flatMap((packed) => unpackTallies(packed, withHistograms))
}

/** As much of a tally as an average response time needs. */
export type AverageRow = Pick<TallyRow, 'bucket' | 'checks' | 'responseCount' | 'responseSumMs'>

// Hours at +05:30 are put together of all quarters: 92 days with every column of theirs took 1.7 times
// as long.
const readAverages = sql<AverageRow>`
  select ${ROLLED_BUCKET} as bucket,
    sum(r.checks) as checks, sum(r.response_count) as "responseCount",
    sum(r.response_sum_ms) as "responseSumMs"
  from ${rolledOf('start_at, checks, response_count, response_sum_ms')}
  group by 1`

// One stretch of quarters or hours, read straight from their partition and put together by whole buckets first: 46 days
// of quarters of three regions took 8.1 ms in a lateral read of segments, and 5.1 like this.
const readStraight = sql<AverageRow>`
  select (date_part('epoch', r.start_at)::bigint + $6) / $5::bigint % $7::bigint as bucket,
    sum(r.checks)::bigint as checks, sum(r.response_count)::bigint as "responseCount",
    sum(r.response_sum_ms) as "responseSumMs"
  from (
    select date_bin($5::bigint * interval '1 second', start_at, to_timestamp(-$6::bigint)) as start_at,
      sum(checks) as checks, sum(response_count) as response_count, sum(response_sum_ms) as response_sum_ms
    from check_rollups
    where span_minutes = $2::smallint and monitor_id = $1 and start_at >= $3 and start_at < $4
      and ($8::text[] is null or region = any($8))
    group by 1
  ) r
  group by 1`

/** Averages of the rollups that begin in the given segments, regions put together.
 *  @param segments one after the other, none over another */
export async function readRolledAverages(
  db: Queryable,
  query: TallyQuery,
  segments: readonly RolledSegment[],
): Promise<AverageRow[]> {
  const values = rolledValues(query, segments)
  const [only] = segments
  // Among the days of a stretch are such that begin at midnight of another time.
  if (only === undefined || segments.length > 1 || only.spanMinutes === 1_440) {
    return (await db.query(readAverages, values)).rows
  }
  const { spanMinutes, from, to } = only
  const rest = values.slice(4)
  return (await db.query(readStraight, [query.monitorId, spanMinutes, from, to, ...rest])).rows
}

/** As much of a tally as tells whether anything fails. */
export type FailureCountRow = Pick<
  TallyRow,
  'bucket' | 'region' | 'up' | 'degraded' | 'down' | 'failures'
>

// A year of days with every column of theirs took two and a half times as long.
const readCounts = sql<FailureCountRow>`
  select ${ROLLED_BUCKET} as bucket, r.region,
    sum(r.up) as up, sum(r.degraded) as degraded, sum(r.down) as down, sum(r.failures) as failures
  from ${rolledOf('start_at, region, up, degraded, down, failures')}
  group by 1, 2`

/** What fails in the rollups that begin in the given segments, region by region.
 *  @param segments one after the other, none over another */
export async function readRolledFailures(
  db: Queryable,
  query: TallyQuery,
  segments: readonly RolledSegment[],
): Promise<FailureCountRow[]> {
  return (await db.query(readCounts, rolledValues(query, segments))).rows
}

// The slots are bounded twice: by each segment, and by values, so that days outside are not even
// planned: with all of 404 days planned a read of one takes 46 ms instead of 1.
/** The results `c` of the segments, and beside each, where it counts among the response times, its own as `good`.
 *  @param times that are needed of those */
const rawOf = (times: string): SqlPart => ({
  sqlPart: `unnest($2::timestamptz[], $3::timestamptz[]) as segment (from_at, to_at)
  join check_results c on c.monitor_id = $1
    and c.checked_at >= segment.from_at and c.checked_at < segment.to_at
    and c.scheduled_at >= segment.from_at - interval '2 minutes'
    and c.scheduled_at < segment.to_at + interval '2 minutes'
  left join lateral (
    select ${times}
    where c.status in ('up', 'degraded') and c.response_ms is not null
  ) good on true
  where c.scheduled_at >= $7 and c.scheduled_at < $8
    and c.scheduled_at between c.checked_at - interval '2 minutes' and c.checked_at + interval '2 minutes'
    and ($9::text[] is null or c.region = any($9))`,
})

/** The bucket of a result. */
const RAW_BUCKET: SqlPart = {
  sqlPart: `(floor(date_part('epoch', c.checked_at))::bigint + $5) / $4::bigint % $6::bigint`,
}

const readRaw = sql<TallyRow>`
  select ${RAW_BUCKET} as bucket,
    case when $10::boolean then c.region end as region,
    count(*) as checks,
    count(*) filter (where c.status = 'up') as up,
    count(*) filter (where c.status = 'degraded') as degraded,
    count(*) filter (where c.status = 'down') as down,
    count(*) filter (where c.status = 'unknown') as unknown,
    count(*) filter (where c.status = 'down' and not c.confirmation) as failures,
    count(good.response_ms) as "responseCount",
    min(good.response_ms) as "responseMinMs", max(good.response_ms) as "responseMaxMs",
    coalesce(sum(good.response_ms::float8), 0) as "responseSumMs",
    coalesce(sum(good.dns_ms::float8), 0) as "dnsSumMs",
    coalesce(sum(good.connect_ms::float8), 0) as "connectSumMs",
    coalesce(sum(good.tls_ms::float8), 0) as "tlsSumMs",
    coalesce(sum(good.first_byte_ms::float8), 0) as "firstByteSumMs",
    coalesce(sum(good.download_ms::float8), 0) as "downloadSumMs",
    count(good.dns_ms) as "dnsCount", count(good.connect_ms) as "connectCount",
    count(good.tls_ms) as "tlsCount", count(good.first_byte_ms) as "firstByteCount",
    count(good.download_ms) as "downloadCount",
    string_agg(int2send(response_bucket(good.response_ms)) || int4send(1), ''::bytea)
      filter (where $11::boolean and good.response_ms is not null) as histogram
  from ${rawOf('c.response_ms, c.dns_ms, c.connect_ms, c.tls_ms, c.first_byte_ms, c.download_ms')}
  group by 1, 2`

/** A stretch of time, the end not included. */
interface RawSegment {
  readonly from: Date
  readonly to: Date
}

/** Of `rawOf` and `RAW_BUCKET`. */
function rawValues(
  { monitorId, regions, grouping }: TallyQuery,
  segments: readonly RawSegment[],
): unknown[] {
  const first = segments[0]?.from.getTime() ?? 0
  const last = segments.at(-1)?.to.getTime() ?? 0
  return [
    monitorId,
    segments.map((segment) => segment.from),
    segments.map((segment) => segment.to),
    grouping.widthSeconds,
    grouping.offsetSeconds,
    grouping.cycle,
    new Date(first - SLOT_MARGIN_MS),
    new Date(last + SLOT_MARGIN_MS),
    regions,
  ]
}

/** Raw results of checks that began in the given segments, put together.
 *  @param segments at least one, one after the other, none over another */
export async function readRawTallies(
  db: Queryable,
  query: TallyQuery,
  segments: readonly RawSegment[],
): Promise<TallyRow[]> {
  const { byRegion, withHistograms } = query.grouping
  const values = [...rawValues(query, segments), byRegion, withHistograms]
  return (await db.query(readRaw, values)).rows
}

// Half of what reading a quarter with everything takes the database goes into understanding what is asked.
const readFewRaw = sql<AverageRow>`
  select ${RAW_BUCKET} as bucket, count(*) as checks, count(good.response_ms) as "responseCount",
    coalesce(sum(good.response_ms::float8), 0) as "responseSumMs"
  from ${rawOf('c.response_ms')}
  group by 1`

/** Averages of the results of checks that began in the given segments, regions put together.
 *  @param segments at least one, one after the other, none over another */
export async function readRawAverages(
  db: Queryable,
  query: TallyQuery,
  segments: readonly RawSegment[],
): Promise<AverageRow[]> {
  return (await db.query(readFewRaw, rawValues(query, segments))).rows
}

const countRaw = sql<FailureCountRow>`
  select ${RAW_BUCKET} as bucket, c.region,
    count(*) filter (where c.status = 'up') as up,
    count(*) filter (where c.status = 'degraded') as degraded,
    count(*) filter (where c.status = 'down') as down,
    count(*) filter (where c.status = 'down' and not c.confirmation) as failures
  from ${rawOf('1 as is_good')}
  group by 1, 2`

/** What fails in the results of checks that began in the given segments, region by region.
 *  @param segments at least one, one after the other, none over another */
export async function readRawFailures(
  db: Queryable,
  query: TallyQuery,
  segments: readonly RawSegment[],
): Promise<FailureCountRow[]> {
  return (await db.query(countRaw, rawValues(query, segments))).rows
}

const readLag = sql<{ seconds: number | null }>`
  select extract(epoch from now() - rolled_to)::float8 as seconds from rollup_progress`

/** How far the counts are behind now; null before the first. */
export async function readRollupLagSeconds(db: Queryable): Promise<number | null> {
  return (await db.query(readLag)).rows[0]?.seconds ?? null
}
