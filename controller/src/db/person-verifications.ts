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

const find = sql<{ value: string }>`
  select value from person_verifications where identifier = $1 and expires_at > $2`

/** What a link stands for that still works; null: none.
 *  @param identifier the hash of the link */
export async function findVerification(
  db: Queryable,
  identifier: string,
  now: Date,
): Promise<{ readonly value: string } | null> {
  return (await db.query(find, [identifier, now])).rows[0] ?? null
}

const drop = {
  // better-auth keeps the person alone.
  passwordReset: sql<unknown>`delete from person_verifications where value = $1::text`,
  emailChange: sql<unknown>`
    delete from person_verifications where starts_with(value, $1::text || E'\nchange-email\n')`,
} as const

/** Ends what was mailed to a person. */
export async function deleteVerificationsOf(
  tx: Queryable,
  personId: number,
  purpose: keyof typeof drop,
): Promise<void> {
  await tx.query(drop[purpose], [String(personId)])
}

const prune = sql<unknown>`delete from person_verifications where expires_at < $1`

/** Forgets what is over. */
export async function pruneVerifications(db: Queryable, now: Date): Promise<void> {
  await db.query(prune, [now])
}
