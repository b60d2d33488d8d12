import type { MonitorStatus } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { OutageRow, SpanQuery, StateChangeRow } from '../db/outage-reads.ts'
import { countOutages, countSentAlerts, readOutages, readStateChanges } from '../db/outage-reads.ts'
import type { Queryable } from '../db/pool.ts'
import { findReportedMonitor } from '../db/rollup-reads.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { requireMonitor } from '../input/not-found.ts'
import { seconds } from './status-time.ts'

/** A time a monitor was down. Source: decisions, section 7 */
export interface OutageView {
  id: string
  startedAt: Date
  confirmedAt: Date
  endedAt: Date | null
  durationSeconds: number
  ongoing: boolean
  scope: 'global' | 'regional'
  regions: string[]
  cause: string
  summary: string
  alertsSent: number
}

/** A time a monitor had one status. */
export interface TimelineEntry {
  from: Date
  to: Date
  status: MonitorStatus
}

/** Changes of status an answer may have: months of a monitor that never comes to rest. */
const MAX_CHANGES = 10_000

/** One page of the outages that were going on in a window, newest first, how many there are, and the
 *  statuses of the window.
 *  @throws AppError notFound; badRequest when the window has too many changes of status */
export async function getOutages(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  query: { from: Date; to: Date; limit: number; offset: number },
): Promise<{ total: number; outages: OutageView[]; timeline: TimelineEntry[] }> {
  const { db } = context
  const now = context.now()
  const found = await findReportedMonitor(db, workspaceId, publicId)
  const { id: monitorId } = requireMonitor(found, publicId)
  const window = { monitorId, from: query.from, to: query.to }
  // What goes on now is no outage of a time to come.
  const total = query.from < now ? await countOutages(db, window) : 0
  const rows = query.offset < total ? await readOutages(db, window, query) : []
  const alerts = await countSentAlerts(
    db,
    rows.map((row) => row.id),
  )
  return {
    total,
    outages: rows.map((row) => viewOutage(row, alerts.get(row.id) ?? 0, now)),
    timeline: await readTimeline(db, { ...window, to: query.to < now ? query.to : now }),
  }
}

/** @param alertsSent alerts that were sent about it */
export function viewOutage(row: OutageRow, alertsSent: number, now: Date): OutageView {
  const endMs = (row.endedAt ?? now).getTime()
  return {
    id: row.publicId,
    startedAt: row.startedAt,
    confirmedAt: row.confirmedAt,
    endedAt: row.endedAt,
    durationSeconds: seconds(Math.max(0, endMs - row.startedAt.getTime())),
    ongoing: row.endedAt === null,
    scope: row.scope as OutageView['scope'],
    regions: [...row.regions],
    cause: row.cause,
    summary: row.summary,
    alertsSent,
  }
}

async function readTimeline(db: Queryable, window: SpanQuery): Promise<TimelineEntry[]> {
  const changes = await readStateChanges(db, window, MAX_CHANGES + 1)
  if (changes.length > MAX_CHANGES) {
    throw new AppError(
      'badRequest',
      `The query parameter "from" is ${window.from.toISOString()}: the monitor changed its status more than ${MAX_CHANGES} times from there to "to"; choose a shorter window.`,
    )
  }
  return timelineOf(changes, window)
}

/** Pure: the statuses of a window, without gap or overlap, neighbours always different.
 *  @param changes in the window, before them the one that held when it began; oldest first. Without the
 *    latter the monitor was not there yet, and the timeline begins with the first. */
export function timelineOf(
  changes: readonly StateChangeRow[],
  window: { readonly from: Date; readonly to: Date },
): TimelineEntry[] {
  const timeline: TimelineEntry[] = []
  for (const [index, { at, status }] of changes.entries()) {
    const from = at < window.from ? window.from : at
    const to = changes[index + 1]?.at ?? window.to
    if (from >= to) continue
    const last = timeline.at(-1)
    if (last?.status === status) last.to = to
    else timeline.push({ from, to, status: status as MonitorStatus })
  }
  return timeline
}
