import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What somebody wrote on an outage. */
export interface OutageNoteRow {
  readonly id: string
  readonly authorId: string
  readonly authorName: string
  readonly text: string
  readonly public: boolean
  readonly createdAt: Date
}

const read = sql<OutageNoteRow>`
  select public_id as id, author_id as "authorId", author_name as "authorName", text,
    is_public as public, created_at as "createdAt"
  from outage_notes where outage_id = $1 order by created_at, id`

/** The notes on an outage, the earliest first. */
export async function readOutageNotes(db: Queryable, outageId: number): Promise<OutageNoteRow[]> {
  return (await db.query(read, [outageId])).rows
}

const insert = sql<never>`
  insert into outage_notes (public_id, outage_id, author_id, author_name, text, is_public, created_at)
  select $1, $2, $3, $4, $5, $6, $7
  where (select count(*) from outage_notes where outage_id = $2) < $8`

/** @returns false when the outage has too many */
export async function insertOutageNote(
  db: Queryable,
  outageId: number,
  note: OutageNoteRow,
  max: number,
): Promise<boolean> {
  const { rowCount } = await db.query(insert, [
    note.id,
    outageId,
    note.authorId,
    note.authorName,
    note.text,
    note.public,
    note.createdAt,
    max,
  ])
  return rowCount === 1
}

const remove = sql<never>`delete from outage_notes where outage_id = $1 and public_id = $2`

/** @returns false when there is no such note */
export async function deleteOutageNote(
  db: Queryable,
  outageId: number,
  publicId: string,
): Promise<boolean> {
  return (await db.query(remove, [outageId, publicId])).rowCount === 1
}
