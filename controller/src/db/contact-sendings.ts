import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Something that people have sent to a contact. */
export interface ContactSending {
  readonly workspaceId: number
  readonly kind: 'test' | 'confirmation'
  /** The contact's id, or for a confirmation the address in lower case. */
  readonly subject: string
}

/** What was sent within the windows. */
export interface SendingCounts {
  readonly ofSubject: number
  /** When the first of them was sent, UNIX ms; null without any. */
  readonly subjectSinceMs: number | null
  readonly ofWorkspace: number
  readonly workspaceSinceMs: number | null
}

const count = sql<SendingCounts>`
  select s.n as "ofSubject", s.since as "subjectSinceMs", w.n as "ofWorkspace", w.since as "workspaceSinceMs"
  from
    (select count(*) as n, extract(epoch from min(at))::float8 * 1000 as since from contact_sendings
      where subject = $1 and kind = $2 and at > $4) s,
    (select count(*) as n, extract(epoch from min(at))::float8 * 1000 as since from contact_sendings
      where workspace_id = $3 and kind = $2 and at > $5) w`

/** Counts what was sent to a subject, by any workspace, and by a workspace. */
export async function countSendings(
  tx: Queryable,
  { workspaceId, kind, subject }: ContactSending,
  since: { subject: Date; workspace: Date },
): Promise<SendingCounts> {
  const values = [subject, kind, workspaceId, since.subject, since.workspace]
  const { rows } = await tx.query(count, values)
  return rows[0] ?? { ofSubject: 0, subjectSinceMs: null, ofWorkspace: 0, workspaceSinceMs: null }
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
