import { gatewayTlsOf } from '../../config.ts'
import { keepProgram } from '../keeping/keep-program.ts'
import { within } from '../keeping/within.ts'
import { AGENT } from '../program.ts'
import type { StartParts } from '../start-parts.ts'
import { agentCommands } from './agent-command.ts'
import { localAgentAddress } from './local-agent-address.ts'

/** How long a new agent may take before the rest is announced without it. */
const READY_MS = 15_000

/** Starts an agent for each location of this machine.
 *  @param grpc HOST:PORT the controller listens on
 *  @throws StartError when one ends soon, before it was ready */
export async function startAgents(parts: StartParts, grpc: string): Promise<void> {
  const { config, terminal, running } = parts
  const regions = config.SIGHTLINE_LOCAL_REGIONS
  if (regions.length === 0) return
  const commandOf = agentCommands(parts, localAgentAddress(grpc, gatewayTlsOf(config)))
  terminal.step(`Starting the local agent${regions.length > 1 ? 's' : ''}: ${regions.join(', ')}`)
  for (const region of regions) {
    running.agents.push(keepProgram(parts, `agent-${region}`, AGENT, () => commandOf(region)))
  }
  const all = Promise.all(running.agents.map((agent) => agent.ready))
  if ((await within(all, READY_MS, null)) !== null) return
  terminal.warn('Not every local agent is connected yet; they keep trying')
  for (const agent of running.agents) agent.insist()
}
