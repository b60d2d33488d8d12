import { fromBinary } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import type { ConnectRequest } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { decodeResults } from './decode-results.ts'

/** Results of one message; our own agents send 500. */
const MAX_RESULTS = 2_000

/** Fields that a message holds directly, its results and their lane at most: a list of nothing takes two bytes
 *  an entry on the wire and a hundred times as many in memory, and every list of the protocol lies there. */
const MAX_ENTRIES = MAX_RESULTS + 1

/** A message of an agent, or why it is none. */
export type ReadRequest =
  | { readonly ok: true; readonly request: ConnectRequest }
  | { readonly ok: false; readonly reason: string }

/** Reads one message of an agent. What it holds is counted on the wire before any of it is built, and
 *  what the protocol does not know is left out.
 *  @param maxBytes how large it may be at this stage of the stream */
export function readRequest(bytes: Uint8Array, maxBytes: number): ReadRequest {
  if (bytes.length > maxBytes) {
    return { ok: false, reason: `a message of more than ${maxBytes} bytes came` }
  }
  try {
    if (hasTooMany(bytes)) {
      return { ok: false, reason: `more than ${MAX_RESULTS} results in one message` }
    }
    const request =
      decodeResults(bytes) ?? fromBinary(ConnectRequestSchema, bytes, { readUnknownFields: false })
    return { ok: true, request }
  } catch {
    return { ok: false, reason: 'what came is no message of the protocol' }
  }
}

/** Walks over the lengths of a message and of what it holds, and reads nothing else.
 *  @throws Error for bytes that are no message */
function hasTooMany(bytes: Uint8Array): boolean {
  let left = MAX_ENTRIES
  const outer = new BinaryReader(bytes)
  while (outer.pos < outer.len) {
    const [field, wireType] = outer.tag()
    if (wireType !== WireType.LengthDelimited) {
      outer.skip(wireType, field)
      left -= 1
    } else {
      const inner = new BinaryReader(outer.bytes())
      // Not every field is a message, but then it is bytes or text of no interest here.
      left = field === RESULTS_FIELD || field === HELLO_FIELD ? entriesLeft(inner, left) : left - 1
    }
    if (left < 0) return true
  }
  return false
}

const RESULTS_FIELD = ConnectRequestSchema.field.results.number
const HELLO_FIELD = ConnectRequestSchema.field.hello.number

function entriesLeft(reader: BinaryReader, left: number): number {
  let count = left
  while (reader.pos < reader.len && count >= 0) {
    const [field, wireType] = reader.tag()
    reader.skip(wireType, field)
    count -= 1
  }
  return count
}
