import { numberArray } from './array-literal.ts'
import type { QueuedAlertRow } from './alerts.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An alert that is due by its job, though perhaps not yet by the clock of this process, and where it
 *  goes: others for the same recipient on the same channel are its company. */
export interface DueAlert {
  readonly id: number
  readonly recipientId: string
  readonly channel: string
}

/** What waits together with an alert, and what its recipient got lately. */
export interface CrowdRow {
  /** Alerts that are due, or were put off to leave together, and with no worker nor in a bundle, the alert itself among
   *  them. */
  readonly waiting: number
  readonly sentLately: number
  /** Messages in which the latest of these left. */
  readonly messagesLately: number
  /** UNIX ms; null: nothing was sent lately. */
  readonly lastSentAtMs: number | null
}

const crowd = sql<CrowdRow>`
  select
    (select count(*) from (
      select from alerts
      where recipient_id = $1 and channel = $2 and state = 'queued' and bundle_id is null
        and (due_at <= $3 or id = $7) and (sending_since is null or sending_since < $4) limit $6) waiting) as waiting,
    sent.alerts as "sentLately", sent.messages as "messagesLately", sent.last_ms as "lastSentAtMs"
  from (
    select count(*) as alerts, count(distinct coalesce(bundle_id, public_id)) as messages,
      extract(epoch from max(sent_at))::float8 * 1000 as last_ms
    from (
      select bundle_id, public_id, sent_at from alerts
      where recipient_id = $1 and channel = $2 and state = 'sent' and sent_at > $5
      order by sent_at desc limit $6) latest
  ) sent`

/** Counts what waits and what was sent since an instant, each up to a limit.
 *  @param query.dueBy what is put off until then waits too
 *  @param query.staleBefore a worker that took an alert before this instant is dead */
export async function readCrowd(
  db: Queryable,
  { id, recipientId, channel }: DueAlert,
  query: { dueBy: Date; staleBefore: Date; since: Date; limit: number },
): Promise<CrowdRow> {
  const { dueBy, staleBefore, since, limit } = query
  const values = [recipientId, channel, dueBy, staleBefore, since, limit, id]
  const { rows } = await db.query(crowd, values)
  return rows[0] ?? { waiting: 0, sentLately: 0, messagesLately: 0, lastSentAtMs: null }
}

// One that comes after another about the same outage, which stays, stays behind it. What failed before has its own time.
// What others of an outage do is told from one reading of all that wait: as a look for each, by plans of when there were
// few, all that waited were read for each of them, and 10,000 outages took the database a sixth of its time.
const form = sql<{ id: number }>`
  with crowd as materialized (
    select id, outage_id is not null
        and id > min(id) filter (where bundle_id is not null or due_at > $8
          or (due_at > $3 and (attempts > 0 or error is not null))) over (partition by outage_id) as "isBehind"
    from alerts where recipient_id = $1 and channel = $2 and state = 'queued'
  ), chosen as (
    select a.id from crowd join alerts a on a.id = crowd.id
    where crowd."isBehind" is not true and a.state = 'queued' and a.bundle_id is null
      and (a.due_at <= $3 or a.id = $7 or (a.due_at <= $8 and a.attempts = 0 and a.error is null))
      and (a.sending_since is null or a.sending_since < $4)
    order by a.id limit $6 for update of a skip locked
  )
  update alerts set bundle_id = $5, sending_since = $3, attempts = attempts + 1
  from chosen where alerts.id = chosen.id
  returning alerts.id`

/** Takes what waits for sending, the oldest first, as one bundle from now on.
 *  @param bundle.putOffTo what was put off until then, to leave together, leaves with it
 *  @returns the numbers of the alerts */
export async function formBundle(
  db: Queryable,
  { id, recipientId, channel }: DueAlert,
  bundle: { id: string; claim: string; staleBefore: Date; putOffTo: Date; limit: number },
): Promise<number[]> {
  const { staleBefore, putOffTo, limit } = bundle
  const values = [recipientId, channel, bundle.claim, staleBefore, bundle.id, limit, id, putOffTo]
  const { rows } = await db.query(form, values)
  return rows.map((row) => row.id)
}

const claim = sql<{ id: number }>`
  update alerts set sending_since = $2,
    attempts = attempts + case when sending_since = $2 then 0 else 1 end
  where bundle_id = $1 and state = 'queued'
    and (sending_since is null or sending_since = $2 or sending_since < $3)
  returning id`

/** Takes a bundle that was formed before for sending once more, or again with the same claim.
 *  @param takenAt when, to the microsecond, in which two claims differ
 *  @returns the numbers of the alerts that are still to be sent; none when another worker has them */
export async function claimBundle(
  db: Queryable,
  bundleId: string,
  takenAt: string,
  staleBefore: Date,
): Promise<number[]> {
  const { rows } = await db.query(claim, [bundleId, takenAt, staleBefore])
  return rows.map((row) => row.id)
}

const leave = sql<never>`update alerts set bundle_id = null where id = any($1::bigint[]) and state = 'queued'`

/** Takes alerts out of the bundles they are in: each leaves by itself, or with others than these. */
export async function leaveBundle(tx: Queryable, alertIds: readonly number[]): Promise<void> {
  await tx.query(leave, [numberArray(alertIds)])
}

const hold = sql<QueuedAlertRow>`
  update alerts set due_at = $4
  where recipient_id = $1 and channel = $2 and state = 'queued' and bundle_id is null
    and (due_at <= $3 or id = $5 or (due_at <= $6 and attempts = 0 and error is null)) and sending_since is null
  returning id, channel, recipient_id as "recipientId", workspace_id as "workspaceId"`

/** Puts off what waits.
 *  @param times.dueBy what is due later stays as it is
 *  @param times.putOffTo but for what was put off before, to leave together, until then: it leaves with the rest
 *  @returns what was put off: it needs a job at that instant */
export async function holdWaiting(
  tx: Queryable,
  { id, recipientId, channel }: DueAlert,
  { dueBy, putOffTo, until }: { dueBy: Date; putOffTo: Date; until: Date },
): Promise<QueuedAlertRow[]> {
  return (await tx.query(hold, [recipientId, channel, dueBy, until, id, putOffTo])).rows
}
