import { readOccurrences } from '../db/maintenance-occurrences.ts'
import { readWindowsUntil } from '../db/maintenance-windows.ts'
import type { Queryable } from '../db/pool.ts'
import { nextOccurrences } from './schedule.ts'
import type { OccurrenceView } from './window-view.ts'
import { scheduleOf, viewOccurrence } from './window-view.ts'

/** An occurrence with what its window says of it. */
export interface ComingOccurrence extends OccurrenceView {
  description: string
  timezone: string
  allMonitors: boolean
}

/** Occurrences of one window that are looked at: of one that begins every day as many as there are in two weeks, with one
 *  that is under way. Nobody looks farther ahead. */
const MAX_OF_ONE = 16

/** What is under way and what begins before an instant, in the order it begins; cancelled ones are left out. */
export async function readComing(
  db: Queryable,
  workspaceId: number,
  now: Date,
  until: Date,
): Promise<ComingOccurrence[]> {
  const rows = await readWindowsUntil(db, workspaceId, until)
  const ids = rows.map((row) => row.id)
  const stored = Map.groupBy(await readOccurrences(db, ids), (row) => row.windowId)
  const coming = rows.flatMap((row) =>
    nextOccurrences(scheduleOf(row, stored.get(row.id) ?? []), now.getTime(), MAX_OF_ONE)
      .filter(({ fromMs, cancelledAtMs }) => cancelledAtMs === null && fromMs < until.getTime())
      .map((occurrence) => ({
        ...viewOccurrence(row.publicId, occurrence, now),
        description: row.description,
        timezone: row.timezone,
        allMonitors: row.allMonitors,
      })),
  )
  return coming.sort((one, other) => one.from.getTime() - other.from.getTime())
}
