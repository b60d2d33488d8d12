import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { ResultBatch } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema, Lane, ResultAckSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import { expect, onTestFinished, test } from 'vitest'
import { createUplink } from '../../../../agent/src/connection/uplink.ts'

const STORED = toBinary(
  CheckResultSchema,
  create(CheckResultSchema, { monitorId: 7, ip: '127.0.0.1', durationMs: 12 }),
)

/** A spool that holds only sequence numbers. */
function uplinkOver(inSpool: number) {
  let last = BigInt(inSpool)
  const held = new Set(Array.from({ length: inSpool }, (_, i) => BigInt(i + 1)))
  const sent: ResultBatch[] = []
  const connection = { isFull: false }
  const uplink = createUplink({
    spool: {
      read: (after, upTo, limits) =>
        [...held]
          .filter((sequence) => sequence > after && sequence <= upTo)
          .slice(0, limits.results)
          .map((sequence) => ({ sequence, bytes: STORED })),
      acknowledge: (after, upTo) => {
        for (const sequence of held) if (sequence > after && sequence <= upTo) held.delete(sequence)
      },
      lastSequence: () => last,
    },
    send: (bytes) => {
      const { message } = fromBinary(ConnectRequestSchema, bytes)
      if (message.case === 'results') sent.push(message.value)
      return !connection.isFull
    },
  })
  onTestFinished(uplink.close)
  return {
    uplink,
    sent,
    held,
    connection,
    append: (results: number) => {
      for (let i = 0; i < results; i += 1) held.add((last += 1n))
    },
    acknowledge: (lane: Lane, upToSequence: bigint) =>
      uplink.acknowledged(create(ResultAckSchema, { lane, upToSequence })),
    lanes: () => sent.map(({ lane }) => lane),
  }
}

test('nothing goes before Welcome', () => {
  const { uplink, sent, append } = uplinkOver(10)
  append(1)
  uplink.wake()
  expect(sent).toEqual([])
})

test('what happens now goes before what is left', () => {
  const { uplink, sent, append, lanes } = uplinkOver(700)
  append(1)
  uplink.resume()
  expect(lanes()).toEqual([Lane.LIVE, Lane.BACKLOG, Lane.BACKLOG])
  expect(sent.map(({ results }) => results.length)).toEqual([1, 500, 200])
})

test('only so much is under way, and a backlog leaves room for what happens now', () => {
  const { uplink, append, lanes, acknowledge } = uplinkOver(20_000)
  uplink.resume()
  expect(lanes()).toHaveLength(10)
  append(1)
  uplink.wake()
  expect(lanes().at(-1)).toBe(Lane.LIVE)
  acknowledge(Lane.BACKLOG, 1_000n)
  expect(lanes()).toHaveLength(13)
})

test('a full connection is waited for', () => {
  const { uplink, connection, lanes } = uplinkOver(2_000)
  connection.isFull = true
  uplink.resume()
  expect(lanes()).toHaveLength(1)
  connection.isFull = false
  uplink.resume()
  expect(lanes()).toHaveLength(4)
})

test('an ack forgets its own lane up to its number, never what was not sent', () => {
  const { uplink, append, held, acknowledge } = uplinkOver(3)
  append(2)
  uplink.resume()
  acknowledge(Lane.LIVE, 4n)
  expect([...held]).toEqual([1n, 2n, 3n, 5n])
  append(1)
  acknowledge(Lane.LIVE, 999n)
  acknowledge(Lane.BACKLOG, 2n)
  acknowledge(Lane.UNSPECIFIED, 999n)
  acknowledge(Lane.BACKLOG, 1n)
  expect([...held]).toContain(3n)
  expect([...held]).not.toContain(2n)
})

test('a result is sent as it lies in the spool, with its sequence', () => {
  const { uplink, sent } = uplinkOver(300)
  uplink.resume()
  const results = sent.flatMap((batch) => batch.results)
  expect(results.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 300 }, (_, i) => BigInt(i + 1)),
  )
  expect(results[299]).toMatchObject({ monitorId: 7, ip: '127.0.0.1', durationMs: 12 })
})
