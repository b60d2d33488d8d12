import { AppError } from '@sightline/shared/errors'
import { announceAgentChange } from '../db/agents.ts'
import type { Database, Queryable } from '../db/pool.ts'
import type { NamedAgentRow } from '../db/removed-agents.ts'
import {
  markAgentRemoved,
  readNamedAgents,
  revokeCertificatesOfNobody,
  revokeTokenOfNobody,
} from '../db/removed-agents.ts'
import { printable } from '../input/printable.ts'

/** An agent that was removed just now. */
export interface RemovedAgent {
  readonly id: string
  readonly hostname: string
  readonly region: string
  /** Id of its token, which was revoked with it; null: it was revoked before, or others come in with it too. */
  readonly tokenId: string | null
  /** Others come in with its token. */
  readonly tokenStays: boolean
}

/** Removes an agent: its stream is cut at once, on whichever controller; its monitors move, and it does not come back
 *  with the token or the certificate it had.
 *  @param name its id, or its host where no other agent runs there
 *  @throws AppError when there is none of this name, or more than one */
export async function removeAgent(db: Database, name: string): Promise<RemovedAgent> {
  return db.transaction(async (tx) => {
    const agent = await agentNamed(tx, name)
    const papers = await markAgentRemoved(tx, agent.id)
    if (papers === null) throw unknownAgent(name)
    const token = await revokeTokenOfNobody(tx, papers.tokenId)
    if (papers.certificateName !== null) {
      await revokeCertificatesOfNobody(tx, papers.certificateName)
    }
    await announceAgentChange(tx)
    return { ...agent, tokenId: token.revokedId, tokenStays: token.isInForce }
  })
}

async function agentNamed(db: Queryable, name: string): Promise<NamedAgentRow> {
  const found = await readNamedAgents(db, name)
  const [first] = found
  if (first === undefined) throw unknownAgent(name)
  if (first.id === name || found.length === 1) return first
  throw new AppError(
    'conflict',
    `${found.length} agents are called "${name}": name one by its id, as "agents list" shows it.`,
  )
}

const unknownAgent = (name: string): AppError =>
  new AppError('notFound', `There is no agent "${printable(name, 40)}".`)
