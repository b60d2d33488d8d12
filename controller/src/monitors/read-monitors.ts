import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { readUnheardAmong } from '../db/alert-reach.ts'
import type { MonitorListQuery, MonitorPage, MonitorRow } from '../db/monitor-reads.ts'
import { listMonitors, readMonitors, readPublicIdsOf } from '../db/monitor-reads.ts'
import type { Queryable } from '../db/pool.ts'
import type { StatusCourse } from '../db/status-courses.ts'
import { readMonitorWithMonth, readMonthOfStatuses } from '../db/status-courses.ts'
import { listByUptime } from './list-by-uptime.ts'
import type { MonitorContext } from './monitor-context.ts'
import { requireMonitor } from '../input/not-found.ts'
import type { MonitorView } from './monitor-view.ts'
import { revisionOf } from './revision.ts'
import { viewMonitor } from './monitor-view.ts'
import type { Beats } from '../reports/beats.ts'
import { readPageBeats } from '../reports/beats.ts'
import { uptimesOf } from '../reports/uptime.ts'

type Context = Pick<MonitorContext, 'db' | 'canMail' | 'confirmsOwn' | 'now'>

/** A monitor, and which settings it has. */
export interface RevisedMonitor {
  readonly monitor: MonitorView
  readonly revision: string
}

/** @throws AppError notFound */
export async function getMonitor(
  context: Context,
  workspaceId: number,
  publicId: string,
): Promise<RevisedMonitor> {
  const { db, canMail, confirmsOwn } = context
  const now = context.now()
  const publicIds = [publicId]
  const [found, unheard] = await Promise.all([
    readMonitorWithMonth(db, workspaceId, publicId, now),
    readUnheardAmong(db, workspaceId, publicIds, { canMail, confirmsOwn }),
  ])
  const { row, course } = requireMonitor(found, publicId)
  const courses = new Map(course === undefined ? [] : [[row.id, course]])
  const [view] = viewAll(publicIds, { rows: [row], courses, unheard }, now)
  return { monitor: requireMonitor(view, publicId), revision: revisionOf(row) }
}

/** A monitor of a list, with how it did lately where that is asked for. */
export interface ListedMonitor extends MonitorView {
  beats?: Beats
}

/** One page of a workspace's monitors, each complete, and how many match in all.
 *  @param query.beats how many of its latest intervals each is shown with */
export async function getMonitors(
  context: Context,
  workspaceId: number,
  query: Omit<MonitorListQuery, 'sort'> & {
    readonly sort: MonitorListQuery['sort'] | 'uptime24h'
    readonly beats?: number | undefined
  },
): Promise<{ total: number; monitors: ListedMonitor[] }> {
  const now = context.now()
  const { db } = context
  const { sort, ...asked } = query
  const page: PageToRead =
    sort === 'uptime24h'
      ? await listByUptime(db, workspaceId, asked, now)
      : await listMonitors(db, workspaceId, { ...asked, sort })
  const { total, ids } = page
  if (ids.length === 0) return { total, monitors: [] }
  const [{ publicIds, rows, unheard }, courses] = await Promise.all([
    readPage(context, workspaceId, page),
    readMonthOfStatuses(db, ids, now),
  ])
  const monitors: ListedMonitor[] = viewAll(publicIds, { rows, courses, unheard }, now)
  if (query.beats === undefined) return { total, monitors }
  const beats = await readPageBeats(db, rows, query.beats, now)
  const numbers = new Map(rows.map((row) => [row.publicId, row.id]))
  for (const monitor of monitors) {
    const own = beats.get(numbers.get(monitor.id) ?? 0)
    if (own !== undefined) monitor.beats = own
  }
  return { total, monitors }
}

/** Monitors to be shown, in order; their ids for people may have to be looked up. */
type PageToRead = Omit<MonitorPage, 'publicIds'> & Partial<MonitorPage>

/** What a page shows of each of its monitors, beside how it did. */
async function readPage(
  { db, canMail, confirmsOwn }: Context,
  workspaceId: number,
  page: PageToRead,
): Promise<{ publicIds: readonly string[]; rows: MonitorRow[]; unheard: readonly string[] }> {
  const publicIds = page.publicIds ?? (await publicIdsOf(db, page.ids))
  const [rows, unheard] = await Promise.all([
    readMonitors(db, workspaceId, publicIds),
    readUnheardAmong(db, workspaceId, publicIds, { canMail, confirmsOwn }),
  ])
  return { publicIds, rows, unheard }
}

/** In their order; one may be deleted meanwhile. */
async function publicIdsOf(db: Queryable, ids: readonly number[]): Promise<string[]> {
  const known = await readPublicIdsOf(db, ids)
  return ids.flatMap((id) => known.get(id) ?? [])
}

type ReadContext = { readonly db: Queryable } & Pick<MonitorContext, 'canMail' | 'confirmsOwn'>

/** The workspace's monitors among these ids, in their order. */
export async function readViews(
  context: ReadContext,
  workspaceId: number,
  publicIds: readonly string[],
  now: Date,
): Promise<MonitorView[]> {
  if (publicIds.length === 0) return []
  const { db, canMail, confirmsOwn } = context
  const rows = await readMonitors(db, workspaceId, publicIds)
  const courses = await readMonthOfStatuses(
    db,
    rows.map((row) => row.id),
    now,
  )
  const unheard = await readUnheardAmong(db, workspaceId, publicIds, { canMail, confirmsOwn })
  return viewAll(publicIds, { rows, courses, unheard }, now)
}

/** In the order of the ids; those without a row are left out, and those of types that only a newer version knows. */
function viewAll(
  publicIds: readonly string[],
  read: {
    readonly rows: readonly MonitorRow[]
    readonly courses: ReadonlyMap<number, StatusCourse>
    readonly unheard: readonly string[]
  },
  now: Date,
): MonitorView[] {
  const nowSeconds = now.getTime() / 1_000
  const rowsById = new Map(read.rows.map((row) => [row.publicId, row]))
  const unheard = new Set(read.unheard)
  return publicIds.flatMap((id) => {
    const row = rowsById.get(id)
    if (row === undefined || !Object.hasOwn(TYPE_DESCRIPTIONS, row.type)) return []
    const uptimes = uptimesOf(read.courses.get(row.id), nowSeconds)
    return [viewMonitor(row, { uptimes, isUnheard: unheard.has(id) }, now)]
  })
}
