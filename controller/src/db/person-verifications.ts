import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const insert = sql<unknown>`
  insert into person_verifications (identifier, value, created_at, updated_at, expires_at)
  values ($1, $2, $3, $3, $4)`

/** Keeps what a link stands for.
 *  @param row.identifier a hash: the link itself is nowhere */
export async function insertVerification(
  db: Queryable,
  row: { identifier: string; value: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.query(insert, [row.identifier, row.value, row.createdAt, row.expiresAt])
}

const prune = sql<unknown>`delete from person_verifications where expires_at < $1`

/** Forgets what is over. */
export async function pruneVerifications(db: Queryable, now: Date): Promise<void> {
  await db.query(prune, [now])
}
