import { agentEnvironment } from '@sightline/shared/agent-environment'
import { AGENT_NODE_FLAGS, agentArguments } from '@sightline/shared/agent-process'
import type { AgentUser } from '@sightline/shared/agent-user'
import {
  AGENT_IS_ROOT,
  compiledFolder,
  copyFilesForUser,
  environmentForUser,
  prepareAgentUser,
} from '@sightline/shared/agent-user'
import { fileURLToPath } from 'node:url'
import { readDatabaseTime } from '../db/database-time.ts'
import type { Database } from '../db/pool.ts'
import type { ChildCommand } from './child-run.ts'
import type { LocalAgentAddress } from './local-agent-address.ts'
import { ensureLocalToken, moveFormerToken, readLocalToken } from './local-agents.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** Whether local agents run as a user of their own. */
export const isRoot = (): boolean => process.geteuid?.() === 0

/** How local agents are run. */
export interface AgentCommands {
  /** That of a location, with a token that the database accepts. */
  readonly commandOf: (region: string, address: LocalAgentAddress) => Promise<ChildCommand>
  /** Looks after what they are given no more. */
  readonly stop: () => void
}

/** How often certificates are brought to agents of another user, who look as often. */
const COPY_EVERY_MS = 30_000

/** @param given.openDatabase closed again after each command
 *  @param given.warn for the operator */
export function createAgentCommands(given: {
  dataFolder: string
  environment: NodeJS.ProcessEnv
  openDatabase: () => Database
  warn: (text: string) => void
}): AgentCommands {
  const { dataFolder, environment, warn } = given
  let copying: NodeJS.Timeout | undefined

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

  /** What an agent of another user gets, now and when it changes. */
  function environmentFor(user: AgentUser | null, forAgent: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    if (user === null) return forAgent
    clearInterval(copying)
    copying = setInterval(copyFilesForUser, COPY_EVERY_MS, forAgent, dataFolder, user.account)
    return environmentForUser(forAgent, dataFolder, user.account)
  }

  return {
    async commandOf(region, address) {
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
        environment: environmentFor(user, forAgent),
        user,
        input: readLocalToken(dataFolder, region) ?? '',
      }
    },
    stop: () => clearInterval(copying),
  }
}
