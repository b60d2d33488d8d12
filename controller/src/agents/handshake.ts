import { randomUUID } from 'node:crypto'
import { status as GrpcStatus } from '@grpc/grpc-js'
import type { Hello } from '@sightline/shared/gen/probe/v1/agent_pb'
import { MAX_CAPABILITY_LENGTH } from '@sightline/shared/lacks'
import { PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { agreeOnProtocol } from '@sightline/shared/protocol-range'
import type { TokenRow } from '../db/agents.ts'
import { upsertAgent } from '../db/agents.ts'
import type { Queryable } from '../db/pool.ts'
import { printable } from '../input/printable.ts'
import type { Refusal } from '../sessions/refusal.ts'
import { newPublicId } from '../secrets/random-id.ts'

export type HelloCheck =
  | {
      readonly agentId: string
      readonly capabilities: readonly string[]
      readonly settingsVersion: number
      /** Since when it is in quarantine, UNIX ms; null: it is not. */
      readonly quarantinedAtMs: number | null
    }
  | { readonly refusal: Refusal }

function refusal(code: GrpcStatus, reason: string): { refusal: Refusal } {
  return { refusal: { code, reason } }
}

const AGENT_ID = /^agt_[0-9A-Za-z]{20}$/
const MAX_TEXT = 200
/** More than there will ever be: it comes into a column, and words are made of it. */
const MAX_SETTINGS_VERSION = 1_000

/** Judges an agent's first message and notes the agent as connected. */
export async function acceptHello(
  db: Queryable,
  hello: Hello,
  token: TokenRow,
  controllerId: string,
): Promise<HelloCheck> {
  const lowest = hello.protocolVersion
  const spoken = { lowest, highest: Math.max(lowest, hello.highestProtocolVersion) }
  const agreement = agreeOnProtocol(spoken, PROTOCOL_VERSIONS)
  if (agreement.version === null) {
    return refusal(GrpcStatus.FAILED_PRECONDITION, agreement.problem)
  }
  if (hello.region !== token.region) {
    return refusal(
      GrpcStatus.PERMISSION_DENIED,
      `the agent token is for region "${token.region}", the agent was started for "${printable(hello.region, MAX_TEXT)}"`,
    )
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
    softwareVersion: printable(hello.softwareVersion, MAX_TEXT),
    capabilities,
    settingsVersion,
    controllerId,
    // Of an older one every connection is a run.
    runId: printable(hello.runId, MAX_TEXT) || randomUUID(),
  })
  if (noted === null) {
    return refusal(
      GrpcStatus.PERMISSION_DENIED,
      'the agent id belongs to an agent with another token: give each agent a data folder of its own',
    )
  }
  return {
    agentId,
    capabilities,
    settingsVersion,
    quarantinedAtMs: noted.quarantinedAt?.getTime() ?? null,
  }
}
