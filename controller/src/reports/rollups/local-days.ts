import { askForLocalDays, findLocalDays } from '../../db/local-days.ts'
import type { LocalDays } from '../../db/local-days.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Grid, RolledLocalDays } from './segments.ts'
import { DAY_MS, MINUTE_MS, QUARTER_MS } from './spans.ts'

/** A window of fewer days is soon put together of hours and quarters. */
const WORTH_KEEPING_MS = 31 * DAY_MS

/** Local times that days are kept of: people in four zones read the reports of a monitor. All those of a
 *  workspace cost some 50 ms a day each to keep. */
const MAX_KEPT = { ofMonitor: 4, ofWorkspace: 500 } as const

/** Of a workspace as many stay, those asked for last, when they are cleaned up (daily): newer ones find room. */
export const KEPT_OF_WORKSPACE = 400

/** Whoever reads a report every day writes that down no more often. */
const ASKED_AGAIN_AFTER_MS = DAY_MS

/** How long local days are kept that nobody asks for. */
export const LOCAL_DAYS_KEPT_MS = 30 * DAY_MS

/** Finds the local days that a report by the day or week may be read from, and has them kept for the next
 *  one where that is worth it: the job that rolls up makes them (keep-local-days.ts).
 *  @returns null when there are none, or days of UTC serve as well */
export async function localDaysFor(
  db: Queryable,
  query: { readonly monitorId: number; readonly from: Date; readonly to: Date },
  grid: Grid | null,
  now: Date,
): Promise<RolledLocalDays | null> {
  if (grid === null || grid.widthMs < DAY_MS) return null
  const offsetMs = aheadOfUtc(grid)
  if (offsetMs === 0 || offsetMs % QUARTER_MS !== 0) return null
  const key = { monitorId: query.monitorId, offsetMinutes: offsetMs / MINUTE_MS }
  const known = await findLocalDays(db, key)
  const isLong = query.to.getTime() - query.from.getTime() >= WORTH_KEEPING_MS
  const isAsked = known !== null && now.getTime() - known.askedAt.getTime() < ASKED_AGAIN_AFTER_MS
  const days = isAsked || !isLong ? known : await askForLocalDays(db, key, now, MAX_KEPT)
  return rolledOf(days, offsetMs)
}

/** How far the days of a grid are ahead of those of UTC, ms; less than a day. */
function aheadOfUtc({ offsetMs }: Grid): number {
  return ((offsetMs % DAY_MS) + DAY_MS) % DAY_MS
}

function rolledOf(days: LocalDays | null, offsetMs: number): RolledLocalDays | null {
  if (days === null || days.from === null || days.to === null) return null
  return { offsetMs, fromMs: days.from.getTime(), toMs: days.to.getTime() }
}

/** Whether days that a report was read from are still the ones that were found: they may have been forgotten
 *  while it was read. Those that are forgotten and asked for again begin without any. */
export async function areStillKept(
  db: Queryable,
  monitorId: number,
  { offsetMs, fromMs, toMs }: RolledLocalDays,
): Promise<boolean> {
  const days = await findLocalDays(db, { monitorId, offsetMinutes: offsetMs / MINUTE_MS })
  const present = rolledOf(days, offsetMs)
  return present !== null && present.fromMs === fromMs && present.toMs >= toMs
}
