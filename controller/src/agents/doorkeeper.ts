import type { Metadata, ServerInterceptingCallInterface, ServerInterceptor } from '@grpc/grpc-js'
import {
  ResponderBuilder,
  ServerInterceptingCall,
  ServerListenerBuilder,
  status as GrpcStatus,
} from '@grpc/grpc-js'
import type { Logger } from '@sightline/shared/logger'
import { hashSecret } from '../secrets/secret-tokens.ts'
import type { TokenRow } from '../db/agents.ts'
import { findAgentToken } from '../db/agents.ts'
import { isCertificateRevoked } from '../db/certificates.ts'
import type { Queryable } from '../db/pool.ts'
import { isDatabaseUnavailable } from '../db/pool.ts'
import { createAddressBucket } from '../limits/address-bucket.ts'
import { networkOf } from '../limits/network-of.ts'
import type { Refusal } from '../sessions/refusal.ts'
import { DRAINING } from './drain.ts'
import { createKnownTokens } from './known-tokens.ts'
import type { PeerCertificate } from './peer-certificate.ts'
import { peerCertificateOf } from './peer-certificate.ts'
import type { Porch } from './porch.ts'
import { createRefusalLog } from '../process/refusal-log.ts'

/** Tokens of one network that the database is asked about, beside those that are known. */
const LOOKUPS = { capacity: 200, perSecond: 20, maxNetworks: 10_000 } as const

/** Streams of one network that wait for the answer. */
const MAX_WAITING = 32

/** What a stream was let in with. */
export interface Admission {
  readonly token: TokenRow
  /** Null: the port asks for none. */
  readonly certificate: PeerCertificate | null
}

/** Lets streams in by the token in their metadata, and by the certificate of their connection where the port asks for
 *  one, before anything is read of them. */
export interface Doorkeeper {
  readonly interceptor: ServerInterceptor
  /** @param metadata the call's own */
  readonly admissionOf: (metadata: Metadata) => Admission
}

function refusal(code: GrpcStatus, reason: string): Refusal {
  return { code, reason }
}

/** What an agent is told whose certificate is revoked, also in the middle of a stream. */
export const CERTIFICATE_REVOKED = refusal(
  GrpcStatus.UNAUTHENTICATED,
  'the certificate of the agent has been revoked: give it another (certificates issue --agent NAME)',
)

/** The refusals of a door, each for one reason. */
const REFUSALS = {
  none: refusal(
    GrpcStatus.UNAUTHENTICATED,
    'no agent token was sent: start the agent with --token',
  ),
  unknown: refusal(GrpcStatus.UNAUTHENTICATED, 'the agent token is not known here'),
  revoked: refusal(GrpcStatus.UNAUTHENTICATED, 'the agent token has been revoked'),
  certificate: refusal(
    GrpcStatus.UNAUTHENTICATED,
    'no certificate was sent that an authority of ours vouches for: start the agent with --certificate and --key',
  ),
  revokedCertificate: CERTIFICATE_REVOKED,
  flood: refusal(
    GrpcStatus.RESOURCE_EXHAUSTED,
    'too many agent tokens were tried from this address: try again later',
  ),
  crowd: refusal(
    GrpcStatus.RESOURCE_EXHAUSTED,
    'too many agents of this address wait to be let in: try again later',
  ),
  database: refusal(GrpcStatus.UNAVAILABLE, 'the database is not available, try again'),
} as const satisfies Record<string, Refusal>

/** @param porch is told which connections have a stream that was let in */
export function createDoorkeeper(parts: {
  readonly db: Queryable
  readonly porch: Pick<Porch, 'letIn'>
  /** Then nobody waits for its answer, but tries another controller. */
  readonly isDatabaseLost: () => boolean
  /** Then too: this controller is about to be stopped. */
  readonly isDraining: () => boolean
  readonly asksForCertificate: boolean
  readonly now: () => number
  readonly log: Logger
}): Doorkeeper {
  const { db, porch, isDatabaseLost, isDraining, asksForCertificate, now, log } = parts
  const bucket = createAddressBucket(LOOKUPS)
  const waiting = new Map<string, number>()
  const known = createKnownTokens(db)
  const admissions = new WeakMap<Metadata, Admission>()
  const refusals = createRefusalLog(log, 'an agent was not let in')

  async function ask(
    authorization: string | undefined,
    address: string,
    certificate: PeerCertificate | null,
  ): Promise<Admission | Refusal> {
    if (certificate === null && asksForCertificate) return REFUSALS.certificate
    const secret = /^Bearer (\S{1,200})$/.exec(authorization ?? '')?.[1]
    if (secret === undefined) return REFUSALS.none
    if (isDatabaseLost()) return REFUSALS.database
    if (isDraining()) return DRAINING
    const hash = hashSecret(secret)
    const network = networkOf(address)
    const before = waiting.get(network) ?? 0
    if (before >= MAX_WAITING) return REFUSALS.crowd
    waiting.set(network, before + 1)
    try {
      await known.learn()
      if (!known.has(hash) && !bucket.take(address, now())) return REFUSALS.flood
      const token = await findAgentToken(db, hash)
      known.forget(hash)
      if (token === null) return REFUSALS.unknown
      if (token.revoked) return REFUSALS.revoked
      if (certificate !== null && (await isCertificateRevoked(db, certificate.serial))) {
        return REFUSALS.revokedCertificate
      }
      known.remember(hash)
      return { token, certificate }
    } catch (error: unknown) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'an agent could not be let in')
      return REFUSALS.database
    } finally {
      const after = (waiting.get(network) ?? 1) - 1
      if (after > 0) waiting.set(network, after)
      else waiting.delete(network)
    }
  }

  /** @param goOn has the stream handled and read */
  async function meet(
    call: ServerInterceptingCallInterface,
    metadata: Metadata,
    goOn: (metadata: Metadata) => void,
  ): Promise<void> {
    const connection = call.getConnectionInfo()
    const address = connection.remoteAddress ?? ''
    const certificate = asksForCertificate ? peerCertificateOf(call.getAuthContext()) : null
    const authorization = metadata.get('authorization')[0]?.toString()
    const answer = await ask(authorization, address, certificate)
    if ('code' in answer) {
      refusals.tell({ address }, answer.reason, 1, now())
      call.sendStatus({ code: answer.code, details: answer.reason })
      return
    }
    porch.letIn(connection)
    admissions.set(metadata, answer)
    goOn(metadata)
  }

  return {
    interceptor: (_, call) => {
      // Until the stream goes on nothing is read of it: what it sends waits with its sender.
      const listener = new ServerListenerBuilder().withOnReceiveMetadata((metadata, goOn) => {
        void meet(call, metadata, goOn)
      })
      const responder = new ResponderBuilder().withStart((start) => start(listener.build()))
      return new ServerInterceptingCall(call, responder.build())
    },
    admissionOf(metadata) {
      const admission = admissions.get(metadata)
      if (admission === undefined) throw new Error('a stream came past the doorkeeper')
      return admission
    },
  }
}
