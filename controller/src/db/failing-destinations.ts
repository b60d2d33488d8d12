import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Where alerts go: somebody's channel. */
export interface Destination {
  readonly workspaceId: number
  /** Public id of a contact or a person. */
  readonly recipientId: string
  readonly channel: string
}

/** How it is with a destination at which the latest attempt failed. */
export interface FailingRow {
  readonly failingSince: Date
  /** Attempts since then, all in vain. */
  readonly attempts: number
  readonly lastError: string
  readonly nextAttemptAt: Date
}

const find = sql<FailingRow>`
  select failing_since as "failingSince", attempts, last_error as "lastError",
    next_attempt_at as "nextAttemptAt"
  from failing_destinations where recipient_id = $1 and channel = $2`

/** @returns null when the latest attempt worked, or there was none */
export async function findFailing(
  db: Queryable,
  { recipientId, channel }: Destination,
): Promise<FailingRow | null> {
  return (await db.query(find, [recipientId, channel])).rows[0] ?? null
}

const note = sql<never>`
  insert into failing_destinations as f (workspace_id, recipient_id, channel, failing_since, attempts,
    last_error, next_attempt_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (recipient_id, channel) do update set attempts = excluded.attempts,
    last_error = excluded.last_error, next_attempt_at = excluded.next_attempt_at`

/** An attempt in vain. */
export interface Failure {
  readonly at: Date
  /** How many in a row it makes. */
  readonly attempts: number
  readonly error: string
  readonly nextAttemptAt: Date
}

/** Notes an attempt in vain; noted again it is the same one. */
export async function noteFailure(
  tx: Queryable,
  { workspaceId, recipientId, channel }: Destination,
  failure: Failure,
): Promise<void> {
  const { at, attempts, error, nextAttemptAt } = failure
  await tx.query(note, [workspaceId, recipientId, channel, at, attempts, error, nextAttemptAt])
}

const forget = sql<never>`
  delete from failing_destinations where recipient_id = $1 and channel = any($2::text[])`

/** Notes that some channels of a recipient work. */
export async function forgetFailures(
  db: Queryable,
  recipientId: string,
  channels: readonly string[],
): Promise<void> {
  await db.query(forget, [recipientId, channels])
}

// Alerts are tried for a day and a bit, so one that was sent is not much older.
const mailFailure = sql<{ lastError: string }>`
  select last_error as "lastError" from failing_destinations f
  where channel = 'email' and failing_since < $1
    and not exists (
      select from alerts a
      where a.created_at > f.failing_since - interval '3 days' and a.channel = 'email'
        and a.state = 'sent' and a.sent_at >= f.failing_since
    )
  order by failing_since limit 1`

/** Whether mail to somebody failed, and no other went out since: one address that is refused is not the mail server.
 *  @param before when it began at the latest
 *  @returns what went wrong the last time; null: mail goes out */
export async function readMailFailure(db: Queryable, before: Date): Promise<string | null> {
  return (await db.query(mailFailure, [before])).rows[0]?.lastError ?? null
}
