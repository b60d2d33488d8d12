import type { FailureSourceWord, ResultStatus } from '@sightline/shared/check-words'
import type { Database, Queryable } from '../db/pool.ts'
import { isMonitorGone } from '../db/pool.ts'
import type { IncomingResult, UnaskedRow } from '../db/results.ts'
import { countUnasked, storeResults } from '../db/results.ts'
import { readUnsteady } from '../db/verdicts.ts'
import type { Vote } from '../verdicts/decision/types.ts'
import { applyEvents } from '../verdicts/verdicts.ts'
import { bearsOnStatus, isFinding, latestOfRegions, orderedByKey } from './result-row.ts'

/** Votes of a region on one monitor in one batch. Slots and rechecks give a handful; more is an agent that
 *  went wrong: each change of status costs statements that everybody waits for, and no region may drown
 *  what the others found. */
const MAX_VOTES_OF_REGION = 10

/** Times a batch is tried while monitors of it are being deleted: each failure is a deletion that is
 *  over by then, so the next try passes its results over. */
const MAX_DELETIONS_MET = 10

/** Times a batch is stored anew because results of it grew too old while it waited for the database: the second
 *  time nobody stands in its way, as a rule. */
const MAX_OVERTAKEN = 3

/** Commits a batch of results with everything that follows from them (latest state, verdicts,
 *  outages, rechecks, alerts) in one transaction. Committing the same results again changes nothing;
 *  those of monitors that are gone are passed over. Whether a
 *  result is late is judged when it is committed: a batch may wait for the database for minutes, and failures of
 *  then say nothing of now.
 *  @param prepare makes sure the table has room for these days (partitions)
 *  @param passedOver told of results of a region that nobody asked it for */
export async function commitResults(
  db: Database,
  batch: readonly IncomingResult[],
  now: () => number,
  prepare: (scheduledAtMs: readonly number[]) => Promise<void>,
  passedOver: (unasked: UnaskedRow) => void = () => undefined,
): Promise<void> {
  const ordered = orderedByKey(batch)
  await prepare(ordered.map((row) => row.scheduledAtMs))
  let overtaken = 0
  for (let attempt = 1; ; attempt += 1) {
    const nowMs = now()
    const rows = ordered.map((row) => (isLateAt(row, nowMs) ? { ...row, late: true } : row))
    try {
      const taken = await db.transaction(async (tx) => {
        const count = await storeAndDecide(tx, rows, nowMs)
        if (overtaken < MAX_OVERTAKEN && hasGrownLate(rows, now())) throw new Overtaken()
        return count
      })
      if (taken < rows.length) {
        for (const unasked of await countUnasked(db, rows)) passedOver(unasked)
      }
      return
    } catch (error: unknown) {
      if (error instanceof Overtaken) {
        overtaken += 1
        attempt -= 1
        continue
      }
      // Locking every monitor of every batch against this would cost each of them a write.
      if (attempt >= MAX_DELETIONS_MET || !isMonitorGone(error)) throw error
    }
  }
}

/** Votes that were decided on say nothing of now any more. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

const isLateAt = ({ late, lateFromMs = Infinity }: IncomingResult, nowMs: number): boolean =>
  late || nowMs > lateFromMs

const hasGrownLate = (rows: readonly IncomingResult[], nowMs: number): boolean =>
  rows.some((row) => !row.late && isLateAt(row, nowMs))

/** @returns how many of the rows were not passed over */
async function storeAndDecide(
  tx: Queryable,
  rows: readonly IncomingResult[],
  nowMs: number,
): Promise<number> {
  const { notable, taken } = await storeResults(tx, rows, latestOfRegions(rows, isFinding))
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const votes = notable.flatMap((key) => byKey.get(keyOf(key)) ?? [])
  await applyVotes(tx, votes, nowMs)
  await applyPassing(tx, rows, votes, nowMs)
  return taken
}

/** A failure that another transaction committed while this one ran has seen none of our successes, and
 *  they were passed over because nothing was wrong when this one began: they count now. */
async function applyPassing(
  tx: Queryable,
  rows: readonly IncomingResult[],
  decided: readonly IncomingResult[],
  nowMs: number,
): Promise<void> {
  const done = new Set(decided.map((row) => row.monitorId))
  const rest = rows.filter((row) => row.status === 'up' && !done.has(row.monitorId))
  if (rest.length === 0) return
  const unsteady = new Set(await readUnsteady(tx, [...new Set(rest.map((row) => row.monitorId))]))
  await applyVotes(
    tx,
    rest.filter((row) => unsteady.has(row.monitorId)),
    nowMs,
  )
}

function keyOf(
  row: Pick<IncomingResult, 'monitorId' | 'region' | 'scheduledAtMs' | 'attempt'>,
): string {
  return `${row.monitorId}/${row.region}/${Math.round(row.scheduledAtMs)}/${row.attempt}`
}

function voteOf(row: IncomingResult): Vote {
  return {
    region: row.region,
    checkedAtMs: row.checkedAtMs,
    endedAtMs: row.checkedAtMs + row.durationMs,
    status: row.status as ResultStatus,
    failureSource: row.failureSource as FailureSourceWord | null,
    cause: row.cause,
    error: row.error,
    confirmation: row.confirmation,
    late: !bearsOnStatus(row),
  }
}

/** The latest results of each region, in the order their checks began. */
function latestResults(results: readonly IncomingResult[]): IncomingResult[] {
  const ordered = results.toSorted((a, b) => a.checkedAtMs - b.checkedAtMs)
  const byRegion = Map.groupBy(ordered, (row) => row.region)
  const latest = new Set([...byRegion.values()].flatMap((its) => its.slice(-MAX_VOTES_OF_REGION)))
  return ordered.filter((row) => latest.has(row))
}

/** Tells the rule what came, each monitor's in the order its checks began. */
async function applyVotes(
  tx: Queryable,
  rows: readonly IncomingResult[],
  nowMs: number,
): Promise<void> {
  const byMonitor = Map.groupBy(rows.filter(bearsOnStatus), (row) => row.monitorId)
  const events = [...byMonitor].flatMap(([monitorId, results]) =>
    latestResults(results).map((row) => ({
      monitorId,
      generation: row.generation,
      event: { kind: 'vote' as const, vote: voteOf(row) },
    })),
  )
  if (events.length > 0) await applyEvents(tx, events, nowMs)
}
