import { keptFromOf } from '../../db/kept-from.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import { RETENTION_DAYS } from '../../db/partitions.ts'
import type { Pieces, RollupSpan } from '../../db/rollups.ts'
import {
  closeQuarters,
  deleteRollups,
  findOldestCreation,
  insertMerged,
  insertQuarters,
  lockRollups,
  readMonitorIds,
  ROLLUP_SPANS,
  saveProgress,
} from '../../db/rollups.ts'
import type { Quarters } from '../../db/stale-quarters.ts'
import {
  findTakenQuarters,
  releaseTaken,
  takeStale,
  takeStaleOfBefore,
  waitForResults,
} from '../../db/stale-quarters.ts'
import { advanceLocalDays, refreshLocalDays } from './keep-local-days.ts'
import { packNextHours } from './pack-hours.ts'
import { DAY_MS, floorTo, MINUTE_MS, QUARTER_MS } from './spans.ts'

/** A quarter is rolled up once it is over by this: what comes later makes it stale, at a cost. */
const SETTLE_MS = 120_000

/** Quarters times monitors of one transaction. At 45 results each (three regions, every minute) it
 *  takes half a second. */
const MAX_MONITOR_QUARTERS = 4_800

/** A day takes as long to be made as so many quarters (1 ms): the last quarter of a day for 4,800 monitors would be a
 *  transaction of six seconds. */
const DAY_IN_QUARTERS = 12

/** Stale quarters of one transaction. */
const MAX_STALE = 2_000

/** How long results that are being stored are waited for; a batch takes 45 ms. */
const RESULTS_PATIENCE_MS = 2_000

/** How a part of the work went. */
type Outcome =
  /** Some was done and there may be more. */
  | 'more'
  /** There was nothing left to do, or another controller is doing it. */
  | 'done'

interface Moment {
  readonly nowMs: number
  readonly restMs: number
}

/** One transaction each. None begins before those before it had their turn: new quarters wait for one transaction of
 *  each of the others at a time, however many late results there are, and those for new quarters. */
const PARTS: readonly ((tx: Queryable, moment: Moment) => Promise<Outcome>)[] = [
  advance,
  takeDue,
  refreshTaken,
  keepLocalDays,
]

/** Rolls up what is over, and again what late results changed. It may run anywhere at any time: one
 *  transaction does a bounded part of the work and notes how far it came, and only one of them writes at
 *  a time.
 *  @param budgetMs it begins no further round after this time
 *  @param restMs how long late results are waited for that may follow the first one of a monitor
 *  @returns false when there is more to do */
export async function rollUp(
  db: Database,
  nowMs: number,
  budgetMs: number,
  restMs = 0,
): Promise<boolean> {
  const deadlineMs = performance.now() + budgetMs
  await closeQuarters(db, new Date(floorTo(nowMs - SETTLE_MS, QUARTER_MS)))
  while (await takeTurns(db, { nowMs, restMs })) {
    if (performance.now() > deadlineMs) return false
  }
  return true
}

/** @returns true when one of them may have more to do */
async function takeTurns(db: Database, moment: Moment): Promise<boolean> {
  let hasMore = false
  for (const part of PARTS) {
    if ((await db.transaction((tx) => part(tx, moment))) === 'more') hasMore = true
  }
  return hasMore || (await db.transaction(packHours)) === 'more'
}

/** Rolls up the next monitors of the step under way, or of a new one. */
async function advance(tx: Queryable, { nowMs }: Moment): Promise<Outcome> {
  const progress = await lockRollups(tx)
  if (progress === null || progress.closedTo === null) return 'done'
  const closedToMs = progress.closedTo.getTime()
  const fromMs = progress.rolledTo?.getTime() ?? (await findBeginning(tx, closedToMs, nowMs))
  const toMs = progress.stepTo?.getTime() ?? stepEnd(fromMs, closedToMs)
  if (toMs <= fromMs) {
    if (progress.rolledTo === null) await saveProgress(tx, between(fromMs))
    return 'done'
  }
  const limit = Math.max(1, Math.floor(MAX_MONITOR_QUARTERS / quartersIn(fromMs, toMs)))
  const monitorIds = await readMonitorIds(tx, progress.stepMonitorId, limit)
  if (monitorIds.length > 0) await insertStep(tx, monitorIds, fromMs, toMs)
  const last = monitorIds.at(-1)
  await saveProgress(
    tx,
    last === undefined || monitorIds.length < limit
      ? between(toMs)
      : { rolledTo: new Date(fromMs), stepTo: new Date(toMs), stepMonitorId: last },
  )
  return 'more'
}

const between = (rolledToMs: number) => ({
  rolledTo: new Date(rolledToMs),
  stepTo: null,
  stepMonitorId: 0,
})

/** Where an installation begins that has no rollups yet: with the history it has. */
async function findBeginning(tx: Queryable, closedToMs: number, nowMs: number): Promise<number> {
  const oldest = await findOldestCreation(tx)
  if (oldest === null) return closedToMs
  const createdMs = floorTo(oldest.getTime(), DAY_MS)
  const keptMs = floorTo(nowMs, DAY_MS) - RETENTION_DAYS * DAY_MS
  return Math.min(closedToMs, Math.max(createdMs, keptMs))
}

/** A step ends with its day at the latest, so that catching up goes on in bounded steps. */
export function stepEnd(fromMs: number, closedToMs: number): number {
  return Math.min(closedToMs, floorTo(fromMs, DAY_MS) + DAY_MS)
}

/** What a step takes for one monitor, in quarters. */
function quartersIn(fromMs: number, toMs: number): number {
  const quarters = (toMs - fromMs) / QUARTER_MS
  return toMs % DAY_MS === 0 ? Math.max(quarters, DAY_IN_QUARTERS) : quarters
}

async function insertStep(
  tx: Queryable,
  monitorIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<void> {
  for (const span of ROLLUP_SPANS) {
    // Those that end in the step: of hours and days there may be none.
    const startMs = floorTo(fromMs, span * MINUTE_MS)
    const lengthMs = floorTo(toMs, span * MINUTE_MS) - startMs
    const starts = monitorIds.map(() => new Date(startMs))
    if (lengthMs > 0) await insertRollups(tx, span, { monitorIds, starts, lengthMs })
  }
}

function insertRollups(tx: Queryable, span: RollupSpan, pieces: Pieces): Promise<void> {
  return span === 15 ? insertQuarters(tx, pieces) : insertMerged(tx, span, pieces)
}

/** Takes quarters that late results went to, unless some are taken already. */
async function takeDue(tx: Queryable, { restMs }: Moment): Promise<Outcome> {
  const progress = await lockRollups(tx)
  if (progress === null || progress.rolledTo === null) return 'done'
  const { rolledTo: before } = progress
  if ((await findTakenQuarters(tx, 1)).starts.length > 0) return 'done'
  const taken = await takeStale(tx, { before, restMs, limit: MAX_STALE })
  const ofBefore = await takeStaleOfBefore(tx, before, MAX_STALE)
  return taken + ofBefore > 0 ? 'more' : 'done'
}

/** Rolls quarters that were taken up again, with their hours and days. */
async function refreshTaken(tx: Queryable): Promise<Outcome> {
  const progress = await lockRollups(tx)
  if (progress === null || progress.rolledTo === null) return 'done'
  const { rolledTo } = progress
  const taken = await findTakenQuarters(tx, MAX_STALE)
  if (taken.starts.length === 0 || !(await waitForResults(tx, RESULTS_PATIENCE_MS))) return 'done'
  const stale = await releaseTaken(tx, taken)
  // From the finest: each is made of the one before.
  for (const span of ROLLUP_SPANS) {
    const pieces = piecesOf(stale, span * MINUTE_MS, rolledTo)
    if (pieces.starts.length === 0) continue
    await deleteRollups(tx, span, pieces)
    await insertRollups(tx, span, pieces)
  }
  await refreshLocalDays(tx, stale)
  return 'more'
}

/** Rolls up days of local times that are asked for. */
async function keepLocalDays(tx: Queryable, { nowMs }: Moment): Promise<Outcome> {
  const progress = await lockRollups(tx)
  if (progress === null || progress.rolledTo === null) return 'done'
  const kept = keptFromOf(progress)
  const isMore = await advanceLocalDays(tx, progress.rolledTo.getTime(), { nowMs, kept })
  return isMore ? 'more' : 'done'
}

/** Packs hours of days that are over, when all else is done: until then they are read themselves. */
async function packHours(tx: Queryable): Promise<Outcome> {
  const progress = await lockRollups(tx)
  if (progress === null || progress.rolledTo === null) return 'done'
  return (await packNextHours(tx, progress.rolledTo.getTime())) ? 'more' : 'done'
}

/** The whole spans that quarters are in, each once; those that are not over yet are left out. */
function piecesOf(quarters: Quarters, spanMs: number, rolledTo: Date): Pieces {
  const found = new Map<string, { monitorId: number; start: Date }>()
  for (const [index, monitorId] of quarters.monitorIds.entries()) {
    const startMs = floorTo(quarters.starts[index]?.getTime() ?? 0, spanMs)
    if (startMs + spanMs > rolledTo.getTime()) continue
    found.set(`${monitorId}/${startMs}`, { monitorId, start: new Date(startMs) })
  }
  const pieces = [...found.values()]
  return {
    monitorIds: pieces.map((piece) => piece.monitorId),
    starts: pieces.map((piece) => piece.start),
    lengthMs: spanMs,
  }
}
