import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const insert = sql<unknown>`
  insert into sign_up_links (token_hash, person_id, created_at, expires_at)
  values ($1, $2, $3, $4)`

export async function insertSignUpLink(
  tx: Queryable,
  row: { tokenHash: Buffer; personId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(insert, [row.tokenHash, row.personId, row.createdAt, row.expiresAt])
}

const deleteUnused = sql<unknown>`
  delete from sign_up_links where person_id = $1 and used_at is null`

/** Ends the links of a person that nobody used. */
export async function deleteUnusedSignUpLinks(tx: Queryable, personId: number): Promise<void> {
  await tx.query(deleteUnused, [personId])
}

/** A sign-up link as it is kept. */
export interface SignUpLinkRow {
  readonly personId: number
  /** null while nobody used it. */
  readonly usedAt: Date | null
  readonly expiresAt: Date
}

const find = sql<SignUpLinkRow>`
  select person_id as "personId", used_at as "usedAt", expires_at as "expiresAt"
  from sign_up_links where token_hash = $1`

export async function findSignUpLink(
  db: Queryable,
  tokenHash: Buffer,
): Promise<SignUpLinkRow | null> {
  const { rows } = await db.query(find, [tokenHash])
  return rows[0] ?? null
}

const use = sql<{ personId: number }>`
  update sign_up_links set used_at = $2
  where token_hash = $1 and used_at is null and expires_at > $2
  returning person_id as "personId"`

/** Uses a link up: of two requests at once one gets the person, the other null. */
export async function useSignUpLink(
  tx: Queryable,
  tokenHash: Buffer,
  at: Date,
): Promise<number | null> {
  const { rows } = await tx.query(use, [tokenHash, at])
  return rows[0]?.personId ?? null
}
