import { randomUUID } from 'node:crypto'
import { status as GrpcStatus } from '@grpc/grpc-js'
import type { Hello } from '@sightline/shared/gen/probe/v1/agent_pb'
import { MAX_CAPABILITY_LENGTH } from '@sightline/shared/lacks'
import { PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { agreeOnProtocol } from '@sightline/shared/protocol-range'
import { upsertAgent } from '../db/agents.ts'
import type { Queryable } from '../db/pool.ts'
import { isAgentRemoved } from '../db/removed-agents.ts'
import { printable } from '../input/printable.ts'
import type { Refusal } from '../sessions/refusal.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { Admission } from './doorkeeper.ts'
import { versionTrouble } from './version-trouble.ts'

export type HelloCheck =
  | {
      readonly agentId: string
      readonly capabilities: readonly string[]
      readonly settingsVersion: number
      /** Since when it is in quarantine, UNIX ms; null: it is not. */
      readonly quarantinedAtMs: number | null
      /** Names this connection, see NotedAgent. */
      readonly connectedAt: string
    }
  | { readonly refusal: Refusal }

function refusal(code: GrpcStatus, reason: string): { refusal: Refusal } {
  return { refusal: { code, reason } }
}

/** What an agent is told that somebody removed. */
export const REMOVED: Refusal = {
  code: GrpcStatus.PERMISSION_DENIED,
  reason: 'the agent was removed: to have it back, start it with a new token',
}

const AGENT_ID = /^agt_[0-9A-Za-z]{20}$/
const MAX_TEXT = 200
/** More than there will ever be: it comes into a column, and words are made of it. */
const MAX_SETTINGS_VERSION = 1_000

/** Judges an agent's first message and notes the agent as connected.
 *  @param minAgentVersion left out: of any version */
export async function acceptHello(
  db: Queryable,
  hello: Hello,
  { token, certificate }: Admission,
  controllerId: string,
  minAgentVersion?: string,
): Promise<HelloCheck> {
  const lowest = hello.protocolVersion
  const spoken = { lowest, highest: Math.max(lowest, hello.highestProtocolVersion) }
  const agreement = agreeOnProtocol(spoken, PROTOCOL_VERSIONS)
  if (agreement.version === null) {
    return refusal(GrpcStatus.FAILED_PRECONDITION, agreement.problem)
  }
  const softwareVersion = printable(hello.softwareVersion, MAX_TEXT)
  const tooOld = versionTrouble(softwareVersion, minAgentVersion)
  if (tooOld !== null) return refusal(GrpcStatus.FAILED_PRECONDITION, tooOld)
  if (hello.region !== token.region) {
    return refusal(
      GrpcStatus.PERMISSION_DENIED,
      `the agent token is for region "${token.region}", the agent was started for "${printable(hello.region, MAX_TEXT)}"`,
    )
  }
  if (certificate !== null && !certificate.names.includes(hello.hostname)) {
    return refusal(GrpcStatus.PERMISSION_DENIED, otherName(hello.hostname, certificate.names))
  }
  if (hello.agentId !== '' && !AGENT_ID.test(hello.agentId)) {
    return refusal(GrpcStatus.INVALID_ARGUMENT, 'the agent id is not one a controller gave')
  }
  const agentId = hello.agentId === '' ? newPublicId('agt') : hello.agentId
  const capabilities = hello.capabilities
    .slice(0, 50)
    .map((word) => printable(word, MAX_CAPABILITY_LENGTH))
  const settingsVersion = Math.min(MAX_SETTINGS_VERSION, Math.max(1, hello.settingsVersion))
  const noted = await upsertAgent(db, {
    publicId: agentId,
    tokenId: token.id,
    region: token.region,
    hostname: printable(hello.hostname, MAX_TEXT),
    softwareVersion,
    capabilities,
    certificateName: certificate === null ? null : hello.hostname,
    settingsVersion,
    controllerId,
    // Of an older one every connection is a run.
    runId: printable(hello.runId, MAX_TEXT) || randomUUID(),
  })
  if (noted === null) {
    if (await isAgentRemoved(db, agentId, token.id)) return { refusal: REMOVED }
    return refusal(
      GrpcStatus.PERMISSION_DENIED,
      // Without a colon after "token": logs would take what follows for one.
      certificate === null
        ? 'the agent id belongs to an agent with another token, which is in force; give each agent a data folder of its own, or revoke that token'
        : 'the agent id belongs to an agent with another token or certificate; give each agent a data folder of its own',
    )
  }
  return {
    agentId,
    capabilities,
    settingsVersion,
    quarantinedAtMs: noted.quarantinedAt?.getTime() ?? null,
    connectedAt: noted.connectedAt,
  }
}

function otherName(said: string, names: readonly string[]): string {
  const certified = names.map((name) => `"${printable(name, MAX_TEXT)}"`).join(' or ') || 'nobody'
  return `the certificate is for ${certified}, the agent calls itself "${printable(said, MAX_TEXT)}": start it with --name and that name`
}
