import type { status as GrpcStatus } from '@grpc/grpc-js'

/** Why an agent is turned away: the status and sentence it gets. */
export interface Refusal {
  readonly code: GrpcStatus
  readonly reason: string
  /** It is let in no more with what it has: its monitors move at once, not when it is missed. */
  readonly isForGood?: boolean
}
