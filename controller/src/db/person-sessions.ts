import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A session as its person sees it. */
export interface PersonSessionRow {
  /** "ses_..." */
  readonly id: string
  readonly createdAt: Date
  /** To the minute; null: nothing was asked for in it. */
  readonly lastSeenAt: Date | null
  readonly expiresAt: Date
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly isCurrent: boolean
}

// What is shown instead of the token, which leads to nothing: it cannot be turned back.
const publicId = {
  sqlPart: `'ses_' || left(encode(sha256(convert_to(s.token, 'UTF8')), 'hex'), 24)`,
}

const list = sql<PersonSessionRow>`
  select ${publicId} as id, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
    s.expires_at as "expiresAt", nullif(s.ip_address, '') as "ipAddress",
    nullif(s.user_agent, '') as "userAgent", s.id = $2 as "isCurrent"
  from person_sessions s
  where s.person_id = $1 and s.expires_at > $3
  order by s.id = $2 desc, coalesce(s.last_seen_at, s.created_at) desc
  limit 200`

/** Sessions of a person that are in force, the present one first, then the one used last. */
export async function readPersonSessions(
  db: Queryable,
  personId: number,
  currentId: number,
  now: Date,
): Promise<PersonSessionRow[]> {
  return (await db.query(list, [personId, currentId, now])).rows
}

const deleteOne = sql<unknown>`
  delete from person_sessions s where s.person_id = $1 and ${publicId} = $2`

/** @returns false when the person has no such session */
export async function deletePersonSession(
  db: Queryable,
  personId: number,
  id: string,
): Promise<boolean> {
  return (await db.query(deleteOne, [personId, id])).rowCount > 0
}

const deleteOthers = sql<unknown>`delete from person_sessions where person_id = $1 and id <> $2`

/** Ends every other session of a person.
 *  @returns how many there were */
export async function deleteOtherSessions(
  db: Queryable,
  personId: number,
  currentId: number,
): Promise<number> {
  return (await db.query(deleteOthers, [personId, currentId])).rowCount
}

const choose = sql<unknown>`
  update person_sessions s set workspace_id = w.id
  from workspaces w join memberships m on m.workspace_id = w.id
  where s.id = $1 and w.public_id = $2 and m.person_id = s.person_id`

/** Has a session work in another workspace of its person.
 *  @returns false when they do not belong to it */
export async function chooseSessionWorkspace(
  db: Queryable,
  sessionId: number,
  workspacePublicId: string,
): Promise<boolean> {
  return (await db.query(choose, [sessionId, workspacePublicId])).rowCount === 1
}

const extend = sql<unknown>`
  update person_sessions set expires_at = $2, updated_at = $3 where id = $1 and updated_at < $4`

/** Lets a session go on until later.
 *  @param row.ifBefore only when that was not done since then
 *  @returns whether it was */
export async function extendSession(
  db: Queryable,
  row: { sessionId: number; expiresAt: Date; now: Date; ifBefore: Date },
): Promise<boolean> {
  const values = [row.sessionId, row.expiresAt, row.now, row.ifBefore]
  return (await db.query(extend, values)).rowCount === 1
}

const pruneSessions = sql<unknown>`delete from person_sessions where expires_at < $1`

/** Forgets sessions that are over. */
export async function prunePersonSessions(db: Queryable, now: Date): Promise<void> {
  await db.query(pruneSessions, [now])
}

const findPerson = sql<{ personId: number }>`
  select person_id as "personId" from person_sessions where token = $1 and expires_at > $2`

/** Who is in a session.
 *  @returns null when it is over */
export async function findSessionPerson(
  db: Queryable,
  token: string,
  now: Date,
): Promise<number | null> {
  return (await db.query(findPerson, [token, now])).rows[0]?.personId ?? null
}
