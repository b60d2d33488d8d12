import { create, toBinary } from '@bufbuild/protobuf'
import { HeartbeatAckSchema, HeartbeatSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { expect, test } from 'vitest'
import { clockOffsetOf } from '../../../../controller/src/votes/clock-offset.ts'

/** The offset as measured by a heartbeat that is sent 5 s after the word of ours that it echoes.
 *  @param aheadMs how far the agent's clock is ahead
 *  @param wayMs how long the echoed word took to be read, and the heartbeat */
function measured(aheadMs: number, wayMs: { there: number; back: number }): number | null {
  const saidMs = 1_000_000
  const readMs = saidMs + wayMs.there
  const sentMs = readMs + 5_000
  const heartbeat = create(HeartbeatSchema, {
    echoControllerTimeMs: BigInt(saidMs),
    echoReceivedAtMs: BigInt(readMs + aheadMs),
    agentTimeMs: BigInt(sentMs + aheadMs),
  })
  return clockOffsetOf(heartbeat, sentMs + wayMs.back)
}

test('the way is taken out of what is measured', () => {
  expect(measured(0, { there: 40, back: 40 })).toBe(0)
  expect(measured(-7_000, { there: 300, back: 300 })).toBe(-7_000)
})

test('a heartbeat that waited says nothing: who reads it stood still, or who read what it echoes', () => {
  expect(measured(0, { there: 5, back: 12_000 })).toBeNull()
  expect(measured(0, { there: 12_000, back: 5 })).toBeNull()
  expect(measured(60_000, { there: 5, back: 12_000 })).toBeNull()
})

test("a clock that was set meanwhile, the agent's ahead or ours back, is told as it is now, not as half of that", () => {
  const told = 1_000_000
  const heartbeat = create(HeartbeatSchema, {
    echoControllerTimeMs: BigInt(told),
    echoReceivedAtMs: BigInt(told + 40),
    agentTimeMs: BigInt(told + 5_040 + 3_600_000),
  })
  expect(clockOffsetOf(heartbeat, told + 5_080)).toBe(3_599_960)
  const before = create(HeartbeatSchema, {
    echoControllerTimeMs: BigInt(told),
    echoReceivedAtMs: BigInt(told + 40),
    agentTimeMs: BigInt(told + 5_040),
  })
  expect(clockOffsetOf(before, told + 5_080 - 3_600_000)).toBe(3_599_960)
})

test('one that echoes nothing says nothing', () => {
  expect(clockOffsetOf(create(HeartbeatSchema, { agentTimeMs: 5n }), 7)).toBeNull()
})

test('one that names impossible times says an offset that can be told', () => {
  const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n]
  const heartbeat = create(HeartbeatSchema, {
    echoControllerTimeMs: most,
    echoReceivedAtMs: least,
    agentTimeMs: least,
  })
  const offsetMs = clockOffsetOf(heartbeat, 1_000_000) ?? 0
  expect(offsetMs).toBeLessThan(0)
  const ack = create(HeartbeatAckSchema, { clockOffsetMs: BigInt(offsetMs) })
  expect(() => toBinary(HeartbeatAckSchema, ack)).not.toThrow()
})
