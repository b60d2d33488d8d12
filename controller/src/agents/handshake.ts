import { status as GrpcStatus } from '@grpc/grpc-js'
import type { Hello } from '@sightline/shared/gen/probe/v1/agent_pb'
import { PROTOCOL_VERSION } from '@sightline/shared/protocol'
import { hashSecret } from '../accounts/secret-tokens.ts'
import type { TokenRow } from '../db/agents.ts'
import { findAgentToken, upsertAgent } from '../db/agents.ts'
import type { Queryable } from '../db/pool.ts'
import { newPublicId } from '../random-id.ts'

/** Why an agent is turned away: the status and sentence it gets. */
export interface Refusal {
  readonly code: GrpcStatus
  readonly reason: string
}

export type TokenCheck = { readonly token: TokenRow } | { readonly refusal: Refusal }
export type HelloCheck =
  | {
      readonly agentId: string
      readonly capabilities: readonly string[]
      /** Since when it is in quarantine, UNIX ms; null: it is not. */
      readonly quarantinedAtMs: number | null
    }
  | { readonly refusal: Refusal }

function refusal(code: GrpcStatus, reason: string): { refusal: Refusal } {
  return { refusal: { code, reason } }
}

/** @param authorization the metadata's "authorization", "Bearer <token>" */
export async function checkToken(
  db: Queryable,
  authorization: string | undefined,
): Promise<TokenCheck> {
  const secret = /^Bearer (\S{1,200})$/.exec(authorization ?? '')?.[1]
  if (secret === undefined) {
    return refusal(
      GrpcStatus.UNAUTHENTICATED,
      'no agent token was sent: start the agent with --token',
    )
  }
  const token = await findAgentToken(db, hashSecret(secret))
  if (token === null)
    return refusal(GrpcStatus.UNAUTHENTICATED, 'the agent token is not known here')
  if (token.revoked) return refusal(GrpcStatus.UNAUTHENTICATED, 'the agent token has been revoked')
  return { token }
}

const AGENT_ID = /^agt_[0-9A-Za-z]{20}$/
const MAX_TEXT = 200

function clipped(text: string): string {
  return text.slice(0, MAX_TEXT).replaceAll('\0', '')
}

/** Judges an agent's first message and notes the agent as connected. */
export async function acceptHello(
  db: Queryable,
  hello: Hello,
  token: TokenRow,
  controllerId: string,
): Promise<HelloCheck> {
  if (hello.protocolVersion !== PROTOCOL_VERSION) {
    return refusal(
      GrpcStatus.FAILED_PRECONDITION,
      `the agent speaks protocol ${hello.protocolVersion}, this controller speaks ${PROTOCOL_VERSION}: update the older one`,
    )
  }
  if (hello.region !== token.region) {
    return refusal(
      GrpcStatus.PERMISSION_DENIED,
      `the agent token is for region "${token.region}", the agent was started for "${clipped(hello.region)}"`,
    )
  }
  if (hello.agentId !== '' && !AGENT_ID.test(hello.agentId)) {
    return refusal(GrpcStatus.INVALID_ARGUMENT, 'the agent id is not one a controller gave')
  }
  const agentId = hello.agentId === '' ? newPublicId('agt') : hello.agentId
  const capabilities = hello.capabilities.slice(0, 50).map(clipped)
  const noted = await upsertAgent(db, {
    publicId: agentId,
    tokenId: token.id,
    region: token.region,
    hostname: clipped(hello.hostname),
    softwareVersion: clipped(hello.softwareVersion),
    capabilities,
    controllerId,
  })
  if (noted === null) {
    return refusal(
      GrpcStatus.PERMISSION_DENIED,
      'the agent id belongs to an agent with another token: give each agent a data folder of its own',
    )
  }
  return { agentId, capabilities, quarantinedAtMs: noted.quarantinedAt?.getTime() ?? null }
}
