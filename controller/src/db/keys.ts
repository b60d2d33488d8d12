import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const insert = sql<unknown>`
  insert into api_keys (public_id, name, key_hash, last_four, workspace_id, person_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

/** A key to be kept; without workspace and person it is unlinked. */
export interface NewKeyRow {
  readonly publicId: string
  readonly name: string
  readonly keyHash: Buffer
  readonly lastFour: string
  readonly workspaceId: number | null
  readonly personId: number | null
  readonly createdAt: Date
}

export async function insertKey(tx: Queryable, row: NewKeyRow): Promise<void> {
  await tx.query(insert, [
    row.publicId,
    row.name,
    row.keyHash,
    row.lastFour,
    row.workspaceId,
    row.personId,
    row.createdAt,
  ])
}
