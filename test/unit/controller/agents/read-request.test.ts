import { create, toBinary } from '@bufbuild/protobuf'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { describe, expect, it } from 'vitest'
import { readRequest } from '../../../../controller/src/agents/read-request.ts'

const MEGABYTE = 1024 * 1024

/** A message of one field that holds the same few bytes over and over. */
function filled(field: number, unit: readonly number[], bytes: number): Buffer {
  const body = Buffer.alloc(bytes - (bytes % unit.length), Buffer.from(unit))
  const head = [(field << 3) | 2]
  for (let left = body.length; ; left >>>= 7) {
    head.push(left > 127 ? (left & 127) | 128 : left)
    if (left <= 127) break
  }
  return Buffer.concat([Buffer.from(head), body])
}

const RESULTS = 3
const HELLO = 1
const EMPTY_RESULT = [0x12, 0x00]
const EMPTY_CAPABILITY = [0x2a, 0x00]

describe('a message of an agent', () => {
  it('is read', () => {
    const sent = create(ConnectRequestSchema, {
      message: {
        case: 'results',
        value: { results: Array.from({ length: 2_000 }, () => ({ monitorId: 7 })) },
      },
    })
    const read = readRequest(toBinary(ConnectRequestSchema, sent), MEGABYTE)
    expect(read).toMatchObject({ ok: true, request: { message: { case: 'results' } } })
    expect(read.ok && read.request.message.value).toMatchObject({
      results: expect.objectContaining({ length: 2_000 }) as unknown,
    })
  })

  it.each([
    ['results', filled(RESULTS, EMPTY_RESULT, 4 * MEGABYTE - 16)],
    [
      'results, said in many parts',
      Buffer.concat(Array(3_000).fill(filled(RESULTS, EMPTY_RESULT, 2)) as Buffer[]),
    ],
    ['capabilities', filled(HELLO, EMPTY_CAPABILITY, 4 * MEGABYTE - 16)],
    ['fields that nobody knows', Buffer.alloc(MEGABYTE, Buffer.from([0x78, 0x00]))],
  ])('with millions of %s is refused before any of them is built', (_, bytes) => {
    const before = process.memoryUsage().heapUsed
    expect(readRequest(bytes, 4 * MEGABYTE)).toEqual({
      ok: false,
      reason: 'more than 2000 results in one message',
    })
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * MEGABYTE)
  })

  it.each([
    [
      'garbage',
      Buffer.from('ffffffffffffffffffffff', 'hex'),
      'what came is no message of the protocol',
    ],
    [
      'a length beyond the end',
      Buffer.from([0x1a, 0x7f]),
      'what came is no message of the protocol',
    ],
    ['one too large', Buffer.alloc(17), 'a message of more than 16 bytes came'],
  ])('that is %s is refused', (_, bytes, reason) => {
    expect(readRequest(bytes, 16)).toEqual({ ok: false, reason })
  })

  it('keeps nothing of what the protocol does not know', () => {
    const read = readRequest(Buffer.from([0x2a, 0x00, 0x78, 0x01]), MEGABYTE)
    expect(read.ok && read.request).toMatchObject({ message: { case: 'goodbye' } })
    expect(read.ok && read.request.$unknown).toBeUndefined()
  })
})
