import { closedDirections } from '@sightline/shared/closed-directions'
import { readWindowMonitors } from '../../db/maintenance-monitors.ts'
import { readWindowsUntil } from '../../db/maintenance-windows.ts'
import type { Queryable } from '../../db/pool.ts'
import type {
  PublicNoteRow,
  ShownComponentRow,
  ShownOutageRow,
  ShownPageRow,
} from '../../db/status-page-reads.ts'
import {
  findShownPage,
  readPublicNotes,
  readShownComponents,
  readShownOutages,
} from '../../db/status-page-reads.ts'
import { readComing } from '../../maintenance/coming.ts'
import type { ShownMaintenance, ShownOutage } from './public-status.ts'

const DAY_MS = 86_400_000
/** How far back outages are told. */
export const OUTAGE_DAYS = 30
/** Those that go on and the latest of the others. */
export const MAX_OUTAGES = 100
const MAX_NOTES = 500
/** How far ahead maintenance is told. */
const AHEAD_MS = 14 * DAY_MS
const MAX_MAINTENANCE = 100

/** What happens on a page, as the public reads of it. */
export interface Happenings {
  readonly page: ShownPageRow
  readonly outages: readonly ShownOutage[]
  readonly maintenance: readonly ShownMaintenance[]
}

/** The components of a page in their order, with names that may stand in a sentence. */
export async function readComponents(db: Queryable, pageId: number): Promise<ShownComponentRow[]> {
  const rows = await readShownComponents(db, pageId)
  return rows.map((row) => ({ ...row, name: closedDirections(row.name) }))
}

/** @returns null when there is no such page for the public */
export async function readHappenings(
  db: Queryable,
  pageId: number,
  at: Date,
): Promise<Happenings | null> {
  const page = await findShownPage(db, pageId)
  if (page === null) return null
  const rows = await readComponents(db, pageId)
  return {
    page,
    outages: await readOutages(db, rows, at),
    maintenance: await readMaintenance(db, page.workspaceId, rows, at),
  }
}

/** Outages of a page's components that were not over long ago. */
export async function readOutages(
  db: Queryable,
  rows: readonly ShownComponentRow[],
  at: Date,
): Promise<ShownOutage[]> {
  const byMonitor = new Map(rows.map((row) => [row.monitorId, row]))
  const since = new Date(at.getTime() - OUTAGE_DAYS * DAY_MS)
  // What is down while it is worked on is maintenance.
  const worked = rows.filter(({ inMaintenance }) => inMaintenance).map(({ monitorId }) => monitorId)
  const outages = await readShownOutages(db, [...byMonitor.keys()], since, MAX_OUTAGES, worked)
  const notes = Map.groupBy(
    await readPublicNotes(
      db,
      outages.map(({ id }) => id),
      MAX_NOTES,
    ),
    ({ outageId }) => outageId,
  )
  return outages.map((outage) =>
    shownOutage(outage, byMonitor.get(outage.monitorId)?.name ?? '', notes.get(outage.id) ?? []),
  )
}

function shownOutage(
  { publicId, startedAt, endedAt }: ShownOutageRow,
  component: string,
  notes: readonly PublicNoteRow[],
): ShownOutage {
  return {
    id: publicId,
    component,
    startedAt,
    endedAt,
    notes: notes.map(({ id, at, text }) => ({ id, at, text })),
  }
}

/** Maintenance of a page's components that goes on or comes. */
export async function readMaintenance(
  db: Queryable,
  workspaceId: number,
  rows: readonly ShownComponentRow[],
  at: Date,
): Promise<ShownMaintenance[]> {
  const until = new Date(at.getTime() + AHEAD_MS)
  const coming = await readComing(db, workspaceId, at, until)
  if (coming.length === 0) return []
  const windows = await readWindowsUntil(db, workspaceId, until)
  const named = Map.groupBy(
    await readWindowMonitors(
      db,
      windows.map(({ id }) => id),
    ),
    ({ windowId }) => windowId,
  )
  const monitorsOf = new Map(
    windows.map(({ id, publicId }) => [
      publicId,
      new Set((named.get(id) ?? []).map((monitor) => monitor.publicId)),
    ]),
  )
  const repeating = new Set(
    windows.filter(({ recurrence }) => recurrence !== 'none').map(({ publicId }) => publicId),
  )
  const plannedAt = new Map(windows.map(({ publicId, updatedAt }) => [publicId, updatedAt]))
  return coming
    .map(({ id, maintenanceId, from, to, description, allMonitors }) => ({
      id,
      windowId: maintenanceId,
      repeats: repeating.has(maintenanceId),
      from,
      to,
      isUnderWay: from.getTime() <= at.getTime(),
      toldSince: new Date(
        Math.max(plannedAt.get(maintenanceId)?.getTime() ?? 0, from.getTime() - AHEAD_MS),
      ),
      description,
      components: rows
        .filter((row) => allMonitors || monitorsOf.get(maintenanceId)?.has(row.monitorPublicId))
        .map(({ name }) => name),
    }))
    .filter(({ components }) => components.length > 0)
    .slice(0, MAX_MAINTENANCE)
}
