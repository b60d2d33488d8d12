import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An agent as far as it is told apart from others. */
export interface NamedAgentRow {
  readonly id: string
  readonly hostname: string
  readonly region: string
}

const named = sql<NamedAgentRow>`
  select public_id as id, hostname, region from agents
  where removed_at is null and (public_id = $1 or hostname = $1)
  order by public_id = $1 desc, public_id`

/** Agents with this id or host, the one with the id first. */
export async function readNamedAgents(db: Queryable, name: string): Promise<NamedAgentRow[]> {
  return (await db.query(named, [name])).rows
}

/** What an agent came in with. */
export interface AgentPapers {
  /** Key of its token. */
  readonly tokenId: number
  /** The name in its certificate; null: it had none. */
  readonly certificateName: string | null
}

const remove = sql<AgentPapers>`
  update agents set removed_at = now(), left_at = coalesce(left_at, now())
  where public_id = $1 and removed_at is null
  returning token_id as "tokenId", certificate_name as "certificateName"`

/** @returns null when there is no such agent, or it was removed before */
export async function markAgentRemoved(
  tx: Queryable,
  publicId: string,
): Promise<AgentPapers | null> {
  return (await tx.query(remove, [publicId])).rows[0] ?? null
}

/** What becomes of the token of an agent that is removed. */
export interface LeftToken {
  /** Of one that was revoked just now; null: others have it, or it was revoked before. */
  readonly revokedId: string | null
  readonly isInForce: boolean
}

const revokeOwn = sql<LeftToken>`
  with revoked as (
    update agent_tokens t set revoked_at = now()
    where t.id = $1 and t.revoked_at is null
      and not exists (select from agents a where a.token_id = t.id and a.removed_at is null)
    returning t.public_id)
  select (select public_id from revoked) as "revokedId",
    t.revoked_at is null and not exists (select from revoked) as "isInForce"
  from agent_tokens t where t.id = $1`

/** Revokes a token that no other agent has. */
export async function revokeTokenOfNobody(tx: Queryable, tokenId: number): Promise<LeftToken> {
  const { rows } = await tx.query(revokeOwn, [tokenId])
  return rows[0] ?? { revokedId: null, isInForce: false }
}

const revokeCertificates = sql<never>`
  update certificates set revoked_at = now()
  where use = 'agent' and name = $1 and revoked_at is null
    and not exists (select from agents a where a.certificate_name = $1 and a.removed_at is null)`

/** Revokes certificates that were made here for a name that no agent has any more. */
export async function revokeCertificatesOfNobody(tx: Queryable, name: string): Promise<void> {
  await tx.query(revokeCertificates, [name])
}

const wasRemoved = sql<never>`
  select from agents a join agent_tokens t on t.id = a.token_id
  where a.public_id = $1 and t.id = $2 and a.removed_at is not null`

/** Whether an agent with this token was removed. */
export async function isAgentRemoved(
  db: Queryable,
  publicId: string,
  tokenId: number,
): Promise<boolean> {
  return (await db.query(wasRemoved, [publicId, tokenId])).rowCount === 1
}
