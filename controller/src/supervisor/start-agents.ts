import { fileURLToPath } from 'node:url'
import { gatewayTlsOf } from '../config.ts'
import type { Database } from '../db/pool.ts'
import type { AgentCommands } from './agent-command.ts'
import { createAgentCommands } from './agent-command.ts'
import { localAgentAddress } from './local-agent-address.ts'
import type { StartParts } from './start-parts.ts'
import { keepProgram } from './start-parts.ts'
import { within } from './within.ts'

/** The agents' program. */
export const AGENT = fileURLToPath(new URL('../../../agent/src/main.ts', import.meta.url))

/** How long a new agent may take before the rest is announced without it. */
const READY_MS = 15_000

/** How the local agents of an installation are run. */
export function agentCommandsOf(
  { config, environment, logs }: StartParts,
  openShortly: () => Database,
): AgentCommands {
  return createAgentCommands({
    dataFolder: config.dataFolder,
    environment,
    openDatabase: openShortly,
    warn: (text) => logs.show('supervisor', text),
  })
}

/** Starts an agent for each location of this machine.
 *  @param grpc HOST:PORT the controller listens on
 *  @throws StartError when one ends soon, before it was ready */
export async function startAgents(
  parts: StartParts,
  commands: AgentCommands,
  grpc: string,
): Promise<void> {
  const { config, terminal, running } = parts
  const regions = config.SIGHTLINE_LOCAL_REGIONS
  if (regions.length === 0) return
  const address = localAgentAddress(grpc, gatewayTlsOf(config))
  terminal.step(`Starting the local agent${regions.length > 1 ? 's' : ''}: ${regions.join(', ')}`)
  for (const region of regions) {
    const command = () => commands.commandOf(region, address)
    running.agents.push(keepProgram(parts, `agent-${region}`, AGENT, command))
  }
  const all = Promise.all(running.agents.map((agent) => agent.ready))
  if ((await within(all, READY_MS, null)) !== null) return
  terminal.warn('Not every local agent is connected yet; they keep trying')
  all.catch((error: unknown) => terminal.warn(String(error)))
}
