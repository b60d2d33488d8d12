import { agentEnvironment } from '@sightline/shared/agent-environment'
import { agentArguments } from '@sightline/shared/agent-process'
import {
  AGENT_IS_ROOT,
  compiledFolder,
  copyFilesForUser,
  environmentForUser,
  prepareAgentUser,
} from '@sightline/shared/agent-user'
import { readDatabaseTime } from '../../db/database-time.ts'
import type { ProgramCommand } from '../keeping/keep-program.ts'
import { isRoot, PROJECT } from '../program.ts'
import type { StartParts } from '../start-parts.ts'
import { withDatabase } from '../start-parts.ts'
import type { LocalAgentAddress } from './local-agent-address.ts'
import { ensureLocalToken, readLocalToken } from './local-token.ts'

/** How often certificates are brought to agents of another user, who look as often. */
const COPY_EVERY_MS = 30_000

/** How the agent of a location is run, with a token that the database accepts: as somebody without rights where this
 *  is root. */
export function agentCommands(
  parts: StartParts,
  address: LocalAgentAddress,
): (region: string) => Promise<ProgramCommand> {
  const { dataFolder } = parts.config
  const environment = {
    RUN_COMPILED_DIR: compiledFolder(dataFolder),
    ...address.environment,
    ...agentEnvironment(parts.environment),
  }
  let copying: NodeJS.Timeout | undefined

  return async (region) => {
    const command = {
      arguments: agentArguments({ controller: address.controller, region, dataFolder }),
      input: await tokenOf(parts, region),
    }
    const user = isRoot() ? prepareAgentUser({ project: PROJECT, dataFolder, region }) : null
    if (user === null) {
      if (isRoot()) parts.logs.show('supervisor', AGENT_IS_ROOT)
      return { ...command, prefix: [], account: null, environment }
    }
    const { account, prefix } = user
    copying ??= setInterval(copyFilesForUser, COPY_EVERY_MS, environment, dataFolder, account)
    return {
      ...command,
      prefix,
      account: prefix.length === 0 ? account : null,
      environment: environmentForUser(environment, dataFolder, account),
    }
  }
}

/** The token of a location's agent, as the database knows it. */
async function tokenOf(parts: StartParts, region: string): Promise<string> {
  const { dataFolder } = parts.config
  try {
    await withDatabase(parts, async (db) =>
      ensureLocalToken(db, { dataFolder, region, now: await readDatabaseTime(db) }),
    )
  } catch (error: unknown) {
    // The database is away: an agent that has a token works without it.
    const reason = `cannot look up the token of agent ${region}: ${String(error)}`
    parts.logs.show('supervisor', reason)
  }
  return readLocalToken(dataFolder, region) ?? ''
}
