import { AppError } from '@sightline/shared/errors'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { regionFacts } from '@sightline/shared/region-facts'
import { readAgents } from '../db/agent-list.ts'
import type { AgentTokenRow } from '../db/agent-tokens.ts'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { Database } from '../db/pool.ts'
import { printable } from '../input/printable.ts'
import type { ControllerAddress } from './controller-address.ts'
import { agentCommand } from './controller-address.ts'
import type { RemovedAgent } from './remove-agent.ts'
import { removeAgent } from './remove-agent.ts'
import { createAgentToken, listAgentTokens, revokeAgentToken } from './tokens.ts'
import { versionTrouble } from './version-trouble.ts'

/** An agent as the people of the installation see it. */
export interface AgentView {
  readonly id: string
  readonly region: string
  readonly regionName: string
  readonly country: string | null
  readonly hostname: string
  readonly version: string
  readonly state: 'live' | 'draining' | 'away'
  readonly capabilities: readonly string[]
  readonly connectedAt: Date
  readonly lastSeenAt: Date
  /** How far its clock is ahead, ms. */
  readonly clockOffsetMs: number
  /** Why its results do not count; null: they do. */
  readonly trouble: string | null
}

/** A token just made, with the line that starts an agent with it. */
export interface MadeToken {
  readonly id: string
  readonly region: string
  readonly name: string
  readonly value: string
  readonly command: string
  readonly note: string | null
}

/** Agents and their tokens, for the workspace that runs the installation: agents are shared by all workspaces, and
 *  their hosts are nobody else's to see. Every call throws AppError forbidden for another. */
export interface AgentService {
  readonly agents: (workspaceId: number) => Promise<AgentView[]>
  /** @throws AppError when there is no agent of this id or host, or more than one */
  readonly remove: (workspaceId: number, name: string) => Promise<RemovedAgent>
  readonly tokens: (workspaceId: number) => Promise<AgentTokenRow[]>
  readonly createToken: (
    workspaceId: number,
    token: { region: string; name?: string | undefined },
  ) => Promise<MadeToken>
  /** @throws AppError notFound when there is no such token in force */
  readonly revokeToken: (workspaceId: number, id: string) => Promise<void>
}

export function createAgentService(deps: {
  db: Database
  now: () => Date
  /** Where agents connect to. */
  address: () => ControllerAddress
  /** Agents of an earlier version are refused; left out: none is. */
  minAgentVersion?: string | undefined
}): AgentService {
  const { db, now, address, minAgentVersion } = deps

  async function requireOperator(workspaceId: number): Promise<void> {
    if (await isOperatorsWorkspace(db, workspaceId)) return
    throw new AppError(
      'forbidden',
      'Agents belong to whoever runs this installation: GET /api/v1/monitors/options names the locations you can use.',
    )
  }

  return {
    async agents(workspaceId) {
      await requireOperator(workspaceId)
      const rows = await readAgents(db, AGENT_LOST_AFTER_MS)
      return rows.map(
        ({ live, draining, softwareVersion, selfTestError, quarantinedAt, ...row }) => {
          const { name, country } = regionFacts(row.region)
          return {
            ...row,
            regionName: name,
            country,
            version: softwareVersion,
            state: live ? (draining ? 'draining' : 'live') : 'away',
            trouble:
              versionTrouble(softwareVersion, minAgentVersion) ??
              selfTestError ??
              (quarantinedAt === null
                ? null
                : 'It fails what other locations pass, so its results have no vote.'),
          }
        },
      )
    },
    async remove(workspaceId, name) {
      await requireOperator(workspaceId)
      return removeAgent(db, name)
    },
    async tokens(workspaceId) {
      await requireOperator(workspaceId)
      return listAgentTokens(db)
    },
    async createToken(workspaceId, { region, name = region }) {
      await requireOperator(workspaceId)
      const { id, token } = await createAgentToken(db, { region, name, now: now() })
      const { address: controller, note } = address()
      const command = agentCommand(controller, token, region)
      return { id, region, name, value: token, command, note }
    },
    async revokeToken(workspaceId, id) {
      await requireOperator(workspaceId)
      if (await revokeAgentToken(db, id, { now: now() })) return
      throw new AppError('notFound', `There is no token "${printable(id, 40)}" in force.`)
    },
  }
}
