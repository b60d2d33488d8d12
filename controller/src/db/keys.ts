import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const insert = sql<unknown>`
  insert into api_keys (public_id, name, key_hash, last_four, workspace_id, person_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

/** A key to be kept; without workspace and person it is unlinked. */
export interface NewKeyRow {
  readonly publicId: string
  readonly name: string
  readonly keyHash: Buffer
  readonly lastFour: string
  readonly workspaceId: number | null
  readonly personId: number | null
  readonly createdAt: Date
  /** null: never. */
  readonly expiresAt: Date | null
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
    row.expiresAt,
  ])
}

/** A key as it may be shown. */
export interface KeyRow {
  readonly id: string
  readonly name: string
  readonly lastFour: string
  /** null for an unlinked key. */
  readonly workspaceId: string | null
  readonly person: string | null
  /** Present role of its person; null for an unlinked key, and when the person left the workspace. */
  readonly role: string | null
  readonly createdAt: Date
  /** To the minute. */
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

const list = sql<KeyRow>`
  select k.public_id as id, k.name, k.last_four as "lastFour", w.public_id as "workspaceId",
    p.name as person, m.role, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
    k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
  from api_keys k
  left join workspaces w on w.id = k.workspace_id
  left join people p on p.id = k.person_id
  left join memberships m on m.workspace_id = k.workspace_id and m.person_id = k.person_id
  where $1::bigint is null or (k.workspace_id = $1 and k.person_id = $2)
  order by k.created_at desc, k.id desc
  limit $3`

/** Keys of a person in a workspace that are shown. */
const SHOWN_OWN = 500

/** Keys of a person in a workspace, the newest of them, or all of the installation; newest first. */
export async function readKeys(
  db: Queryable,
  holder: { workspaceId: number; personId: number } | null,
): Promise<KeyRow[]> {
  return (
    await db.query(list, [
      holder?.workspaceId ?? null,
      holder?.personId ?? null,
      holder === null ? null : SHOWN_OWN,
    ])
  ).rows
}

const countInForce = sql<{ count: number }>`
  select count(*) from api_keys
  where workspace_id = $1 and person_id = $2 and revoked_at is null
    and (expires_at is null or expires_at > $3)`

/** Keys of a person in a workspace that are taken. */
export async function countKeysInForce(
  db: Queryable,
  holder: { workspaceId: number; personId: number },
  now: Date,
): Promise<number> {
  const { rows } = await db.query(countInForce, [holder.workspaceId, holder.personId, now])
  return rows[0]?.count ?? 0
}

const revoke = sql<unknown>`
  update api_keys set revoked_at = $4
  where public_id = $1 and revoked_at is null
    and ($2::bigint is null or (workspace_id = $2 and person_id = $3))`

/** @param holder whose key it must be; null: anybody's
 *  @returns false when there is no such key, or it was revoked before */
export async function markKeyRevoked(
  db: Queryable,
  publicId: string,
  holder: { workspaceId: number; personId: number } | null,
  at: Date,
): Promise<boolean> {
  const values = [publicId, holder?.workspaceId ?? null, holder?.personId ?? null, at]
  return (await db.query(revoke, values)).rowCount === 1
}

const inForce = sql<{ inForce: boolean }>`
  select exists (
    select from api_keys k
    where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
  ) as "inForce"`

/** True when there is a key with this hash that was not revoked and has not expired. */
export async function isKeyInForce(db: Queryable, keyHash: Buffer, now: Date): Promise<boolean> {
  return (await db.query(inForce, [keyHash, now])).rows[0]?.inForce ?? false
}

const readExpiry = sql<{ expiresAt: Date | null }>`
  select expires_at as "expiresAt" from api_keys where id = $1`

/** From when on a key is refused.
 *  @returns null: never */
export async function readKeyExpiry(db: Queryable, keyId: number): Promise<Date | null> {
  return (await db.query(readExpiry, [keyId])).rows[0]?.expiresAt ?? null
}
