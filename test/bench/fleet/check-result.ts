import type { MessageInitShape } from '@bufbuild/protobuf'
import type { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckStatus, FailureSource } from '@sightline/shared/gen/probe/v1/result_pb'

/** A check of an agent that has just ended. */
export interface Check {
  readonly monitorId: number
  /** Its slot, or the instant a recheck was asked for, UNIX ms. */
  readonly atMs: number
  readonly startedAtMs: number
  readonly attempt: number
  readonly confirmation: boolean
  readonly generation: number
  readonly isDown: boolean
}

const DURATION_MS = 20

/** When it ended, UNIX ms: its agent is told of it no earlier, and at most a step of its clock later. */
export const endOf = ({ startedAtMs }: Check): number => startedAtMs + DURATION_MS

const UP = {
  status: CheckStatus.UP,
  statusCode: 200,
  ip: '198.51.100.7',
  timings: { dnsMs: 3.1, connectMs: 5.4, tlsMs: 6.9, firstByteMs: 18.2, downloadMs: 0.8 },
} as const

const DOWN = {
  status: CheckStatus.DOWN,
  failure: {
    source: FailureSource.TARGET,
    phase: 'connect',
    cause: 'connectionRefused',
    message: 'Nothing accepts connections at 198.51.100.7 port 443.',
  },
} as const

export function resultOf(
  check: Check,
  sequence: bigint,
): MessageInitShape<typeof CheckResultSchema> {
  const { monitorId, atMs, startedAtMs, attempt, confirmation, generation, isDown } = check
  return {
    sequence,
    monitorId,
    scheduledAtMs: BigInt(atMs),
    attempt,
    confirmation,
    startedAtMs: BigInt(startedAtMs),
    durationMs: DURATION_MS,
    generation,
    ...(isDown ? DOWN : { ...UP, responseMs: 15 + (Number(sequence) % 7) }),
  }
}
