import { traced } from '@sightline/shared/tracing/trace'
import type { Database, Queryable, TransactionOptions } from '../db/pool.ts'
import { isMonitorGone, isThereAlready } from '../db/pool.ts'
import type { IncomingResult, UnaskedRow } from '../db/results.ts'
import { countUnasked, storeResults } from '../db/results.ts'
import { readStored } from '../db/stored-results.ts'
import type { Judge } from '../verdicts/judge.ts'
import { createJudge } from '../verdicts/judge.ts'
import type { Decided } from './look-again.ts'
import { lookAgain } from './look-again.ts'
import { isFinding, keyOf, latestOfRegions, orderedByKey } from './result-row.ts'

/** Times a batch is tried while monitors of it are being deleted: each failure is a deletion that is
 *  over by then, so the next try passes its results over. */
const MAX_DELETIONS_MET = 10

/** Times a batch is stored anew because results of it grew too old while it waited for the database: the second
 *  time nobody stands in its way, as a rule. */
const MAX_OVERTAKEN = 3

/** The rule is told of so many results in the transaction that stores them, which has the latest states of regions
 *  locked: a region's next result of one of these monitors waits for its end, and all that is stored with that. Of more it
 *  is told in a transaction of its own: while 2,400 monitors failed at once, two or three of four transactions waited. */
const MAX_TOLD_AT_ONCE = 50

/** So many monitors that others had locked are judged as soon as these let go; more are left to the rule's keeper, which
 *  takes many together. */
const MAX_BUSY_AWAITED = 20

/** So many results of a batch that fail are a mass outage's. */
const MANY_FAIL = 10

/** So many fail, or at two controllers at once, that others judge too: none of them waits for the disk of another. */
const FLUSHED_AFTER = { isFlushedAfter: true }

/** What belongs to committing results and has a default. */
interface CommitOptions {
  /** Told of results of a region that nobody asked it for. */
  readonly passedOver?: (unasked: UnaskedRow) => void
  readonly judge?: Judge
  /** Nobody sent any of them before, as far as one knows: what is there after all costs another try. */
  readonly areFresh?: boolean
  /** Told which of fresh ones were there after all. */
  readonly foundThere?: (rows: readonly IncomingResult[]) => void
}

/** Commits a batch of results with everything that follows from them (latest state, verdicts,
 *  outages, rechecks, alerts) in one transaction; what follows in a second one where that is much, or others have its
 *  monitors locked (`unjudged_results` remembers it until then). Committing the same results again changes nothing;
 *  those of monitors that are gone are passed over. Whether a
 *  result is late is judged when it is committed: a batch may wait for the database for minutes, and failures of
 *  then say nothing of now.
 *  @param prepare makes sure the table has room for these days (partitions) */
export async function commitResults(
  db: Database,
  batch: readonly IncomingResult[],
  now: () => number,
  prepare: (scheduledAtMs: readonly number[]) => Promise<void>,
  { passedOver, judge = createJudge(), areFresh = false, foundThere }: CommitOptions = {},
): Promise<void> {
  const ordered = orderedByKey(batch)
  await prepare(ordered.map((row) => row.scheduledAtMs))
  const unstored = { rows: ordered, areFresh, foundThere }
  const { taken, kept, ...decided } = await commitOrdered(db, unstored, now, judge)
  const busy = kept
    ? await db.transaction((tx) => judge.tellKept(tx, decided.told, now()), FLUSHED_AFTER)
    : decided.busy
  if (busy.length > 0 && busy.length <= MAX_BUSY_AWAITED) {
    await db.transaction((tx) => judge.tellAgain(tx, now(), busy), FLUSHED_AFTER)
  }
  await lookAgain(db, decided, now, judge)
  if (passedOver !== undefined && taken < ordered.length) {
    for (const unasked of await countUnasked(db, ordered)) passedOver(unasked)
  }
}

/** A batch that is stored. */
interface Committed extends Decided {
  /** Monitors of which the rule was not told, because others had them locked. */
  readonly busy: readonly number[]
  /** The rule is still to be told, of what is kept. */
  readonly kept: boolean
  /** How many of its results were not passed over. */
  readonly taken: number
}

interface Batch {
  /** In the order of their keys. */
  readonly rows: readonly IncomingResult[]
  readonly areFresh: boolean
  readonly foundThere?: CommitOptions['foundThere']
}

async function commitOrdered(
  db: Database,
  batch: Batch,
  now: () => number,
  judge: Judge,
): Promise<Committed> {
  let overtaken = 0
  let { areFresh } = batch
  for (let attempt = 1; ; attempt += 1) {
    const nowMs = now()
    const rows = batch.rows.map((row) => (growsLate(row, nowMs) ? { ...row, late: true } : row))
    try {
      return await db.transaction(async (tx) => {
        const committed = await storeAndDecide(tx, { rows, areFresh }, nowMs, judge)
        if (overtaken < MAX_OVERTAKEN && hasGrownLate(rows, now())) throw new Overtaken()
        return committed
      }, howToStore(rows))
    } catch (error: unknown) {
      if (error instanceof Overtaken) {
        overtaken += 1
        attempt -= 1
        continue
      }
      if (areFresh && isThereAlready(error)) {
        areFresh = false
        attempt -= 1
        batch.foundThere?.(await readStored(db, batch.rows))
        continue
      }
      // Locking every monitor of every batch against this would cost each of them a write.
      if (attempt >= MAX_DELETIONS_MET || !isMonitorGone(error)) throw error
    }
  }
}

const howToStore = (rows: readonly IncomingResult[]): TransactionOptions => ({
  isFlushedAfter: rows.filter(({ status }) => status === 'down').length >= MANY_FAIL,
})

/** Votes that were decided on say nothing of now any more. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

const growsLate = ({ late, lateFromMs = Infinity }: IncomingResult, nowMs: number): boolean =>
  !late && nowMs > lateFromMs

const hasGrownLate = (rows: readonly IncomingResult[], nowMs: number): boolean =>
  rows.some((row) => growsLate(row, nowMs))

async function storeAndDecide(
  tx: Queryable,
  { rows, areFresh }: Batch,
  nowMs: number,
  judge: Judge,
): Promise<Committed> {
  const latest = latestOfRegions(rows, isFinding)
  const { notable, taken } = await storeResults(tx, rows, latest, { areFresh })
  if (notable.length === 0) return { taken, rows, told: [], doubted: [], busy: [], kept: false }
  const isSteady = new Map(notable.map((result) => [keyOf(result), result.steady]))
  const bad = rows.filter((row) => row.status !== 'up' && isSteady.has(keyOf(row)))
  // What passed at the moment of a failure is told with it, also of a monitor that was well when this began.
  const failing = new Set(bad.map((row) => row.monitorId))
  const told = rows.filter((row) =>
    row.status === 'up' && failing.has(row.monitorId) ? true : isSteady.has(keyOf(row)),
  )
  const kept = told.length > MAX_TOLD_AT_ONCE
  const busy = await traced('decide', 'internal', {}, () =>
    kept
      ? judge.keep(tx, told, nowMs).then(() => [])
      : judge.tell(tx, told, nowMs, { waits: false }),
  )
  return {
    taken,
    busy,
    kept,
    rows,
    told,
    doubted: bad.filter((row) => isSteady.get(keyOf(row)) === true),
  }
}
