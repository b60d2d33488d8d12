import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DOM_TASKS } from '../../../../agent/src/analyses/thread/dom-tasks.ts'
import type { RunInThread } from '../../../../agent/src/analyses/thread/threads.ts'
import { gatherAxe } from '../../../../agent/src/gather/axe.ts'
import type { GatherContext } from '../../../../agent/src/gather/gatherer.ts'
import { WorkRefusal } from '../../../../agent/src/run/work.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

/** A thread that has so much to do that this page's turn never comes. */
const busyThread: RunInThread = (_task, _input, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new WorkRefusal('upstreamFailed', 'too late')))
  })

const contextOf = (run: RunInThread, signal: AbortSignal, html = '<p>'): GatherContext =>
  ({ run, signal, get: () => Promise.resolve(pageOf(html)) }) as unknown as GatherContext

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page whose turn does not come in time is left to other rules', async () => {
  const found = gatherAxe(contextOf(busyThread, new AbortController().signal))
  await vi.runAllTimersAsync()
  expect(await found).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test('work that nobody waits for any more ends as such', async () => {
  const cancelled = new AbortController()
  const found = gatherAxe(contextOf(busyThread, cancelled.signal))
  await vi.advanceTimersByTimeAsync(1_000)
  cancelled.abort()
  await expect(found).rejects.toThrow(WorkRefusal)
})

test.each([
  ['{"a": 1}', 'application/json'],
  ['%PDF-1.7', 'application/pdf'],
  ['<p>Text', 'text/plain'],
])('%s of the type %s is no page to check', async (body, contentType) => {
  const page = pageOf(body, { headers: { 'content-type': contentType } })
  expect(await DOM_TASKS.checkWithAxe(page)).toBeNull()
})

test.each([
  ['6,000 elements', '<p>'.repeat(6_000), true],
  ['more', '<p>'.repeat(6_001), false],
  ['end tags and signs', '</p> < 1 <! '.repeat(100_000), true],
  ['more than 1.5 MB', 'x'.repeat(1_600_000), false],
])('a page of %s', async (_what, html, isChecked) => {
  let asked = 0
  const run: RunInThread = () => {
    asked += 1
    return Promise.resolve(null as never)
  }
  await gatherAxe(contextOf(run, new AbortController().signal, html))
  expect(asked).toBe(isChecked ? 1 : 0)
})
