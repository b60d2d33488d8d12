import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const readHash = sql<{ hash: string | null }>`
  select password_hash as hash from person_accounts where person_id = $1 and provider = 'credential'`

/** What is kept of a person's password; null: they have none. */
export async function readPasswordHash(db: Queryable, personId: number): Promise<string | null> {
  return (await db.query(readHash, [personId])).rows[0]?.hash ?? null
}
