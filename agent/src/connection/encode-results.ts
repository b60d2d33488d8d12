import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema, ResultBatchSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import type { SpooledResult } from '../state/spool/spooled-result.ts'

const RESULTS_FIELD = ConnectRequestSchema.field.results.number
const LANE_FIELD = ResultBatchSchema.field.lane.number
const RESULT_FIELD = ResultBatchSchema.field.results.number
const SEQUENCE_FIELD = CheckResultSchema.field.sequence.number

/** A ConnectRequest with these results, as bytes. A result is put in as it lies in the spool, followed
 *  by its sequence: the fields of a message may come in any order, so nothing is decoded and encoded
 *  again. Source: Protocol Buffers, "Encoding", field order */
export function encodeResults(lane: Lane, results: readonly SpooledResult[]): Buffer {
  const writer = new BinaryWriter()
  writer.tag(RESULTS_FIELD, WireType.LengthDelimited).fork()
  writer.tag(LANE_FIELD, WireType.Varint).int32(lane)
  for (const { sequence, bytes } of results) {
    writer.tag(RESULT_FIELD, WireType.LengthDelimited).fork()
    writer.raw(bytes).tag(SEQUENCE_FIELD, WireType.Varint).uint64(sequence)
    writer.join()
  }
  const message = writer.join().finish()
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength)
}
