import { setMonitorStatus } from '../db/monitor-states.ts'
import {
  deleteMonitor,
  lockMonitor,
  removeDependency,
  updateMonitorPaused,
  updateMonitorResumed,
} from '../db/monitors.ts'
import { closeOutages } from '../db/verdicts.ts'
import { requireMonitor } from './monitor-lookup.ts'
import type { MonitorContext } from './monitor-context.ts'

type Context = Pick<MonitorContext, 'db' | 'now'>

/** Stops the checks of a monitor; one that is paused stays as it is. An open outage ends here: from now
 *  on nobody looks.
 *  @throws AppError notFound */
export async function pauseMonitor(
  context: Context,
  workspaceId: number,
  publicId: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const monitor = requireMonitor(await lockMonitor(tx, workspaceId, publicId), publicId)
    if (!monitor.active) return
    const at = context.now()
    await updateMonitorPaused(tx, monitor.id, at)
    await setMonitorStatus(tx, { monitorId: monitor.id, at, status: 'paused', reason: null })
    const end = { monitorId: monitor.id, endedAtMs: at.getTime() }
    await closeOutages(tx, [
      { ...end, scope: 'global' },
      { ...end, scope: 'regional' },
    ])
  })
}

/** Starts the checks again, the first one at once; a monitor that is not paused stays as it is.
 *  @throws AppError notFound */
export async function resumeMonitor(
  context: Context,
  workspaceId: number,
  publicId: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const monitor = requireMonitor(await lockMonitor(tx, workspaceId, publicId), publicId)
    if (monitor.active) return
    const at = context.now()
    await updateMonitorResumed(tx, monitor.id, at)
    await setMonitorStatus(tx, { monitorId: monitor.id, at, status: 'pending', reason: null })
  })
}

/** @throws AppError notFound, also for a monitor that was deleted before */
export async function removeMonitor(
  context: Context,
  workspaceId: number,
  publicId: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const monitor = requireMonitor(await lockMonitor(tx, workspaceId, publicId), publicId)
    await deleteMonitor(tx, monitor.id)
    await removeDependency(tx, workspaceId, publicId)
  })
}
