import { create } from '@bufbuild/protobuf'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CheckOutcome } from '../../../../agent/src/outcome/check-outcome.ts'
import { agentFault, failed } from '../../../../agent/src/outcome/check-outcome.ts'
import type { CheckJob } from '../../../../agent/src/schedule/check-job.ts'
import { createDispatcher } from '../../../../agent/src/schedule/dispatch.ts'
import { createLanes } from '../../../../agent/src/bounds/lanes.ts'
import type { RunCheck } from '../../../../agent/src/checks/run-check.ts'
import { createLatenessMeter } from '../../../../agent/src/schedule/lateness.ts'
import { PATIENT } from '../../../helpers/patient.ts'

const NOW = 1_700_000_000_000
const TIMED_OUT = failed({
  source: 'target',
  phase: 'connect',
  cause: 'connectionTimeout',
  message: 'The host did not answer.',
})
const REFUSED = failed({
  source: 'target',
  phase: 'connect',
  cause: 'connectionRefused',
  message: 'The connection\u0000was refused.',
})

function dispatcherWith(runCheck: RunCheck, total = 10, append?: () => Promise<void>) {
  const results: CheckResult[] = []
  const dispatcher = createDispatcher({
    now: () => NOW,
    lanes: createLanes({ total, perHost: total, pages: 2 }),
    runCheck,
    spool: {
      append: (result) => {
        results.push(result)
        return append?.() ?? Promise.resolve()
      },
    },
    lateness: createLatenessMeter(),
    log: createLogger('test', 'silent'),
  })
  const submit = (job: Partial<CheckJob> = {}): Promise<boolean> =>
    dispatcher.submit({
      monitorId: 1,
      host: 'a',
      scheduledAtMs: NOW - 1_000,
      attempt: 0,
      confirmation: false,
      loadSpec: () => create(CheckSpecSchema),
      ...job,
    })
  return { dispatcher, submit, results }
}

test('an outcome becomes a result with its key', async () => {
  const { submit, results, dispatcher } = dispatcherWith(() => Promise.resolve(REFUSED))
  expect(await submit({ attempt: 2, confirmation: true })).toBe(true)
  expect(results[0]).toMatchObject({
    monitorId: 1,
    scheduledAtMs: BigInt(NOW - 1_000),
    attempt: 2,
    confirmation: true,
    status: CheckStatus.DOWN,
    failure: {
      cause: 'connectionRefused',
      phase: 'connect',
      message: 'The connection was refused.',
    },
  })
  expect(dispatcher.checksRun()).toBe(1)
  expect(dispatcher.inFlight()).toBe(0)
})

test('a result that can never be written is given up with its slot, and one that waits for its disk is not', async () => {
  const never = dispatcherWith(
    () => Promise.resolve(REFUSED),
    10,
    () => Promise.reject(new Error('no number')),
  )
  expect(await never.submit()).toBe(false)
  expect(never.dispatcher.inFlight()).toBe(0)
  const disk = Promise.withResolvers<void>()
  const waiting = dispatcherWith(
    () => Promise.resolve(REFUSED),
    10,
    () => disk.promise,
  )
  const taken = waiting.submit()
  await vi.waitFor(() => expect(waiting.results).toHaveLength(1), PATIENT)
  expect(waiting.dispatcher.oldestSlotMs()).toBe(NOW - 1_000)
  disk.resolve()
  expect(await taken).toBe(true)
  expect(waiting.dispatcher.inFlight()).toBe(0)
})

test('a slot that waited too long is given up and counted, a first check is not', async () => {
  const { submit, results, dispatcher } = dispatcherWith(() => Promise.resolve(REFUSED))
  expect(await submit({ scheduledAtMs: NOW - 60_001 })).toBe(false)
  expect(await submit({ scheduledAtMs: NOW - 60_001, attempt: 1 })).toBe(true)
  expect(results).toHaveLength(1)
  expect(dispatcher.missed()).toBe(1)
})

test('a recheck that waited too long is given up, and is no slot that was missed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const checks = [1, 2, 3, 4].map(() => Promise.withResolvers<CheckOutcome>())
  let begun = 0
  const { submit, results, dispatcher } = dispatcherWith(() => {
    begun += 1
    return (checks[begun - 1] ?? Promise.withResolvers<CheckOutcome>()).promise
  }, 2)
  const recheck = { attempt: 1, confirmation: true, scheduledAtMs: 1_234 }
  const [first, second, third] = ['a', 'b', 'c'].map((host, monitorId) =>
    submit({ ...recheck, host, monitorId }),
  )
  expect(begun).toBe(2)
  vi.advanceTimersByTime(60_000)
  checks[0]?.resolve(REFUSED)
  expect(await first).toBe(true)
  expect(begun).toBe(3)
  const tooLate = submit({ ...recheck, host: 'd', monitorId: 3 })
  vi.advanceTimersByTime(60_001)
  checks[1]?.resolve(REFUSED)
  expect(await second).toBe(true)
  expect(await tooLate).toBe(false)
  checks[2]?.resolve(REFUSED)
  expect(await third).toBe(true)
  expect(results).toHaveLength(3)
  expect([dispatcher.missed(), dispatcher.inFlight()]).toEqual([0, 0])
})

test('monitors that stall, of whichever hosts, hold up those of other workspaces by a turn at most', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let running: { sharer: string; check: PromiseWithResolvers<CheckOutcome> }[] = []
  const begun: string[] = []
  const { submit, dispatcher } = dispatcherWith(({ sharer }) => {
    const check = Promise.withResolvers<CheckOutcome>()
    running.push({ sharer, check })
    begun.push(sharer)
    return check.promise
  }, 1)
  const start = (monitorId: number, sharer: string): Promise<boolean> =>
    submit({
      monitorId,
      host: `host ${monitorId}`,
      loadSpec: () => create(CheckSpecSchema, { sharer }),
    })
  async function stallAll(): Promise<void> {
    await vi.advanceTimersByTimeAsync(2_000)
    const ended = running
    running = []
    for (const { check } of ended) check.resolve(REFUSED)
    await vi.advanceTimersByTimeAsync(0)
  }
  const ids = Array.from({ length: 12 }, (_, n) => n)
  // Once each in the quick lane, one at a time; from then on they are known to be slow.
  for (const id of ids) {
    const ended = start(id, 'greedy')
    await stallAll()
    await ended
  }
  const other = start(100, 'other')
  await stallAll()
  await other
  begun.length = 0

  const jobs = [...ids.map((id) => start(id, 'greedy')), start(100, 'other')]
  expect(begun).toEqual(['greedy', 'greedy', 'greedy', 'greedy'])
  await stallAll()
  expect(begun.slice(4)).toContain('other')
  for (let n = 0; n < 3; n += 1) await stallAll()
  expect(await Promise.all(jobs)).toEqual(jobs.map(() => true))
  expect(dispatcher.inFlight()).toBe(0)
})

test.each([
  { intervalMs: 30_000, timeoutMs: 10_000 },
  { intervalMs: 60_000, timeoutMs: 25_000 },
])(
  '500 monitors of a host that went dark are all confirmed within two intervals of $intervalMs ms, and nobody else waits',
  async ({ intervalMs, timeoutMs }) => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'], now: NOW })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const latenessMs = { well: 0, dark: 0 }
    const confirmed = new Set<number>()
    const dispatcher = createDispatcher({
      now: Date.now,
      lanes: createLanes({ total: 500, perHost: 10, pages: 2 }),
      runCheck: ({ url }) =>
        url === 'well'
          ? Promise.resolve(REFUSED)
          : new Promise((resolve) => {
              setTimeout(() => resolve(TIMED_OUT), timeoutMs)
            }),
      spool: {
        append({ monitorId, confirmation, startedAtMs, scheduledAtMs }) {
          const host = monitorId < 500 ? 'dark' : 'well'
          if (confirmation) confirmed.add(monitorId)
          const lateMs = Number(startedAtMs) - Number(scheduledAtMs)
          latenessMs[host] = Math.max(latenessMs[host], lateMs)
          return Promise.resolve()
        },
      },
      lateness: createLatenessMeter(),
      log: createLogger('test', 'silent'),
    })
    async function check(monitorId: number, confirmation: boolean): Promise<void> {
      const host = monitorId < 500 ? 'dark' : 'well'
      const isOnDisk = await dispatcher.submit({
        monitorId,
        host,
        scheduledAtMs: Date.now(),
        attempt: confirmation ? 1 : 0,
        confirmation,
        loadSpec: () => create(CheckSpecSchema, { url: host }),
      })
      if (isOnDisk && host === 'dark' && !confirmation) await check(monitorId, true)
    }
    const slots = Array.from({ length: 1_000 }, (_, n) => (n % 2) * 500 + Math.floor(n / 2))
    for (let interval = 0; interval < 2; interval += 1) {
      for (const monitorId of slots) {
        void check(monitorId, false)
        await vi.advanceTimersByTimeAsync(intervalMs / slots.length)
      }
    }
    expect(confirmed.size).toBe(500)
    expect(dispatcher.missed()).toBe(0)
    expect(latenessMs.well).toBe(0)
    expect(latenessMs.dark).toBeLessThanOrEqual(1_100)
  },
)

test('the oldest open slot holds back what counts as covered', async () => {
  const gate = Promise.withResolvers<CheckOutcome>()
  const { submit, dispatcher } = dispatcherWith(() => gate.promise)
  const running = [submit({ scheduledAtMs: NOW - 50 }), submit({ scheduledAtMs: NOW - 900 })]
  expect(dispatcher.oldestSlotMs()).toBe(NOW - 900)
  gate.resolve(REFUSED)
  await Promise.all(running)
  expect(dispatcher.oldestSlotMs()).toBeNull()
})

test('stopping waits for running checks only so long, and leaves waiting slots open', async () => {
  const gate = Promise.withResolvers<CheckOutcome>()
  const { submit, dispatcher, results } = dispatcherWith(() => gate.promise, 1)
  void submit({ scheduledAtMs: NOW - 10 })
  void submit({ scheduledAtMs: NOW - 20 })
  await dispatcher.stop(20)
  expect(await submit()).toBe(false)
  gate.resolve(REFUSED)
  await dispatcher.stop(1_000)
  expect(results).toHaveLength(1)
  expect(dispatcher.oldestSlotMs()).toBe(NOW - 20)
})

test('what the stop itself ends is left open', async () => {
  const gate = Promise.withResolvers<CheckOutcome>()
  const { submit, dispatcher, results } = dispatcherWith(() => gate.promise)
  const job = submit({ scheduledAtMs: NOW - 10 })
  await dispatcher.stop(20)
  gate.resolve(agentFault('The agent is stopping.'))
  expect(await job).toBe(false)
  expect(results).toEqual([])
  expect(dispatcher.oldestSlotMs()).toBe(NOW - 10)
})

test('a monitor whose last check was slow waits for its like alone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let nextMs = 2_500
  const held = Promise.withResolvers<CheckOutcome>()
  let begun = 0
  const { submit, dispatcher } = dispatcherWith(() => {
    begun += 1
    vi.advanceTimersByTime(nextMs)
    return nextMs > 0 ? Promise.resolve(REFUSED) : held.promise
  }, 1)
  await submit({ monitorId: 1, attempt: 1 })
  nextMs = 0
  const open = [
    submit({ monitorId: 2, attempt: 1 }),
    submit({ monitorId: 3, attempt: 1 }),
    submit({ monitorId: 1, attempt: 1 }),
  ]
  // 2 fills the quick lane and 3 waits behind it; 1 is in the slow lane.
  expect(begun).toBe(3)
  held.resolve(REFUSED)
  expect(await Promise.all(open)).toEqual([true, true, true])
  expect(dispatcher.inFlight()).toBe(0)
})

test('a check that turns out to be slow makes room for others of its host', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const held = Promise.withResolvers<CheckOutcome>()
  let begun = 0
  const { submit, dispatcher } = dispatcherWith(() => {
    begun += 1
    return begun === 1 ? held.promise : Promise.resolve(REFUSED)
  }, 1)
  const open = [submit({ monitorId: 1, attempt: 1 }), submit({ monitorId: 2, attempt: 1 })]
  expect(begun).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(begun).toBe(2)
  held.resolve(REFUSED)
  expect(await Promise.all(open)).toEqual([true, true])
  expect(dispatcher.inFlight()).toBe(0)
})
