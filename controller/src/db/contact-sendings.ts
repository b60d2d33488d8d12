import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Something that people have sent to a contact. */
export interface ContactSending {
  readonly workspaceId: number
  readonly kind: 'test' | 'confirmation'
  /** The contact's id, or for a confirmation the address in lower case. */
  readonly subject: string
}

/** What was sent within a window. */
export interface SendingCount {
  readonly sent: number
  /** When the first of them was sent, UNIX ms; null without any. */
  readonly sinceMs: number | null
}

/** What was sent of a kind within each window: to a subject by one workspace, to it by all of them, and by
 *  the workspace to anybody. */
export interface SendingCounts {
  readonly pair: SendingCount
  readonly subject: SendingCount
  readonly workspace: SendingCount
}

const count = sql<SendingCounts>`
  select
    (select json_build_object('sent', count(*), 'sinceMs', extract(epoch from min(at)) * 1000)
      from contact_sendings
      where subject = $1 and kind = $2 and workspace_id = $3 and at > $4) as pair,
    (select json_build_object('sent', count(*), 'sinceMs', extract(epoch from min(at)) * 1000)
      from contact_sendings where subject = $1 and kind = $2 and at > $5) as subject,
    (select json_build_object('sent', count(*), 'sinceMs', extract(epoch from min(at)) * 1000)
      from contact_sendings where workspace_id = $3 and kind = $2 and at > $6) as workspace`

const NONE: SendingCount = { sent: 0, sinceMs: null }

export async function countSendings(
  tx: Queryable,
  { workspaceId, kind, subject }: ContactSending,
  since: { readonly [W in keyof SendingCounts]: Date },
): Promise<SendingCounts> {
  const values = [subject, kind, workspaceId, since.pair, since.subject, since.workspace]
  const { rows } = await tx.query(count, values)
  return rows[0] ?? { pair: NONE, subject: NONE, workspace: NONE }
}

const lock = sql<never>`
  select pg_advisory_xact_lock(hashtextextended('sightline sending ' || $1 || ' ' || $2, 0))`

/** Has others wait who count what is sent to the same subject, until the transaction ends. */
export async function lockSubject(
  tx: Queryable,
  { kind, subject }: Pick<ContactSending, 'kind' | 'subject'>,
): Promise<void> {
  await tx.query(lock, [kind, subject])
}

const insert = sql<{ id: number }>`
  insert into contact_sendings (workspace_id, kind, subject, at) values ($1, $2, $3, $4) returning id`

/** @returns its number */
export async function insertSending(
  tx: Queryable,
  { workspaceId, kind, subject }: ContactSending,
  at: Date,
): Promise<number> {
  const { rows } = await tx.query(insert, [workspaceId, kind, subject, at])
  return rows[0]?.id ?? 0
}

const remove = sql<never>`delete from contact_sendings where id = $1`

/** Forgets what did not go out after all. */
export async function deleteSending(db: Queryable, id: number): Promise<void> {
  await db.query(remove, [id])
}

const prune = sql<never>`delete from contact_sendings where at < $1`

/** Forgets what was sent before an instant. */
export async function pruneSendings(db: Queryable, before: Date): Promise<void> {
  await db.query(prune, [before])
}
