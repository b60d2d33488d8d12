import { DatabaseError } from 'pg'
import type { Database } from '../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../controller/src/db/results.ts'
import type { Grid } from '../../controller/src/reports/rollups/segments.ts'
import { bucketAt } from '../../controller/src/reports/rollups/segments.ts'
import { hashesOfSlot } from './slots.ts'

/** A result of a passing check; what matters to a test is said. */
export function aResult(
  fields: Partial<IncomingResult> & Pick<IncomingResult, 'monitorId' | 'checkedAtMs'>,
): IncomingResult {
  return {
    region: 'eu-west',
    scheduledAtMs: fields.checkedAtMs - 5,
    attempt: 0,
    confirmation: false,
    late: false,
    counted: true,
    durationMs: 30,
    statusCode: 200,
    responseMs: 28.4,
    dnsMs: 1,
    connectMs: 2,
    tlsMs: null,
    firstByteMs: 20,
    downloadMs: 5.4,
    status: 'up',
    failureSource: null,
    phase: null,
    cause: null,
    error: null,
    ip: '127.0.0.1',
    details: null,
    tlsExpiresAtMs: null,
    generation: 0,
    askedAtMs: fields.scheduledAtMs ?? fields.checkedAtMs - 5,
    ...hashesOfSlot(fields.scheduledAtMs ?? fields.checkedAtMs - 5),
    ...fields,
  }
}

/** What results come to, counted one by one. */
export interface NaiveTally {
  checks: number
  up: number
  degraded: number
  down: number
  unknown: number
  failures: number
  /** Response times of those up or degraded, ascending. */
  responses: number[]
  /** Of those: sums by phase, and how often it took place. */
  phases: Record<Phase, { sum: number; count: number }>
}

const PHASES = ['dns', 'connect', 'tls', 'firstByte', 'download'] as const
type Phase = (typeof PHASES)[number]

/** Counts the results of checks that began in a window, by the key given for each. */
export function tallyOneByOne(
  results: readonly IncomingResult[],
  window: { fromMs: number; toMs: number },
  keyOf: (result: IncomingResult) => string,
): Map<string, NaiveTally> {
  const tallies = new Map<string, NaiveTally>()
  for (const result of results) {
    if (result.checkedAtMs < window.fromMs || result.checkedAtMs >= window.toMs) continue
    const key = keyOf(result)
    const tally = tallies.get(key) ?? newTally()
    tallies.set(key, tally)
    tally.checks += 1
    tally[result.status as 'up' | 'degraded' | 'down' | 'unknown'] += 1
    if (result.status === 'down' && !result.confirmation) tally.failures += 1
    if (result.responseMs === null || !['up', 'degraded'].includes(result.status)) continue
    tally.responses.push(Math.fround(result.responseMs))
    for (const phase of PHASES) {
      const ms = result[`${phase}Ms`]
      if (ms === null) continue
      tally.phases[phase].sum += ms
      tally.phases[phase].count += 1
    }
  }
  for (const tally of tallies.values()) tally.responses.sort((a, b) => a - b)
  return tallies
}

function newTally(): NaiveTally {
  const none = () => ({ sum: 0, count: 0 })
  return {
    checks: 0,
    up: 0,
    degraded: 0,
    down: 0,
    unknown: 0,
    failures: 0,
    responses: [],
    phases: { dns: none(), connect: none(), tls: none(), firstByte: none(), download: none() },
  }
}

/** The value that a share of sorted ones does not exceed, interpolated as percentile_cont does. */
export function percentileOf(sorted: readonly number[], share: number): number {
  const rank = share * (sorted.length - 1)
  const low = sorted[Math.floor(rank)] ?? 0
  const high = sorted[Math.ceil(rank)] ?? 0
  return low + (high - low) * (rank - Math.floor(rank))
}

/** The number of the bucket a result is in; 0 without a grid. */
export function bucketOfResult(result: IncomingResult, grid: Grid | null): number {
  return grid === null ? 0 : bucketAt(grid, result.checkedAtMs)
}

/** Makes a database as it is before the first run of the job that rolls up, which may be at it: what it has begun is
 *  waited for. */
export async function forgetRollups(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select from rollup_progress for update' })
    await tx.query({ text: 'delete from check_rollups' })
    await tx.query({ text: 'delete from stale_rollups' })
    await tx.query({ text: 'delete from stale_quarters' })
    await tx.query({ text: 'delete from local_days' })
    await tx.query({ text: 'delete from packed_hours' })
    await tx.query({ text: 'update packing_progress set packed_to = null, monitor_id = 0' })
    await tx.query({
      text: 'update rollup_progress set rolled_to = null, step_to = null, step_monitor_id = 0',
    })
    await tx.query({ text: 'update rollup_fence set closed_to = null' })
  })
}

/** Sets when monitors were made. */
export async function setCreatedAt(db: Database, ids: readonly number[], at: Date): Promise<void> {
  await db.query({ text: 'update monitors set created_at = $2 where id = any($1)' }, [ids, at])
}

/** The job of TimescaleDB compressed a chunk between the question and the answer. */
const DUPLICATE_OBJECT = '42710'

/** Compresses every day of results, as TimescaleDB does after a week; elsewhere nothing is compressed. */
export async function compressResults(db: Database): Promise<void> {
  const { rowCount } = await db.query({
    text: `select from pg_extension where extname = 'timescaledb'`,
  })
  if (rowCount === 0) return
  const compress = {
    text: `select compress_chunk(chunk, if_not_compressed => true) from show_chunks('check_results') chunk`,
  }
  await db.query(compress).catch(async (error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== DUPLICATE_OBJECT) throw error
    await db.query(compress)
  })
}
