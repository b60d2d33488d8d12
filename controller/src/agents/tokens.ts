import { hashSecret } from '../secrets/secret-tokens.ts'
import {
  insertAgentToken,
  insertRegion,
  markAgentTokenRevoked,
  readAgentTokens,
} from '../db/agent-tokens.ts'
import type { AgentTokenRow } from '../db/agent-tokens.ts'
import { announceAgentChange, findAgentToken } from '../db/agents.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { newPublicId, randomBase62 } from '../secrets/random-id.ts'

/** A token just made: the only moment its value can be read. */
export interface CreatedAgentToken {
  readonly id: string
  readonly token: string
}

/** Makes a token that lets agents of one location connect; the location is known from then on.
 *  @param options.region a valid location code */
export async function createAgentToken(
  db: Database,
  options: { region: string; name: string; now: Date },
): Promise<CreatedAgentToken> {
  const { region, name, now } = options
  const token = `sla_${randomBase62(32)}`
  const id = newPublicId('tok')
  await db.transaction(async (tx) => {
    await insertRegion(tx, region, now)
    const tokenHash = hashSecret(token)
    await insertAgentToken(tx, { publicId: id, name, region, tokenHash, createdAt: now })
  })
  return { id, token }
}

/** Revokes a token: its agents are disconnected at once and cannot come back.
 *  @returns false when there is no such token or it was revoked before */
export async function revokeAgentToken(
  db: Database,
  id: string,
  options: { now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isRevoked = await markAgentTokenRevoked(tx, id, options.now)
    if (isRevoked) await announceAgentChange(tx)
    return isRevoked
  })
}

/** All tokens without their values, those in force first. */
export async function listAgentTokens(db: Queryable): Promise<AgentTokenRow[]> {
  return readAgentTokens(db)
}

/** True when agents of that location may connect with the token. */
export async function isAgentTokenValid(
  db: Queryable,
  token: string,
  region: string,
): Promise<boolean> {
  const row = await findAgentToken(db, hashSecret(token))
  return row !== null && !row.revoked && row.region === region
}
