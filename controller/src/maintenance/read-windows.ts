import { readWindowMonitors } from '../db/maintenance-monitors.ts'
import { readOccurrences } from '../db/maintenance-occurrences.ts'
import { countWindows, listWindows } from '../db/maintenance-windows.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { nextOccurrences } from './schedule.ts'
import { requireWindow } from './window-lookup.ts'
import type { OccurrenceView, WindowView } from './window-view.ts'
import { scheduleOf, viewOccurrence, viewWindow } from './window-view.ts'

/** How many occurrences one window is shown with. Source: decisions, section 7 */
const SHOWN_OCCURRENCES = 20

/** One page of a workspace's windows, newest first, and how many there are. */
export async function getWindows(
  { db, now }: ServiceContext,
  workspaceId: number,
  page: { limit: number; offset: number },
): Promise<{ total: number; maintenance: WindowView[] }> {
  const total = await countWindows(db, workspaceId)
  const rows = await listWindows(db, workspaceId, page)
  const ids = rows.map((row) => row.id)
  const stored = Map.groupBy(await readOccurrences(db, ids), (row) => row.windowId)
  const monitors = Map.groupBy(await readWindowMonitors(db, ids), (row) => row.windowId)
  const at = now()
  return {
    total,
    maintenance: rows.map((row) =>
      viewWindow(
        row,
        scheduleOf(row, stored.get(row.id) ?? []),
        (monitors.get(row.id) ?? []).map(({ publicId }) => publicId),
        at,
      ),
    ),
  }
}

/** A window with its next 20 occurrences: one under way, those to come, and cancelled ones among them.
 *  @throws AppError notFound */
export async function getWindow(
  { db, now }: ServiceContext,
  workspaceId: number,
  publicId: string,
): Promise<{ maintenance: WindowView; occurrences: OccurrenceView[] }> {
  const { row, schedule } = await requireWindow(db, workspaceId, publicId)
  const monitors = await readWindowMonitors(db, [row.id])
  const at = now()
  return {
    maintenance: viewWindow(
      row,
      schedule,
      monitors.map((monitor) => monitor.publicId),
      at,
    ),
    occurrences: nextOccurrences(schedule, at.getTime(), SHOWN_OCCURRENCES).map((occurrence) =>
      viewOccurrence(row.publicId, occurrence, at),
    ),
  }
}
