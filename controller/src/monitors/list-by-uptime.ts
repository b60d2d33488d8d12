import type { MonitorListQuery, MonitorPage } from '../db/monitor-reads.ts'
import type { Queryable } from '../db/pool.ts'
import type { RecentStatuses, StatusCourse } from '../db/status-courses.ts'
import { readRecentStatuses, readStatusesBefore } from '../db/status-courses.ts'
import { DAY_SECONDS, secondsWithin } from '../reports/uptime.ts'

/** Keys of those that had one status all day. */
const STEADY_KEYS: ReadonlyMap<string, number> = new Map([
  ['up', 100],
  ['degraded', 100],
  ['down', 0],
])

/** One page of a workspace's monitors in the order of the last day's uptime: as `listMonitors`. */
export async function listByUptime(
  db: Queryable,
  workspaceId: number,
  query: Omit<MonitorListQuery, 'sort'>,
  now: Date,
): Promise<MonitorPage> {
  const nowSeconds = now.getTime() / 1_000
  const matching = await readRecentStatuses(db, workspaceId, query, now)
  const missing = matching.filter(({ course }) => lacksBeginning(course, nowSeconds))
  const ids = missing.map(({ id }) => id)
  const before =
    ids.length === 0 ? new Map<number, string>() : await readStatusesBefore(db, ids, now)
  const keyed = matching.map((monitor) => ({
    monitor,
    key: keyOf(monitor, before.get(monitor.id), nowSeconds),
  }))
  const sign = query.descending ? -1 : 1
  keyed.sort((a, b) => compareKeys(a.key, b.key, sign) || sign * (a.monitor.id - b.monitor.id))
  const end = query.limit === null ? undefined : query.offset + query.limit
  const page = keyed.slice(query.offset, end).map(({ monitor }) => monitor)
  return {
    total: matching.length,
    publicIds: page.map(({ publicId }) => publicId),
    ids: page.map(({ id }) => id),
  }
}

/** True where something changed since the last day began and nothing in the day before it. */
function lacksBeginning({ sinceSeconds: [first] }: StatusCourse, nowSeconds: number): boolean {
  return first !== undefined && first > nowSeconds - DAY_SECONDS
}

/** Percentage of the last day, not rounded; null when nothing counts.
 *  @param before what held before the course, if that was looked up and found */
function keyOf(
  { course, status }: RecentStatuses,
  before: string | undefined,
  nowSeconds: number,
): number | null {
  // Nothing changed in two days, as with most: it has what it had all day.
  if (course.statuses.length === 0) return STEADY_KEYS.get(status) ?? null
  const whole = before === undefined ? course : begunWith(before, course)
  const { goodSeconds, countedSeconds } = secondsWithin(whole, nowSeconds, DAY_SECONDS)
  return countedSeconds === 0 ? null : (100 * goodSeconds) / countedSeconds
}

function begunWith(status: string, { sinceSeconds, statuses }: StatusCourse): StatusCourse {
  return { sinceSeconds: [-Infinity, ...sinceSeconds], statuses: [status, ...statuses] }
}

/** What has no key comes last, whichever way. */
function compareKeys(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}
