import type { MonitorListQuery, MonitorRow } from '../db/monitor-reads.ts'
import { listMonitors, readMonitors, readUptimeWindows } from '../db/monitor-reads.ts'
import type { Queryable } from '../db/pool.ts'
import type { MonitorContext } from './monitor-context.ts'
import { requireMonitor } from './monitor-lookup.ts'
import type { MonitorView } from './monitor-view.ts'
import { viewMonitor } from './monitor-view.ts'
import { uptimesByMonitor } from './uptime.ts'

type Context = Pick<MonitorContext, 'db' | 'now'>

/** @throws AppError notFound */
export async function getMonitor(
  context: Context,
  workspaceId: number,
  publicId: string,
): Promise<MonitorView> {
  const rows = await readMonitors(context.db, workspaceId, [publicId])
  requireMonitor(rows[0], publicId)
  const [view] = await viewAll(context.db, rows, context.now())
  return requireMonitor(view, publicId)
}

/** One page of a workspace's monitors, each complete, and how many match in all. */
export async function getMonitors(
  context: Context,
  workspaceId: number,
  query: Omit<MonitorListQuery, 'now'>,
): Promise<{ total: number; monitors: MonitorView[] }> {
  const now = context.now()
  const { total, publicIds } = await listMonitors(context.db, workspaceId, { ...query, now })
  if (publicIds.length === 0) return { total, monitors: [] }
  const rows = await readMonitors(context.db, workspaceId, publicIds)
  const position = new Map(publicIds.map((id, index) => [id, index]))
  const ordered = rows.sort(
    (a, b) => (position.get(a.publicId) ?? 0) - (position.get(b.publicId) ?? 0),
  )
  return { total, monitors: await viewAll(context.db, ordered, now) }
}

async function viewAll(
  db: Queryable,
  rows: readonly MonitorRow[],
  now: Date,
): Promise<MonitorView[]> {
  const ids = rows.map((row) => row.id)
  const uptimes = uptimesByMonitor(await readUptimeWindows(db, ids, now))
  return rows.map((row) => viewMonitor(row, uptimes(row.id), now))
}
