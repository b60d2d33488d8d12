import { UptimeCheckOutput } from '@sightline/shared/uptime-check'
import { expect, test } from 'vitest'
import type { CheckOutcome } from '../../../../agent/src/outcome/check-outcome.ts'
import { agentFault, failed } from '../../../../agent/src/outcome/check-outcome.ts'
import { createWhoseWork } from '../../../../agent/src/net/whose-work.ts'
import { createLanes } from '../../../../agent/src/bounds/lanes.ts'
import { createOneOffCheckWorker } from '../../../../agent/src/work/one-off-check.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

test('a check that nobody waits for any more ends and makes room', async () => {
  const lanes = createLanes({ total: 10, perHost: 5, pages: 1 })
  let running = 0
  const worker = createOneOffCheckWorker({
    lanes,
    isOperators: () => false,
    runCheck: (_, options) =>
      new Promise<CheckOutcome>((resolve) => {
        running += 1
        options?.cancelled?.addEventListener('abort', () => {
          running -= 1
          resolve(agentFault('It was cancelled.'))
        })
      }),
  })
  const gone = new AbortController()
  const input = (n: number) => ({ type: 'web', url: `https://h${n}.example/`, timeoutMs: 10_000 })
  const asked = Array.from({ length: 60 }, (_, n) => worker(input(n), gone.signal))
  expect(running).toBe(50)
  gone.abort()
  const settled = await Promise.allSettled(asked)
  expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(['rejected']))
  await expect.poll(() => lanes.onDemand.inside()).toBe(0)
  expect(running).toBe(0)
})

test('an address that may not be checked is told as such', async () => {
  const { findAddresses } = toolsFor({ open: [] })
  const worker = createOneOffCheckWorker({
    lanes: createLanes({ total: 10, perHost: 5, pages: 1 }),
    isOperators: () => false,
    async runCheck(_, { cancelled = new AbortController().signal } = {}) {
      const found = await findAddresses({ host: '10.0.0.1', family: 'any' }, cancelled)
      return found.ok ? agentFault('It was not blocked.') : failed(found.failure)
    },
  })
  const input = { type: 'web', url: 'http://10.0.0.1/', timeoutMs: 1_000 }
  const report = UptimeCheckOutput.parse(await worker(input, new AbortController().signal))
  expect(report.failure).toMatchObject({ phase: 'dns', isBlocked: true })
})

test('a check is of whoever asked for it, also when another one gives it its turn', async () => {
  const whose = createWhoseWork()
  const seen: [string, boolean][] = []
  const worker = createOneOffCheckWorker({
    // One at a time: the second begins in the arms of the first.
    lanes: createLanes({ total: 10, perHost: 1, pages: 1 }),
    isOperators: whose.isOperators,
    async runCheck({ url, forOperator }) {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push([url, forOperator])
      return agentFault('It was not run.')
    },
  })
  const ask = (isOperators: boolean, path: string) =>
    whose.runAs(isOperators, () => {
      const input = { type: 'web', url: `https://h.example/${path}`, timeoutMs: 1_000 }
      return worker(input, new AbortController().signal)
    })
  await Promise.all([ask(true, 'a'), ask(false, 'b'), ask(true, 'c')])
  expect(seen).toEqual([
    ['https://h.example/a', true],
    ['https://h.example/b', false],
    ['https://h.example/c', true],
  ])
})
