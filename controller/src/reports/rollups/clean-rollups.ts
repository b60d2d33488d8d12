import type { Database } from '../../db/pool.ts'
import {
  deleteOldRollups,
  deleteRollupsOfMonitor,
  findDeletedMonitors,
  findLastRolledUp,
} from '../../db/rollup-retention.ts'
import { forgetLocalDays } from '../../db/local-days.ts'
import { deleteOldPackedHours } from '../../db/packed-hours.ts'
import { lockRollups, ROLLUP_SPANS } from '../../db/rollups.ts'
import { KEPT_OF_WORKSPACE, LOCAL_DAYS_KEPT_MS } from './local-days.ts'
import { PACKED_HOURS_KEPT_MS } from './pack-hours.ts'
import type { Retention } from './retention.ts'
import { noteRetention, USUAL_RETENTION } from './retention.ts'
import { DAY_MS, floorTo } from './spans.ts'

/** Monitors looked after at a time: a day of quarters of three regions each is some 140,000 rows. */
const MONITORS_AT_ONCE = 500

/** Removes rollups and packed hours past their time, local days that nobody asks for any more, and those of monitors
 *  that were deleted.
 *  @param afterMonitorId goes on after this monitor; 0 from the start
 *  @param budgetMs it begins with no further monitors after this time
 *  @param retention days they are kept
 *  @returns the monitor to go on after; null when all are done */
export async function cleanRollups(
  db: Database,
  nowMs: number,
  afterMonitorId: number,
  budgetMs: number,
  retention: Retention = USUAL_RETENTION,
): Promise<number | null> {
  const deadlineMs = performance.now() + budgetMs
  await noteRetention(db, retention, nowMs)
  await db.transaction(async (tx) => {
    // Whoever rolls up now may be at these days; they are looked after again tomorrow.
    const isAlone = (await lockRollups(tx)) !== null
    if (!isAlone) return
    await forgetLocalDays(tx, new Date(nowMs - LOCAL_DAYS_KEPT_MS), KEPT_OF_WORKSPACE)
  })
  const last = await findLastRolledUp(db)
  for (let doneId = afterMonitorId; doneId < last; doneId += MONITORS_AT_ONCE) {
    if (performance.now() > deadlineMs) return doneId
    const range = { fromId: doneId + 1, toId: Math.min(last, doneId + MONITORS_AT_ONCE) }
    for (const [span, days] of [
      [15, retention.quarters],
      [60, retention.hours],
    ] as const) {
      const before = new Date(floorTo(nowMs, DAY_MS) - days * DAY_MS)
      await deleteOldRollups(db, range, span, before)
    }
    const packedFrom = new Date(floorTo(nowMs, DAY_MS) - PACKED_HOURS_KEPT_MS)
    await deleteOldPackedHours(db, range, packedFrom)
    for (const monitorId of await findDeletedMonitors(db, range)) {
      for (const span of ROLLUP_SPANS) await deleteRollupsOfMonitor(db, span, monitorId)
    }
  }
  return null
}
