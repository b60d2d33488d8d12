import {
  lockMaintenance,
  readNextWindowChange,
  updateMaintenanceLookAt,
} from '../db/maintenance-agenda.ts'
import {
  readCovered,
  readMisplacedMonitors,
  updateMonitorsRunNow,
} from '../db/maintenance-coverage.ts'
import { readOccurrences } from '../db/maintenance-occurrences.ts'
import { readDueWindows, updateWindowRunning } from '../db/maintenance-windows.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { applyEvents } from '../verdicts/verdicts.ts'
import { nextChangeMs, runningOccurrence } from './schedule.ts'
import { scheduleOf } from './window-view.ts'

/** Monitors brought in or out by one transaction: it holds the workspace meanwhile, and results of these
 *  monitors wait. The keeper goes on with the rest. */
const MAX_MONITORS = 500

/** Beginnings and ends caught up with in one transaction, after no controller was there. */
const MAX_CHANGES = 50

/** Brings the monitors of a workspace in and out of maintenance for every beginning and end of a window
 *  up to now, in their order and as of their instants. What is too much for one transaction is left to
 *  the next.
 *  @returns whether nothing is left */
export async function settle(tx: Queryable, workspaceId: number, now: Date): Promise<boolean> {
  const before = await lockMaintenance(tx, workspaceId)
  let lookAt = before
  let room = MAX_MONITORS
  for (let changes = 0; changes < MAX_CHANGES && lookAt !== null && lookAt <= now; changes += 1) {
    await turnWindows(tx, workspaceId, lookAt)
    room -= await placeMonitors(tx, workspaceId, { at: lookAt, now, limit: room })
    if (room === 0) break
    lookAt = await readNextWindowChange(tx, workspaceId)
  }
  if (lookAt?.getTime() !== before?.getTime()) {
    await updateMaintenanceLookAt(tx, workspaceId, lookAt)
  }
  return lookAt === null || lookAt > now
}

/** Finds out of the windows that begin or end by an instant whether they run then. */
async function turnWindows(tx: Queryable, workspaceId: number, at: Date): Promise<void> {
  const due = await readDueWindows(tx, workspaceId, at)
  if (due.length === 0) return
  const ids = due.map((row) => row.id)
  const stored = Map.groupBy(await readOccurrences(tx, ids), (row) => row.windowId)
  for (const row of due) {
    const schedule = scheduleOf(row, stored.get(row.id) ?? [])
    await updateWindowRunning(tx, row.id, {
      running: runningOccurrence(schedule, at.getTime()) !== null,
      nextChangeMs: nextChangeMs(schedule, at.getTime()),
    })
  }
}

/** Tells the decision rule of monitors that are in maintenance and should not be, or the other way
 *  round; those that leave are checked at once.
 *  @returns how many there were, up to the limit */
async function placeMonitors(
  tx: Queryable,
  workspaceId: number,
  { at, now, limit }: { at: Date; now: Date; limit: number },
): Promise<number> {
  const misplaced = await readMisplacedMonitors(tx, workspaceId, limit)
  if (misplaced.length === 0) return 0
  const leaving = misplaced.filter(({ covered }) => !covered).map(({ monitorId }) => monitorId)
  // Before their states are locked: a pause takes both in this order too.
  if (leaving.length > 0) await updateMonitorsRunNow(tx, leaving, now)
  const atMs = at.getTime()
  await applyEvents(
    tx,
    misplaced.map(({ monitorId, covered }) => ({
      monitorId,
      event: { kind: 'maintenance', active: covered, atMs },
    })),
    now.getTime(),
  )
  return misplaced.length
}

/** Changes something of a workspace's windows in one transaction, one change after the other, and
 *  brings monitors in and out as follows from it. */
export async function changeMaintenance<T>(
  context: { readonly db: Database; readonly now: () => Date },
  workspaceId: number,
  work: (tx: Queryable, now: Date) => Promise<T>,
): Promise<T> {
  return context.db.transaction(async (tx) => {
    await lockMaintenance(tx, workspaceId)
    const now = context.now()
    // What began or ended before has its own instant.
    await settle(tx, workspaceId, now)
    const result = await work(tx, now)
    await updateMaintenanceLookAt(tx, workspaceId, now)
    await settle(tx, workspaceId, now)
    return result
  })
}

/** Brings monitors that begin to be checked into the maintenance that is under way. The caller holds
 *  the workspace (lockWorkspace), so that no window begins meanwhile. */
export async function joinMaintenance(
  tx: Queryable,
  workspaceId: number,
  monitorIds: readonly number[],
  now: Date,
): Promise<void> {
  const covered = await readCovered(tx, workspaceId, monitorIds)
  if (covered.length === 0) return
  const event = { kind: 'maintenance', active: true, atMs: now.getTime() } as const
  await applyEvents(
    tx,
    covered.map((monitorId) => ({ monitorId, event })),
    now.getTime(),
  )
}
