import type { MonitorInSetRow } from '../db/monitor-sets.ts'
import {
  deleteHistory,
  deleteMonitors,
  lockFindings,
  lockMonitors,
  removeDependencies,
} from '../db/monitor-sets.ts'
import type { Queryable } from '../db/pool.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import type { MonitorContext } from './monitor-context.ts'
import { monitorNotFound } from '../input/not-found.ts'

/** Of fewer what is known goes with them in a moment, and takes no statements of its own. */
const MANY = 100

/** @throws AppError notFound, also for a monitor that was deleted before */
export async function removeMonitor(
  context: Pick<MonitorContext, 'db'>,
  workspaceId: number,
  publicId: string,
): Promise<void> {
  const { size } = await removeMonitors(context, workspaceId, [publicId])
  if (size === 0) throw monitorNotFound(publicId)
}

/** Deletes those of these monitors that the workspace has, all of them or none.
 *  @returns the ids of those it had */
export async function removeMonitors(
  context: Pick<MonitorContext, 'db'>,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return context.db.transaction(async (tx) => {
    // The monitors that depend on them are written too.
    await lockWorkspace(tx, workspaceId)
    const monitors = await lockMonitors(tx, workspaceId, publicIds)
    if (monitors.length > 0) await removeLocked(tx, workspaceId, monitors)
    return new Set(monitors.map((monitor) => monitor.publicId))
  })
}

/** Deletes monitors with everything that names them. What takes long comes first: from when the findings are locked the
 *  results of these monitors wait, and with them all that are stored together. */
async function removeLocked(
  tx: Queryable,
  workspaceId: number,
  monitors: readonly MonitorInSetRow[],
): Promise<void> {
  const ids = monitors.map((monitor) => monitor.id)
  await removeDependencies(
    tx,
    workspaceId,
    monitors.map((monitor) => monitor.publicId),
  )
  if (ids.length > MANY) await deleteHistory(tx, ids)
  await lockFindings(tx, ids)
  await deleteMonitors(tx, ids)
}
