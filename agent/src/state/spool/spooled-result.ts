import { fromBinary, toBinary } from '@bufbuild/protobuf'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import { crc32 } from 'node:zlib'

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

/** A place in the spool where the disk did not keep what was written. */
export interface RottenResult {
  readonly sequence: bigint
  readonly bytes: null
}

/** What tells later whether the disk kept a result as it was written: SQLite itself sees only damage to its own structures. */
export function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes)
}

/** Whether a result is as it was written.
 *  @param checksum null where an earlier version wrote it: whether it is a message at all is what can be told then */
export function isAsWritten(bytes: unknown, checksum: unknown): bytes is Uint8Array {
  if (!(bytes instanceof Uint8Array)) return false
  if (checksum !== null && checksum !== undefined) return Number(checksum) === checksumOf(bytes)
  try {
    fromBinary(CheckResultSchema, bytes)
    return true
  } catch {
    return false
  }
}

/** @throws when a value is none that its field can hold */
export function encodedResult(result: CheckResult): EncodedResult {
  const { monitorId, scheduledAtMs, attempt } = result
  return { monitorId, scheduledAtMs, attempt, bytes: toBinary(CheckResultSchema, result) }
}
