import { numberArray } from './array-literal.ts'
import type { QueuedAlertRow } from './alerts.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An alert as its delivery sees it. */
export interface DeliveryRow {
  readonly id: number
  readonly publicId: string
  readonly kind: string
  readonly channel: string
  readonly recipientType: string
  readonly recipientId: string
  readonly workspaceId: number
  readonly state: string
  readonly attempts: number
  /** It is taken for sending, by the claim that was asked with. */
  readonly isClaimed: boolean
  readonly message: unknown
  readonly queuedAtMs: number
  /** Id of the message it goes out in with others; null: alone, so far. */
  readonly bundleId: string | null
  /** It was about a monitor, which is gone. */
  readonly isMonitorDeleted: boolean
  /** It ends an incident at PagerDuty, which would stay open for ever. */
  readonly endsIncident: boolean
  /** It belongs to an outage that has ended. */
  readonly isOutageOver: boolean
  /** When the outage it belongs to began, UNIX ms; null: it belongs to none. */
  readonly outageStartedAtMs: number | null
  /** When an earlier alert about the same outage to the same recipient, which is not sent yet, is tried
   *  again, UNIX ms; null when there is none. */
  readonly earlierDueAtMs: number | null
  /** A person's address; null for contacts and for people without one. */
  readonly memberEmail: string | null
  /** Addresses of a contact, sealed; null when it is gone. */
  readonly contactAddresses: unknown
  /** The person belongs to the workspace, or the contact is there. */
  readonly isRecipientThere: boolean
}

// An outage has few alerts; by the recipient all that wait were passed over for each, 290 while 5,000 outages were told.
const find = sql<DeliveryRow>`
  select a.id, a.public_id as "publicId", a.kind, a.channel, a.recipient_type as "recipientType",
    a.recipient_id as "recipientId", a.workspace_id as "workspaceId", a.state, a.attempts,
    coalesce(a.sending_since = $2::timestamptz, false) as "isClaimed", a.message, a.bundle_id as "bundleId",
    extract(epoch from a.queued_at)::float8 * 1000 as "queuedAtMs",
    a.monitor_public_id is not null and a.monitor_id is null as "isMonitorDeleted",
    a.channel = 'pagerduty' and coalesce(a.message ->> 'isResolved' = 'true', false) as "endsIncident",
    coalesce((select o.ended_at is not null from outages o where o.public_id = a.outage_id), false)
      as "isOutageOver",
    (select extract(epoch from o.started_at)::float8 * 1000 from outages o where o.public_id = a.outage_id)
      as "outageStartedAtMs",
    (select extract(epoch from max(b.due_at))::float8 * 1000
      from (select * from alerts of_outage where of_outage.outage_id = a.outage_id offset 0) b
      where b.recipient_id = a.recipient_id and b.channel = a.channel
        and b.state = 'queued' and b.id < a.id) as "earlierDueAtMs",
    member.email as "memberEmail", contact.addresses as "contactAddresses",
    coalesce(member.id, contact.id) is not null as "isRecipientThere"
  from alerts a
  left join lateral (
    select p.id, p.email from people p join memberships m on m.person_id = p.id
    where a.recipient_type = 'member' and p.public_id = a.recipient_id and m.workspace_id = a.workspace_id
  ) member on true
  left join contacts contact on a.recipient_type = 'contact' and contact.public_id = a.recipient_id
    and contact.workspace_id = a.workspace_id
  where a.id = any($1::bigint[])
  order by a.id`

/** Alerts by their numbers, the oldest first; those that are gone are left out.
 *  @param claim of whoever asks */
export async function findDeliveries(
  db: Queryable,
  alertIds: readonly number[],
  claim: string,
): Promise<DeliveryRow[]> {
  return (await db.query(find, [numberArray(alertIds), claim])).rows
}

const behind = sql<QueuedAlertRow>`
  select a.id, a.channel, a.recipient_id as "recipientId", a.workspace_id as "workspaceId"
  from alerts first
  join alerts a on a.recipient_id = first.recipient_id and a.channel = first.channel
  where first.id = $1 and a.id <> $1 and a.state = 'queued' and a.bundle_id is null and a.due_at <= $2
    and a.sending_since is null
  order by a.due_at, a.id limit $3`

/** The alerts that are due for the same recipient on the same channel as one, the first first; those in a bundle or with
 *  a worker are left out. */
export async function readWaitingBehind(
  db: Queryable,
  alertId: number,
  at: Date,
  limit: number,
): Promise<QueuedAlertRow[]> {
  return (await db.query(behind, [alertId, at, limit])).rows
}

const claim = sql<never>`
  update alerts set sending_since = $2,
    attempts = attempts + case when sending_since = $2 then 0 else 1 end
  where id = $1 and state = 'queued'
    and (sending_since is null or sending_since = $2
      or sending_since < $2::timestamptz - $3 * interval '1 ms')`

/** Takes an alert for sending: of two workers one gets it, and gets it again with the same claim.
 *  @param takenAt when, to the microsecond, in which two claims differ
 *  @param staleMs a worker that took it longer ago is dead
 *  @returns false when it is another's, or not queued any more */
export async function claimDelivery(
  db: Queryable,
  alertId: number,
  takenAt: string,
  staleMs: number,
): Promise<boolean> {
  return (await db.query(claim, [alertId, takenAt, staleMs])).rowCount === 1
}

const claimRow = sql<{ id: number }>`
  update alerts set sending_since = $2,
    attempts = attempts + case when sending_since = $2 then 0 else 1 end
  where id = any($1::bigint[]) and state = 'queued' and bundle_id is null
    and (sending_since is null or sending_since = $2
      or sending_since < $2::timestamptz - $3 * interval '1 ms')
  returning id`

/** Takes alerts for sending one after the other, as `claimDelivery` takes one.
 *  @returns the numbers of those that are the caller's now */
export async function claimDeliveries(
  db: Queryable,
  alertIds: readonly number[],
  takenAt: string,
  staleMs: number,
): Promise<number[]> {
  const { rows } = await db.query(claimRow, [numberArray(alertIds), takenAt, staleMs])
  return rows.map(({ id }) => id)
}

const release = sql<never>`
  update alerts set sending_since = null, attempts = attempts - 1
  where id = any($1::bigint[]) and state = 'queued' and sending_since = $2`

/** Leaves alerts that were taken by a claim, and not sent, to whoever comes next. */
export async function releaseDeliveries(
  db: Queryable,
  alertIds: readonly number[],
  takenAt: string,
): Promise<void> {
  await db.query(release, [numberArray(alertIds), takenAt])
}

const settleSent = sql<never>`
  with working as (
    delete from failing_destinations where recipient_id = $3 and channel = $4
  )
  update alerts set state = 'sent', error = null, suppressed_by = null, sending_since = null, due_at = null,
    sent_at = to_timestamp(v.at_ms / 1000)
  from unnest($1::bigint[], $2::float8[]) as v (id, at_ms)
  where alerts.id = v.id and state = 'queued'`

/** Notes that some alerts reached their destination, which works. */
export async function settleSentDeliveries(
  tx: Queryable,
  { recipientId, channel }: Pick<DeliveryRow, 'recipientId' | 'channel'>,
  sent: readonly { readonly alertId: number; readonly atMs: number }[],
): Promise<void> {
  const ids = numberArray(sent.map(({ alertId }) => alertId))
  const times = numberArray(sent.map(({ atMs }) => atMs))
  await tx.query(settleSent, [ids, times, recipientId, channel])
}

const settle = sql<never>`
  update alerts set state = $2, error = $3, suppressed_by = $4, sending_since = null, due_at = null,
    sent_at = case when $2 = 'sent' then $5::timestamptz end
  where id = any($1::bigint[]) and state = 'queued'`

/** Notes how the delivery of some alerts ended.
 *  @param end.error why it failed, or was given up */
export async function settleDeliveries(
  db: Queryable,
  alertIds: readonly number[],
  end: {
    state: 'sent' | 'failed' | 'suppressed'
    error: string | null
    suppressedBy: string | null
    at: Date
  },
): Promise<void> {
  const { state, error, suppressedBy, at } = end
  await db.query(settle, [numberArray(alertIds), state, error, suppressedBy, at])
}

const postpone = sql<never>`
  update alerts set due_at = $2, error = coalesce($3, error), sending_since = null
  where id = any($1::bigint[]) and state = 'queued'`

/** Notes that the delivery of some alerts is to be tried again.
 *  @param error what went wrong this time; null when nothing did */
export async function postponeDeliveries(
  db: Queryable,
  alertIds: readonly number[],
  dueAt: Date,
  error: string | null,
): Promise<void> {
  await db.query(postpone, [numberArray(alertIds), dueAt, error])
}

const JOB_KEY = 'deliver '

/** Key of the job that delivers an alert: it has one at most. */
export function deliveryJobKey(alertId: number): string {
  return `${JOB_KEY}${alertId}`
}

// A job that waits behind others of its queue is not lost: another would undo its backoff.
const overdue = sql<QueuedAlertRow>`
  select id, channel, recipient_id as "recipientId", workspace_id as "workspaceId" from alerts a
  where state = 'queued' and due_at < $1 and (sending_since is null or sending_since < $1)
    and not exists (select from graphile_worker.jobs j
      where j.key = $2::text || a.id and j.attempts < j.max_attempts)
  order by due_at limit 5000`

/** Alerts that were to be tried before an instant and are with no worker: their job was lost. */
export async function readOverdueDeliveries(
  db: Queryable,
  before: Date,
): Promise<QueuedAlertRow[]> {
  return (await db.query(overdue, [before, JOB_KEY])).rows
}
