import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { describe, expect, it } from 'vitest'
import { decodeResults } from '../../../../controller/src/agents/decode-results.ts'

const uint32 = fc.integer({ min: 0, max: 0xffff_ffff })
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const anyFloat = fc.float()
const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })

const timings = fc.record(
  {
    dnsMs: anyFloat,
    connectMs: anyFloat,
    tlsMs: anyFloat,
    firstByteMs: anyFloat,
    downloadMs: anyFloat,
  },
  { requiredKeys: [] },
)
const failure = fc.record({
  source: fc.integer({ min: 0, max: 5 }),
  phase: text,
  cause: text,
  message: text,
})

const result = fc.record({
  sequence: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  monitorId: uint32,
  scheduledAtMs: int64,
  attempt: uint32,
  confirmation: fc.boolean(),
  startedAtMs: int64,
  durationMs: uint32,
  status: fc.integer({ min: -2, max: 9 }),
  statusCode: uint32,
  responseMs: maybe(anyFloat),
  failure: maybe(failure),
  ip: text,
  timings: maybe(timings),
  detailsJson: fc.oneof(text, fc.json()),
  generation: uint32,
  traceparent: text,
})

/** Bytes as our agents write them. */
const messages = fc
  .record({ lane: fc.integer({ min: 0, max: 3 }), results: fc.array(result, { maxLength: 4 }) })
  .map((value) =>
    toBinary(
      ConnectRequestSchema,
      create(ConnectRequestSchema, { message: { case: 'results', value: value as never } }),
    ),
  )

const byLibrary = (bytes: Uint8Array) =>
  fromBinary(ConnectRequestSchema, bytes, { readUnknownFields: false })

describe('results read field by field', () => {
  it('are those that the library reads, whatever agents write', () => {
    fc.assert(
      fc.property(messages, (bytes) => {
        const read = decodeResults(bytes)
        expect(read).not.toBeNull()
        expect(read).toEqual(byLibrary(bytes))
      }),
    )
  })

  it('are those that the library reads, or left to it, where bytes are changed, lost or added', () => {
    const change = fc.record({
      at: fc.nat(),
      lost: fc.nat(3),
      added: fc.uint8Array({ maxLength: 3 }),
    })
    fc.assert(
      fc.property(messages, fc.array(change, { minLength: 1, maxLength: 3 }), (bytes, changes) => {
        let changed = Buffer.from(bytes)
        for (const { at, lost, added } of changes) {
          const from = at % (changed.length + 1)
          changed = Buffer.concat([changed.subarray(0, from), added, changed.subarray(from + lost)])
        }
        const read = decodeResults(changed)
        if (read !== null) expect(read).toEqual(byLibrary(changed))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['a field that is unknown', '1a05120390017f'],
    ['a field written in another way', '1a051203120105'],
    ['timings said in parts', '1a10120e6a050d0000803f6a05150000803f'],
    ['a failure said in parts', '1a0812065a0208015a00'],
    ['a tag of more bytes than it takes', '1a0712058880800001'],
    ['a message in parts', '1a0208011a020802'],
    ['a text that is no UTF-8', '1a0512036201ff'],
    ['a length beyond the end', '1a0412027205'],
    ['another message', '12020801'],
    ['nothing', ''],
  ])('are left to the library: %s', (_, hex) => {
    expect(decodeResults(Buffer.from(hex, 'hex'))).toBeNull()
  })
})
