import { agentEnvironment } from '@sightline/shared/agent-environment'
import { AGENT_NODE_FLAGS, agentArguments } from '@sightline/shared/agent-process'
import type { AgentUser } from '@sightline/shared/agent-user'
import {
  AGENT_IS_ROOT,
  compiledFolder,
  environmentForUser,
  prepareAgentUser,
} from '@sightline/shared/agent-user'
import { fileURLToPath } from 'node:url'
import { readDatabaseTime } from '../db/database-time.ts'
import type { Database } from '../db/pool.ts'
import type { ChildCommand } from './child.ts'
import type { LocalAgentAddress } from './local-agent-address.ts'
import { ensureLocalToken, moveFormerToken, readLocalToken } from './local-agents.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** Whether local agents run as a user of their own. */
export const isRoot = (): boolean => process.geteuid?.() === 0

/** How the local agent of a location is run, with a token that the database accepts. */
export type AgentCommand = (region: string, address: LocalAgentAddress) => Promise<ChildCommand>

/** @param given.openDatabase closed again after each command
 *  @param given.warn for the operator */
export function createAgentCommand(given: {
  dataFolder: string
  environment: NodeJS.ProcessEnv
  openDatabase: () => Database
  warn: (text: string) => void
}): AgentCommand {
  const { dataFolder, environment, warn } = given

  async function bringToken(region: string): Promise<void> {
    moveFormerToken(dataFolder, region)
    const db = given.openDatabase()
    try {
      await ensureLocalToken(db, { dataFolder, region, now: await readDatabaseTime(db) })
    } catch (error: unknown) {
      // The database is away: an agent that has a token works without it.
      warn(`cannot look up the token of agent ${region}: ${String(error)}`)
    } finally {
      await db.close()
    }
  }

  /** Who an agent runs as: somebody without rights where this is root. */
  function userOf(region: string): AgentUser | null {
    if (!isRoot()) return null
    const user = prepareAgentUser({ project: PROJECT, dataFolder, region })
    if (user === null) warn(AGENT_IS_ROOT)
    return user
  }

  return async (region, address) => {
    await bringToken(region)
    const user = userOf(region)
    const forAgent = {
      RUN_COMPILED_DIR: compiledFolder(dataFolder),
      ...address.environment,
      ...agentEnvironment(environment),
    }
    return {
      nodeFlags: AGENT_NODE_FLAGS,
      arguments: agentArguments({ controller: address.controller, region, dataFolder }),
      environment:
        user === null ? forAgent : environmentForUser(forAgent, dataFolder, user.account),
      user,
      input: readLocalToken(dataFolder, region) ?? '',
    }
  }
}
