import { announceEnds } from '../alerting/outbox/announce.ts'
import type { MonitorInSetRow } from '../db/monitor-sets.ts'
import { updateMonitorsPaused, updateMonitorsResumed } from '../db/monitor-sets.ts'
import { setMonitorStatuses } from '../db/monitor-states.ts'
import { lockMonitor } from '../db/monitors.ts'
import { endOutages } from '../db/outages.ts'
import type { Queryable } from '../db/pool.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import { joinMaintenance } from '../maintenance/settle.ts'
import type { MonitorContext } from './monitor-context.ts'
import { requireMonitor } from '../input/not-found.ts'

type Context = Pick<MonitorContext, 'db' | 'now'>
type LockedMonitors = readonly Pick<MonitorInSetRow, 'id' | 'active'>[]

const CHUNK_ROWS = 2_000

/** What people do about the checks of a workspace's monitors, by its word; the workspace and the
 *  monitors are locked. */
export const MONITOR_ACTIONS = {
  pause: pauseLocked,
  resume: resumeLocked,
} as const satisfies Record<
  string,
  (tx: Queryable, workspaceId: number, monitors: LockedMonitors, at: Date) => Promise<void>
>
export type MonitorAction = keyof typeof MONITOR_ACTIONS

/** Pauses or resumes one monitor; one that is so already stays as it is.
 *  @throws AppError notFound */
export async function actOnMonitor(
  context: Context,
  workspaceId: number,
  publicId: string,
  action: MonitorAction,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const monitor = requireMonitor(await lockMonitor(tx, workspaceId, publicId), publicId)
    await MONITOR_ACTIONS[action](tx, workspaceId, [monitor], context.now())
  })
}

/** Stops the checks. Open outages end here: from now on nobody looks. */
async function pauseLocked(
  tx: Queryable,
  _workspaceId: number,
  monitors: LockedMonitors,
  at: Date,
): Promise<void> {
  const ids = monitors.flatMap(({ id, active }) => (active ? [id] : []))
  await eachChunk(ids, (chunk) => updateMonitorsPaused(tx, chunk, at))
  await eachChunk(ids, (chunk) => setMonitorStatuses(tx, chunk, 'paused', at))
  await eachChunk(ids, async (chunk) => announceEnds(tx, await endOutages(tx, chunk, at)))
}

/** Starts the checks again, the first one at once; maintenance that is under way goes on for them. */
async function resumeLocked(
  tx: Queryable,
  workspaceId: number,
  monitors: LockedMonitors,
  at: Date,
): Promise<void> {
  const ids = monitors.flatMap(({ id, active }) => (active ? [] : [id]))
  await eachChunk(ids, (chunk) => updateMonitorsResumed(tx, chunk, at))
  await eachChunk(ids, (chunk) => setMonitorStatuses(tx, chunk, 'pending', at))
  await eachChunk(ids, (chunk) => joinMaintenance(tx, workspaceId, chunk, at))
}

/** Runs a statement on no more rows at once than it does well within the time limit of statements.
 *  The states come after all monitors, because the ingest waits for nothing but them: of 100,000
 *  monitors (11 to 20 s on two busy cores) they are less than half. */
async function eachChunk(
  ids: readonly number[],
  run: (chunk: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK_ROWS) {
    await run(ids.slice(from, from + CHUNK_ROWS))
  }
}
