import type { MonitorStatus } from '@sightline/shared/check-words'
import { MONITOR_STATUSES } from '@sightline/shared/check-words'
import type { MonitorFilters } from './monitor-reads.ts'
import { MATCHES, matchValues } from './monitor-reads.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** How many monitors there are, and of which status. */
export interface MonitorCounts {
  readonly total: number
  readonly byStatus: Record<MonitorStatus, number>
}

const EVERY: MonitorFilters = {
  statuses: null,
  types: null,
  active: null,
  region: null,
  tag: null,
  search: null,
}

const counts = sql<{ status: string; count: number }>`
  select s.status, count(*)::integer as count
  from monitors m join monitor_states s on s.monitor_id = m.id
  where ${MATCHES}
  group by s.status`

/** Counts those of a workspace that match. */
export async function countMonitors(
  db: Queryable,
  workspaceId: number,
  filters: MonitorFilters = EVERY,
): Promise<MonitorCounts> {
  const { rows } = await db.query(counts, matchValues(workspaceId, filters))
  const found = new Map(rows.map(({ status, count }) => [status, count]))
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    byStatus: Object.fromEntries(
      MONITOR_STATUSES.map((status) => [status, found.get(status) ?? 0]),
    ) as Record<MonitorStatus, number>,
  }
}
