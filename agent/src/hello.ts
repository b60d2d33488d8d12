import { PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { capabilitiesOf } from './capabilities.ts'
import type { AgentConfig } from './config.ts'
import type { startSession } from './connection/session.ts'
import type { Standing } from './connection/standing.ts'

type Hello = Parameters<typeof startSession>[0]

/** Makes what the agent says of itself at the start of each connection. */
export function createMakeHello(
  config: AgentConfig,
  {
    standing,
    icmp,
    browser,
  }: {
    readonly standing: Pick<Standing, 'agentId'>
    readonly icmp: Parameters<typeof capabilitiesOf>[0]
    readonly browser: Parameters<typeof capabilitiesOf>[1]
  },
): () => Hello {
  const runId = randomUUID()
  return () => ({
    protocolVersion: PROTOCOL_VERSIONS.lowest,
    highestProtocolVersion: PROTOCOL_VERSIONS.highest,
    settingsVersion: SETTINGS_VERSION,
    runId,
    agentId: standing.agentId(),
    region: config.SIGHTLINE_REGION,
    softwareVersion: SOFTWARE_VERSION,
    capabilities: capabilitiesOf(icmp, browser),
    hostname: config.SIGHTLINE_AGENT_NAME ?? hostname(),
  })
}
