import { toBinary } from '@bufbuild/protobuf'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'

/** A result that is about to be written, with what is looked for by. */
export interface EncodedResult {
  readonly monitorId: number
  readonly scheduledAtMs: bigint
  readonly attempt: number
  /** A probe.v1.CheckResult without its sequence. */
  readonly bytes: Uint8Array
}

/** A result as it lies in the spool: a probe.v1.CheckResult without its sequence. */
export interface SpooledResult {
  readonly sequence: bigint
  readonly bytes: Uint8Array
}

/** @throws when a value is none that its field can hold */
export function encodedResult(result: CheckResult): EncodedResult {
  const { monitorId, scheduledAtMs, attempt } = result
  return { monitorId, scheduledAtMs, attempt, bytes: toBinary(CheckResultSchema, result) }
}
