import type { status as GrpcStatus } from '@grpc/grpc-js'

/** Why an agent is turned away: the status and sentence it gets. */
export interface Refusal {
  readonly code: GrpcStatus
  readonly reason: string
}
