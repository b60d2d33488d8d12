import type { KeptFrom } from '../../db/kept-from.ts'
import type { LocalDaysKey } from '../../db/local-days.ts'
import { findLocalDaysBehind, findLocalDaysOf, saveLocalDays } from '../../db/local-days.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Pieces } from '../../db/rollups.ts'
import { deleteRollups, insertMerged } from '../../db/rollups.ts'
import type { Quarters } from '../../db/stale-quarters.ts'
import { DAY_MS, floorTo, keptFromMs, MINUTE_MS } from './spans.ts'

/** Days of one transaction: at three regions and a check a minute it takes about a second. */
const DAYS_AT_ONCE = 20

/** Rolls up the next days of a local time that somebody asked for.
 *  @param rolledToMs whatever began before is in the quarters and hours
 *  @returns false when there is nothing to do */
export async function advanceLocalDays(
  tx: Queryable,
  rolledToMs: number,
  { nowMs, kept }: { readonly nowMs: number; readonly kept: KeptFrom },
): Promise<boolean> {
  const behind = await findLocalDaysBehind(tx, new Date(rolledToMs - DAY_MS))
  if (behind === null) return false
  const fromMs = behind.to?.getTime() ?? beginningOf(behind, nowMs, kept)
  const endMs = floorLocal(rolledToMs, behind)
  const toMs = Math.max(fromMs, Math.min(endMs, fromMs + DAYS_AT_ONCE * DAY_MS))
  if (toMs > fromMs) {
    await insertDays(tx, behind, {
      monitorIds: [behind.monitorId],
      starts: [new Date(fromMs)],
      lengthMs: toMs - fromMs,
    })
  }
  await saveLocalDays(tx, behind, { from: behind.from ?? new Date(fromMs), to: new Date(toMs) })
  return true
}

/** Rolls the local days up again that some quarters are in. */
export async function refreshLocalDays(tx: Queryable, quarters: Quarters): Promise<void> {
  const kept = await findLocalDaysOf(tx, [...new Set(quarters.monitorIds)])
  for (const days of kept) {
    const touched = quarters.starts
      .filter((_, index) => quarters.monitorIds[index] === days.monitorId)
      .map((start) => floorLocal(start.getTime(), days))
      .filter((ms) => ms >= days.from.getTime() && ms < days.to.getTime())
    const starts = [...new Set(touched)].map((ms) => new Date(ms))
    if (starts.length === 0) continue
    const pieces = { monitorIds: starts.map(() => days.monitorId), starts, lengthMs: DAY_MS }
    await deleteRollups(tx, 1_440, pieces)
    await insertDays(tx, days, pieces)
  }
}

/** From hours, where they are parts of a day, else from quarters. */
async function insertDays(tx: Queryable, key: LocalDaysKey, pieces: Pieces): Promise<void> {
  await insertMerged(tx, 1_440, pieces, sourceOf(key))
}

function sourceOf({ offsetMinutes }: LocalDaysKey): 15 | 60 {
  return offsetMinutes % 60 === 0 ? 60 : 15
}

/** When the local day of an instant began. */
function floorLocal(ms: number, { offsetMinutes }: LocalDaysKey): number {
  return floorTo(ms + offsetMinutes * MINUTE_MS, DAY_MS) - offsetMinutes * MINUTE_MS
}

/** The first day that is whole in what it is made of, of those the monitor was there. */
function beginningOf(
  days: LocalDaysKey & { readonly createdAt: Date },
  nowMs: number,
  kept: KeptFrom,
): number {
  const keptMs = floorLocal(keptFromMs(sourceOf(days), nowMs, kept), days) + DAY_MS
  return Math.max(keptMs, floorLocal(days.createdAt.getTime(), days))
}
