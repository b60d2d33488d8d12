import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const insertRegionRow = sql<never>`
  insert into regions (code, created_at) values ($1, $2) on conflict (code) do nothing`

/** Makes a location known; one that is known stays as it is. */
export async function insertRegion(db: Queryable, code: string, createdAt: Date): Promise<void> {
  await db.query(insertRegionRow, [code, createdAt])
}

/** A token to be kept. */
export interface NewAgentTokenRow {
  readonly publicId: string
  readonly name: string
  readonly region: string
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer
  readonly createdAt: Date
}

const insert = sql<never>`
  insert into agent_tokens (public_id, name, region, token_hash, created_at)
  values ($1, $2, $3, $4, $5)`

export async function insertAgentToken(db: Queryable, row: NewAgentTokenRow): Promise<void> {
  await db.query(insert, [row.publicId, row.name, row.region, row.tokenHash, row.createdAt])
}

const used = sql<{ tokenHash: Buffer }>`
  select t.token_hash as "tokenHash"
  from agent_tokens t join agents a on a.token_id = t.id
  where t.revoked_at is null
  group by t.id
  order by max(a.last_seen_at) desc
  limit $1`

/** SHA-256 of the tokens in force that agents came in with, the latest first. */
export async function readUsedTokenHashes(db: Queryable, limit: number): Promise<Buffer[]> {
  return (await db.query(used, [limit])).rows.map(({ tokenHash }) => tokenHash)
}

const revoke = sql<never>`
  update agent_tokens set revoked_at = $2 where public_id = $1 and revoked_at is null`

/** @returns false when there is no such token or it was revoked before */
export async function markAgentTokenRevoked(
  db: Queryable,
  publicId: string,
  revokedAt: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(revoke, [publicId, revokedAt])
  return rowCount === 1
}

/** A token as an operator sees it. */
export interface AgentTokenRow {
  readonly id: string
  readonly name: string
  readonly region: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
  /** Agents that ever connected with it and were not removed. */
  readonly agents: number
  /** The latest sign of life of any of them, null when none ever connected. */
  readonly lastSeenAt: Date | null
}

const list = sql<AgentTokenRow>`
  select t.public_id as id, t.name, t.region, t.created_at as "createdAt",
    t.revoked_at as "revokedAt", count(a.id) as agents, max(a.last_seen_at) as "lastSeenAt"
  from agent_tokens t left join agents a on a.token_id = t.id and a.removed_at is null
  group by t.id
  order by t.revoked_at is not null, t.region, t.created_at`

/** All tokens, those in force first. */
export async function readAgentTokens(db: Queryable): Promise<AgentTokenRow[]> {
  const { rows } = await db.query(list)
  return rows
}
