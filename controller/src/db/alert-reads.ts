import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** An alert as the history shows it. */
export interface AlertRow {
  readonly id: string
  readonly monitorId: string | null
  readonly monitorName: string | null
  readonly outageId: string | null
  readonly kind: string
  readonly channel: string
  readonly recipientType: string
  readonly recipientId: string
  readonly recipientName: string
  readonly state: string
  readonly suppressedBy: string | null
  readonly dependencyId: string | null
  readonly deliveryId: string
  readonly attempts: number
  readonly error: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly nextAttemptAt: Date | null
  readonly title: string
  readonly text: string
}

/** What a reader asks for; null is no filter. */
export interface AlertQuery {
  readonly monitorId: string | null
  readonly channels: readonly string[] | null
  readonly kinds: readonly string[] | null
  readonly states: readonly string[] | null
  readonly from: Date | null
  readonly to: Date | null
  readonly limit: number
  readonly offset: number
}

// By the number of the monitor, of which there is an index: by its id all alerts of the workspace were passed over. Those of
// a monitor that was deleted have the id alone.
const OF_MONITOR: SqlPart = {
  sqlPart: `(monitor_id = (select id from monitors where public_id = $2)
    or (monitor_id is null and monitor_public_id = $2))`,
}

const count = sql<{ total: number }>`
  select count(*) as total from alerts
  where workspace_id = $1 and ($2::text is null or ${OF_MONITOR})
    and ($3::text[] is null or channel = any($3)) and ($4::text[] is null or kind = any($4))
    and ($5::text[] is null or state = any($5))
    and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at < $7)`

const page = sql<AlertRow>`
  select public_id as id, monitor_public_id as "monitorId", monitor_name as "monitorName",
    outage_id as "outageId", kind, channel, recipient_type as "recipientType",
    recipient_id as "recipientId", recipient_name as "recipientName", state,
    suppressed_by as "suppressedBy", dependency_id as "dependencyId",
    coalesce(bundle_id, public_id) as "deliveryId", attempts, error,
    created_at as "createdAt", sent_at as "sentAt", due_at as "nextAttemptAt", title, text
  from alerts
  where workspace_id = $1 and ($2::text is null or ${OF_MONITOR})
    and ($3::text[] is null or channel = any($3)) and ($4::text[] is null or kind = any($4))
    and ($5::text[] is null or state = any($5))
    and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at < $7)
  order by alerts.created_at desc, alerts.id desc
  limit $8 offset $9`

/** One page of a workspace's alerts, newest first, and how many match in all. */
export async function listAlerts(
  db: Queryable,
  workspaceId: number,
  query: AlertQuery,
): Promise<{ total: number; alerts: AlertRow[] }> {
  const { monitorId, channels, kinds, states, from, to, limit, offset } = query
  const filters = [workspaceId, monitorId, channels, kinds, states, from, to]
  const counted = await db.query(count, filters)
  const { rows } = await db.query(page, [...filters, limit, offset])
  return { total: counted.rows[0]?.total ?? 0, alerts: rows }
}
