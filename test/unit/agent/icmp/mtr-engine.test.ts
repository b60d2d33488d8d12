import { expect, test } from 'vitest'
import type { EchoRun } from '../../../../agent/src/icmp/engine.ts'
import { roundTripMs } from '../../../../agent/src/icmp/mtr-engine.ts'
import { answered, engineOf } from './stand-in.ts'

const RUN: EchoRun = {
  address: '127.0.0.2',
  packets: 3,
  packetIntervalMs: 10,
  packetSize: 56,
  limitMs: 3_000,
  minWaitMs: 100,
}

const limit = (ms = 3_000): AbortSignal => AbortSignal.timeout(ms)

test('gives what became of each packet, in the order they were sent', async () => {
  const engine = engineOf({
    '127.0.0.2': [
      answered('127.0.0.2', 0),
      'no-reply',
      'no-route ip-4 10.0.0.1 round-trip-time 5',
      'ttl-expired ip-4 10.0.0.2 round-trip-time 5',
    ],
  })
  expect(await engine.ping({ ...RUN, packets: 4 }, limit())).toEqual([
    { kind: 'reply', ms: 0 },
    { kind: 'lost' },
    { kind: 'unreachable', reason: 'host', from: '10.0.0.1' },
    { kind: 'expired', from: '10.0.0.2' },
  ])
})

test('a reply of another machine is no reply', async () => {
  const engine = engineOf({ '127.0.0.2': [answered('10.9.9.9', 0)] })
  const replies = await engine.ping({ ...RUN, packets: 1 }, limit())
  expect(replies).toEqual([{ kind: 'lost' }])
})

test('an IPv4 address in IPv6 clothes is pinged as what it reaches', async () => {
  const engine = engineOf({ '127.0.0.2': [answered('127.0.0.2', 0)] })
  const replies = await engine.ping({ ...RUN, packets: 1, address: '::ffff:127.0.0.2' }, limit())
  expect(replies).toEqual([{ kind: 'reply', ms: 0 }])
})

test('what is unanswered at the limit is lost, what had no time is left out', async () => {
  const engine = engineOf({
    '127.0.0.1': [answered('127.0.0.1', 0)],
    '127.0.0.2': [answered('127.0.0.2', 0), ''],
  })
  // Its program is started by then, which may take longer than the limit.
  await engine.ping({ ...RUN, address: '127.0.0.1', packets: 1 }, limit(30_000))
  const run = { ...RUN, packets: 3, packetIntervalMs: 10, limitMs: 400, minWaitMs: 100 }
  expect(await engine.ping(run, limit(400))).toEqual([
    { kind: 'reply', ms: 0 },
    { kind: 'lost' },
    { kind: 'lost' },
  ])
  const hasty = { ...run, minWaitMs: 5_000 }
  await expect(engine.ping(hasty, limit(200))).rejects.toThrow(
    /could not send .* within the time limit/,
  )
})

test('packets that never went out say nothing about the target', async () => {
  const engine = engineOf({ '127.0.0.3': [''] }, { window: 1 })
  const first = engine.ping({ ...RUN, address: '127.0.0.3', packets: 1, limitMs: 300 }, limit(300))
  const second = engine.ping({ ...RUN, packets: 1, limitMs: 300 }, limit(300))
  await expect(second).rejects.toThrow(/could not send .* within the time limit/)
  expect(await first).toEqual([{ kind: 'lost' }])
})

test.for([
  ['permission-denied', /forbids/],
  ['network-down', /network is down/],
  ['unexpected-error errno 105', /could not send .*errno 105/],
  ['invalid-argument', /could not send/],
  ['exit', /ended on the agent/],
] as const)('"%s" is the fault of the agent', async ([text, message]) => {
  const engine = engineOf({ '127.0.0.2': [text] })
  await expect(engine.ping(RUN, limit())).rejects.toThrow(message)
})

test('a signal that aborted before ends it at once', async () => {
  const engine = engineOf({})
  await expect(engine.ping(RUN, AbortSignal.abort())).rejects.toThrow(
    /could not send .* within the time limit/,
  )
})

test.for([
  [1.5, 10, 1.5],
  [-3, 10, 10],
  [4_000_000, 10, 10],
  [Number.NaN, 10, 10],
] as const)(
  'a round trip of %s ms, %s ms after sending, counts as %s',
  ([ms, elapsedMs, counted]) => {
    expect(roundTripMs(ms, 100, 100 + elapsedMs)).toBe(counted)
  },
)
