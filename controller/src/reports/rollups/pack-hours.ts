import type { MonitorDays } from '../../db/packed-hours.ts'
import {
  findStalePackedHours,
  readHoursOfDays,
  readPackingProgress,
  savePackedHours,
  savePackingProgress,
} from '../../db/packed-hours.ts'
import type { Queryable } from '../../db/pool.ts'
import { findOldestCreation, readMonitorIdsMadeBefore } from '../../db/rollups.ts'
import { packHours } from './packed-hours.ts'
import { DAY_MS, floorTo } from './spans.ts'
import { spanFigures } from './tally.ts'

/** Days of monitors of one transaction: at three regions and a check a minute it takes some 100 ms, of which a tenth at a
 *  stretch is the controller's. */
const DAYS_AT_ONCE = 50

/** Where an installation begins that has no packed hours yet: no report by the hour is longer. */
const BEGINNING_MS = 31 * DAY_MS

/** How long packed hours are kept: a month is looked at until the next one is over. Older ones are read as hours. */
export const PACKED_HOURS_KEPT_MS = 62 * DAY_MS

/** Packs the hours of the next days that are over, or those that were rolled up again since.
 *  @param rolledToMs whatever began before is in the hours
 *  @returns false when there is nothing to do */
export async function packNextHours(tx: Queryable, rolledToMs: number): Promise<boolean> {
  const stale = await findStalePackedHours(tx, DAYS_AT_ONCE)
  if (stale.days.length > 0) {
    await pack(tx, stale)
    return true
  }
  const endMs = floorTo(rolledToMs, DAY_MS)
  const { packedTo, monitorId } = await readPackingProgress(tx)
  const dayMs = packedTo?.getTime() ?? (await begin(tx, endMs))
  if (dayMs >= endMs) return false
  // Those made since have nothing of then.
  const monitorIds = await readMonitorIdsMadeBefore(tx, new Date(endMs), monitorId, DAYS_AT_ONCE)
  const areLast = monitorIds.length < DAYS_AT_ONCE
  const days = daysFor(areLast && monitorId === 0 ? monitorIds.length : DAYS_AT_ONCE, dayMs, endMs)
  await pack(tx, {
    monitorIds: days.flatMap(() => monitorIds),
    days: days.flatMap((day) => monitorIds.map(() => day)),
  })
  const last = monitorIds.at(-1)
  await savePackingProgress(
    tx,
    areLast || last === undefined
      ? { packedTo: new Date(dayMs + days.length * DAY_MS), monitorId: 0 }
      : { packedTo: new Date(dayMs), monitorId: last },
  )
  return true
}

/** The first day that is packed, UNIX ms: before the oldest monitor was made there are no hours. Where 100,000 monitors are new,
 *  31 days of each would be three million rows of nothing, and hours of work beside their first checks. */
async function begin(tx: Queryable, endMs: number): Promise<number> {
  const oldest = await findOldestCreation(tx)
  if (oldest === null) return endMs
  const dayMs = Math.min(endMs, Math.max(endMs - BEGINNING_MS, floorTo(oldest.getTime(), DAY_MS)))
  await savePackingProgress(tx, { packedTo: new Date(dayMs), monitorId: 0 })
  return dayMs
}

/** The days from one on, before another, that make up a transaction with so many monitors: of few monitors many, else
 *  one. */
function daysFor(monitors: number, fromMs: number, endMs: number): Date[] {
  const most = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, monitors)))
  const length = Math.min(most, (endMs - fromMs) / DAY_MS)
  return Array.from({ length }, (_, day) => new Date(fromMs + day * DAY_MS))
}

async function pack(tx: Queryable, asked: MonitorDays): Promise<void> {
  const figures = new Map<string, Buffer>()
  for (const { monitorId, day, hours } of await readHoursOfDays(tx, asked)) {
    const byHour = hours.map((row): readonly [number, ReturnType<typeof spanFigures>] => [
      row.bucket,
      spanFigures({ ...row, histogram: row.histogram === null ? [] : [row.histogram] }),
    ])
    const packed = packHours(new Map(byHour))
    if (packed !== null) figures.set(`${monitorId}/${day.getTime()}`, packed)
  }
  const ofEach = asked.monitorIds.map(
    (monitorId, index) =>
      figures.get(`${monitorId}/${asked.days[index]?.getTime()}`) ?? Buffer.alloc(0),
  )
  await savePackedHours(tx, asked, ofEach)
}
