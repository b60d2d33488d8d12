import { create } from '@bufbuild/protobuf'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLanes } from '../../../../agent/src/bounds/lanes.ts'
import type { CheckOutcome } from '../../../../agent/src/outcome/check-outcome.ts'
import { agentFault, failed } from '../../../../agent/src/outcome/check-outcome.ts'
import type { CheckJob } from '../../../../agent/src/schedule/check-job.ts'
import { createDispatcher } from '../../../../agent/src/schedule/dispatch.ts'
import { createLatenessMeter } from '../../../../agent/src/schedule/lateness.ts'

const NOW = 1_700_000_000_000
const REFUSED = failed({
  source: 'target',
  phase: 'connect',
  cause: 'connectionRefused',
  message: 'The connection was refused.',
})

/** A step of a check that the test ends. */
function createSteps() {
  const open = new Map<string, () => void>()
  return {
    open: () => [...open.keys()],
    begin: (name: string): Promise<void> =>
      new Promise((resolve) => {
        open.set(name, () => {
          open.delete(name)
          resolve()
        })
      }),
    end: async (name: string): Promise<void> => {
      open.get(name)?.()
      await settled()
    },
  }
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** An agent with two pages whose checks ask plainly, and then show a page where their address says so. */
function agentWithPages() {
  const plain = createSteps()
  const pages = createSteps()
  const results: CheckResult[] = []
  const lanes = createLanes({ total: 10, perHost: 10, pages: 2 })
  const dispatcher = createDispatcher({
    now: () => NOW,
    lanes,
    async runCheck({ url }, options): Promise<CheckOutcome> {
      await plain.begin(url)
      if (!url.startsWith('page ')) return REFUSED
      if ((await options?.takeBrowserTurn?.()) === false) return agentFault('No turn.')
      await pages.begin(url)
      return REFUSED
    },
    spool: {
      append: (result) => {
        results.push(result)
        return Promise.resolve()
      },
    },
    lateness: createLatenessMeter(),
    log: createLogger('test', 'silent'),
  })
  const submit = (url: string, host: string, job: Partial<CheckJob> = {}): Promise<boolean> =>
    dispatcher.submit({
      monitorId: 1,
      host,
      scheduledAtMs: NOW,
      attempt: 0,
      confirmation: false,
      loadSpec: () => create(CheckSpecSchema, { url }),
      ...job,
    })
  return { plain, pages, results, lanes, dispatcher, submit }
}

function fakePerformance(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

test('a target that stalls at the plain request takes no place of a page', async () => {
  const { plain, pages, lanes, submit } = agentWithPages()
  for (const host of ['a', 'b', 'c']) void submit(`page ${host}`, host)
  const ours = submit('page ours', 'ours')
  expect(plain.open()).toHaveLength(4)
  expect(lanes.browser.inside()).toBe(0)
  await plain.end('page ours')
  expect(pages.open()).toEqual(['page ours'])
  await pages.end('page ours')
  expect(await ours).toBe(true)
  expect(lanes.browser.inside()).toBe(0)
})

test('checks that render pages wait for each other only, and leave other hosts a page', async () => {
  const { plain, pages, lanes, dispatcher, submit } = agentWithPages()
  const urls = ['page stalled', 'page behind it', 'page elsewhere', 'page third', 'plain']
  const jobs = urls.map((url, i) => submit(url, ['a', 'a', 'b', 'c', 'a'][i] ?? ''))
  expect(plain.open()).toEqual(urls)
  for (const url of urls) await plain.end(url)
  expect(await jobs[4]).toBe(true)
  expect(pages.open()).toEqual(['page stalled', 'page elsewhere'])
  // Who waits for a page has none of the places where checks only ask.
  expect(lanes.quick.inside()).toBe(0)
  await pages.end('page elsewhere')
  expect(pages.open()).toEqual(['page stalled', 'page third'])
  await pages.end('page stalled')
  expect(pages.open()).toContain('page behind it')
  for (const url of pages.open()) await pages.end(url)
  expect(await Promise.all(jobs)).toEqual(jobs.map(() => true))
  expect([lanes.browser.inside(), dispatcher.inFlight()]).toEqual([0, 0])
})

test('a check that waited too long for its page is given up, and only a slot is one that was missed', async () => {
  fakePerformance()
  const { plain, pages, results, lanes, dispatcher, submit } = agentWithPages()
  const recheck = { attempt: 1, confirmation: true }
  const kinds = { 'page a': recheck, 'page b': recheck, 'page c': recheck, 'page d': {} }
  const jobs = Object.entries(kinds).map(([url, job]) => submit(url, url.slice(-1), job))
  for (const url of Object.keys(kinds)) await plain.end(url)
  expect(pages.open()).toEqual(['page a', 'page b'])
  vi.advanceTimersByTime(60_001)
  await pages.end('page a')
  expect(await Promise.all([jobs[2], jobs[3]])).toEqual([false, false])
  expect(pages.open()).toEqual(['page b'])
  await pages.end('page b')
  expect(await Promise.all(jobs)).toEqual([true, true, false, false])
  expect(results).toHaveLength(2)
  expect([dispatcher.missed(), dispatcher.inFlight(), lanes.browser.inside()]).toEqual([1, 0, 0])
})

test('the wait for a page is none of the time that a check took, and makes no monitor a slow one', async () => {
  fakePerformance()
  const { plain, pages, results, lanes, submit } = agentWithPages()
  const urls = ['page a', 'page b', 'page c']
  const jobs = urls.map((url, i) => submit(url, url.slice(-1), { monitorId: i + 1, attempt: 1 }))
  vi.advanceTimersByTime(200)
  for (const url of urls) await plain.end(url)
  vi.advanceTimersByTime(5_000)
  await pages.end('page a')
  vi.advanceTimersByTime(300)
  for (const url of pages.open()) await pages.end(url)
  await Promise.all(jobs)
  expect(results.map(({ monitorId, durationMs }) => [monitorId, durationMs])).toEqual([
    [1, 5_200],
    [2, 5_500],
    [3, 500],
  ])
  for (const [i, url] of urls.entries()) void submit(url, url.slice(-1), { monitorId: i + 1 })
  expect([lanes.quick.inside(), lanes.slow.inside()]).toEqual([3, 0])
})

test('a stop waits for no page whose turn has not come, and leaves its slot open', async () => {
  const { plain, pages, results, lanes, dispatcher, submit } = agentWithPages()
  const urls = ['page a', 'page b', 'page c', 'page late']
  const jobs = urls.map((url, i) => submit(url, url.slice(-1), { scheduledAtMs: NOW - i }))
  for (const url of urls.slice(0, 3)) await plain.end(url)
  const stopped = dispatcher.stop(5_000)
  expect(await jobs[2]).toBe(false)
  // Its plain request ends only now, and there is no room.
  await plain.end('page late')
  expect(await jobs[3]).toBe(false)
  for (const url of pages.open()) await pages.end(url)
  await stopped
  expect(await Promise.all(jobs)).toEqual([true, true, false, false])
  expect(results).toHaveLength(2)
  expect(dispatcher.oldestSlotMs()).toBe(NOW - 3)
  expect(lanes.browser.inside()).toBe(0)
})
