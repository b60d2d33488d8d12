import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An alert to one recipient on one channel, to be kept. */
export interface NewAlertRow {
  readonly publicId: string
  readonly workspaceId: number
  readonly monitorId: number | null
  readonly monitorPublicId: string | null
  readonly monitorName: string | null
  readonly outageId: string | null
  readonly kind: string
  readonly channel: string
  readonly recipientType: string
  readonly recipientId: string
  readonly recipientName: string
  /** The same for the same alert to the same recipient on the same channel. */
  readonly deliveryKey: string
  readonly state: 'queued' | 'suppressed'
  readonly suppressedBy: string | null
  readonly dependencyId: string | null
  readonly title: string
  readonly text: string
  readonly message: unknown
  readonly event: unknown
}

/** An alert that has to be sent from now on. */
export interface QueuedAlertRow {
  readonly id: number
  readonly channel: string
  readonly recipientId: string
  readonly workspaceId: number
}

// What was held back for a reason that has passed is queued in its place, or held back by another
// monitor from now on.
const insert = sql<QueuedAlertRow & { state: string }>`
  insert into alerts as a (public_id, workspace_id, monitor_id, monitor_public_id, monitor_name, outage_id,
    kind, channel, recipient_type, recipient_id, recipient_name, delivery_key, state, suppressed_by,
    dependency_id, title, text, message, event, created_at, queued_at, due_at)
  select r."publicId", r."workspaceId", r."monitorId", r."monitorPublicId", r."monitorName", r."outageId",
    r.kind, r.channel, r."recipientType", r."recipientId", r."recipientName", r."deliveryKey", r.state,
    r."suppressedBy", r."dependencyId", r.title, r.text, r.message, r.event, $2::timestamptz,
    case when r.state = 'queued' then $2 end, case when r.state = 'queued' then $2 end
  from jsonb_to_recordset($1::jsonb) as r("publicId" text, "workspaceId" bigint, "monitorId" integer,
    "monitorPublicId" text, "monitorName" text, "outageId" text, kind text, channel text,
    "recipientType" text, "recipientId" text, "recipientName" text, "deliveryKey" text, state text,
    "suppressedBy" text, "dependencyId" text, title text, text text, message jsonb, event jsonb)
  on conflict (delivery_key) do update set
    state = excluded.state, suppressed_by = excluded.suppressed_by, dependency_id = excluded.dependency_id,
    queued_at = excluded.queued_at, due_at = excluded.due_at,
    title = excluded.title, text = excluded.text, message = excluded.message
  where a.state = 'suppressed' and a.suppressed_by in ('dependency', 'flapping')
    and (excluded.state = 'queued' or excluded.suppressed_by = 'dependency')
  returning id, channel, recipient_id as "recipientId", workspace_id as "workspaceId", state`

/** Keeps alerts; those that are there already stay as they are, unless they were held back by what
 *  does not hold them back any more.
 *  @returns those that are to be sent from now on */
export async function insertAlerts(
  tx: Queryable,
  rows: readonly NewAlertRow[],
  at: Date,
): Promise<QueuedAlertRow[]> {
  const inserted = await tx.query(insert, [JSON.stringify(rows), at])
  return inserted.rows.filter((row) => row.state === 'queued')
}

/** What became of the alerts of one kind about an outage. */
export interface OutageAlertRow {
  readonly channel: string
  readonly recipientType: string
  readonly recipientId: string
  readonly recipientName: string
  readonly state: string
  readonly suppressedBy: string | null
  readonly dependencyId: string | null
  /** It went out in a digest. */
  readonly isDigested: boolean
  /** UNIX ms; null when it was never to be sent. */
  readonly queuedAtMs: number | null
  /** One to the same recipient about the same outage is not sent yet. */
  readonly isWaiting: boolean
}

const ofOutage = sql<OutageAlertRow>`
  select a.channel, a.recipient_type as "recipientType", a.recipient_id as "recipientId",
    a.recipient_name as "recipientName", a.state, a.suppressed_by as "suppressedBy",
    a.dependency_id as "dependencyId", a.digested_at is not null as "isDigested",
    extract(epoch from a.queued_at)::float8 * 1000 as "queuedAtMs",
    exists (select from alerts b where b.outage_id = a.outage_id and b.recipient_id = a.recipient_id
      and b.channel = a.channel and b.state = 'queued') as "isWaiting"
  from alerts a
  where a.outage_id = $1 and a.kind = 'down'
  order by a.id`

/** Who was told, or was not, that an outage began. */
export async function readDownAlerts(db: Queryable, outageId: string): Promise<OutageAlertRow[]> {
  return (await db.query(ofOutage, [outageId])).rows
}

// Each once: planned in vain, because whoever it is told to is not who it was held back for, or nobody wants it by now, it
// would come again each minute, and a thousand such would be all that is looked at. Workspaces take turns, and of each it is
// any: some may be told to nobody after all.
const held = sql<{ event: unknown }>`
  with released as (
    select o.id, m.workspace_id, (array_agg(a.event order by a.id))[1] as event
    from outages o
    join monitors m on m.id = o.monitor_id
    join monitor_states s on s.monitor_id = o.monitor_id
    join alerts a on a.outage_id = o.public_id
    where o.ended_at is null and not s.in_maintenance and coalesce((m.alerts ->> 'onDown')::boolean, $2)
      and a.kind = 'down' and a.state = 'suppressed' and a.suppressed_by in ('flapping', 'dependency')
      and not exists (select from alerts told
        where told.outage_id = o.public_id and told.kind = 'down' and told.queued_at is not null)
    group by o.id, m.workspace_id
    having bool_and(
      case a.suppressed_by
        when 'flapping' then not s.flapping
        else not exists (
          select from monitors m join monitor_states p on p.monitor_id = m.id
          where m.public_id = a.dependency_id and m.active
            and (p.status = 'down' or p.status_since > to_timestamp($1::float8 / 1000)))
      end)
  )
  select event from released
  order by row_number() over (partition by workspace_id order by random())
  limit 1000`

/** Events of open outages that nobody was told of, because their alerts were held back by what does not hold them back
 *  any more.
 *  @param quietSinceMs a monitor another depends on has been up since before this instant, UNIX ms
 *  @param onDown whether people want to be told where a monitor does not say so */
export async function readReleasedEvents(
  db: Queryable,
  quietSinceMs: number,
  onDown: boolean,
): Promise<unknown[]> {
  return (await db.query(held, [quietSinceMs, onDown])).rows.map((row) => row.event)
}

/** A change that was kept for a digest. */
export interface DigestedRow {
  readonly id: number
  readonly kind: string
  readonly channel: string
  readonly recipientType: string
  readonly recipientId: string
  readonly recipientName: string
  readonly event: unknown
}

const digest = sql<DigestedRow>`
  update alerts set digested_at = $2
  where monitor_id = $1 and suppressed_by = 'flapping' and digested_at is null and state = 'suppressed'
  returning id, kind, channel, recipient_type as "recipientType", recipient_id as "recipientId",
    recipient_name as "recipientName", event`

/** Takes what is to go into the next digest of a monitor, in no order. */
export async function takeDigested(
  tx: Queryable,
  monitorId: number,
  at: Date,
): Promise<DigestedRow[]> {
  return (await tx.query(digest, [monitorId, at])).rows
}

// One of each outage, however many were held back.
const release = sql<QueuedAlertRow>`
  with first as (
    select distinct on (a.outage_id) a.id
    from alerts a
    join outages o on o.public_id = a.outage_id
    join monitor_states s on s.monitor_id = o.monitor_id
    where a.recipient_id = $2 and a.recipient_type = 'contact' and a.workspace_id = $1
      and a.kind = 'down' and a.state = 'suppressed' and a.suppressed_by = 'unconfirmed'
      and o.ended_at is null and not s.in_maintenance
      and not exists (select from alerts b
        where b.outage_id = a.outage_id and b.recipient_id = a.recipient_id and b.channel = a.channel
          and b.kind = 'down' and b.state in ('queued', 'sent'))
    order by a.outage_id, a.id
  )
  update alerts set state = 'queued', suppressed_by = null, queued_at = $3, due_at = $3
  from first where alerts.id = first.id
  returning alerts.id, channel, recipient_id as "recipientId", workspace_id as "workspaceId"`

/** Queues what a contact was not told of outages that last because it had not confirmed its address.
 *  @returns what is to be sent from now on */
export async function releaseUnconfirmed(
  tx: Queryable,
  { workspaceId, contactId }: { readonly workspaceId: number; readonly contactId: string },
  at: Date,
): Promise<QueuedAlertRow[]> {
  return (await tx.query(release, [workspaceId, contactId, at])).rows
}

const prune = sql<never>`delete from alerts where created_at < $1`

/** Forgets alerts from before an instant. */
export async function pruneAlerts(db: Queryable, before: Date): Promise<void> {
  await db.query(prune, [before])
}
