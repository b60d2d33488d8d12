import { create } from '@bufbuild/protobuf'
import { SOURCE_TO_PROTO, STATUS_TO_PROTO } from '@sightline/shared/check-words'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import type { CheckOutcome, PhaseTimings } from '../outcome/check-outcome.ts'
import { NO_TIMINGS } from '../outcome/check-outcome.ts'
import { printable } from '../outcome/printable.ts'

const MAX_MESSAGE_LENGTH = 1_000
const MAX_DETAILS_LENGTH = 16_384
const TIMINGS = Object.keys(NO_TIMINGS) as (keyof PhaseTimings)[]

/** Which check a result is of. Instants are UNIX ms of the corrected clock. */
interface CheckKey {
  readonly monitorId: number
  readonly scheduledAtMs: number
  readonly attempt: number
  readonly confirmation: boolean
  readonly startedAtMs: number
  readonly durationMs: number
  /** Of the settings it was checked by. */
  readonly generation: number
  /** Of its span; empty: nobody records it. */
  readonly traceparent: string
}

function timingFields(timings: PhaseTimings): Record<string, number> {
  const fields: Record<string, number> = {}
  for (const name of TIMINGS) {
    const ms = timings[name]
    if (ms !== null) fields[name] = ms
  }
  return fields
}

function detailsJson(details: CheckOutcome['details']): string {
  if (details === null) return ''
  const text = JSON.stringify(details)
  return text.length > MAX_DETAILS_LENGTH ? '' : text
}

/** An outcome as it is spooled and sent; its sequence is given by the spool. */
export function resultOf(key: CheckKey, outcome: CheckOutcome): CheckResult {
  const { failure } = outcome
  return create(CheckResultSchema, {
    monitorId: key.monitorId,
    scheduledAtMs: BigInt(Math.round(key.scheduledAtMs)),
    attempt: key.attempt,
    confirmation: key.confirmation,
    startedAtMs: BigInt(Math.round(key.startedAtMs)),
    durationMs: Math.max(0, Math.round(key.durationMs)),
    status: STATUS_TO_PROTO[outcome.status],
    statusCode: outcome.statusCode ?? 0,
    ...(outcome.responseMs === null ? {} : { responseMs: outcome.responseMs }),
    ...(failure === null
      ? {}
      : {
          failure: {
            source: SOURCE_TO_PROTO[failure.source],
            phase: failure.phase ?? '',
            cause: failure.cause,
            message: printable(failure.message, MAX_MESSAGE_LENGTH),
          },
        }),
    ip: outcome.ip ?? '',
    timings: timingFields(outcome.timings),
    detailsJson: detailsJson(outcome.details),
    generation: key.generation,
    traceparent: key.traceparent,
  })
}
