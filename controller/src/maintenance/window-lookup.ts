import { readOccurrences } from '../db/maintenance-occurrences.ts'
import type { WindowRow } from '../db/maintenance-windows.ts'
import { findWindow } from '../db/maintenance-windows.ts'
import type { Queryable } from '../db/pool.ts'
import { nothingWithId } from '../input/not-found.ts'
import type { Schedule } from './schedule.ts'
import { scheduleOf } from './window-view.ts'

/** A window with its schedule. */
export interface FoundWindow {
  readonly row: WindowRow
  readonly schedule: Schedule
}

/** @throws AppError notFound, also for what is no id: decisions, section 1 */
export async function requireWindow(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<FoundWindow> {
  const row = await findWindow(db, workspaceId, publicId)
  if (row === null) throw nothingWithId('maintenance window', publicId)
  return { row, schedule: scheduleOf(row, await readOccurrences(db, [row.id])) }
}
