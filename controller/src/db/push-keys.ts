import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** By what push services know the installation; the private key sealed. */
export interface StoredPushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const read = sql<{ keys: StoredPushKeys }>`select keys from push_keys`

/** @returns null before any were made */
export async function readPushKeys(db: Queryable): Promise<StoredPushKeys | null> {
  return (await db.query(read)).rows[0]?.keys ?? null
}

const insert = sql<never>`
  insert into push_keys (keys) values ($1) on conflict do nothing`

/** Stores the installation's keys, unless it has some. */
export async function insertPushKeys(db: Queryable, keys: StoredPushKeys): Promise<void> {
  await db.query(insert, [JSON.stringify(keys)])
}
