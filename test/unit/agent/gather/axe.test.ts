import { expect, test } from 'vitest'
import type { GatherContext } from '../../../../agent/src/gather/gatherer.ts'
import { gatherAxe } from '../../../../agent/src/gather/axe.ts'
import type { PageOptions } from '../../../helpers/analysis-page.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

type Judge = GatherContext['browser']['judge']

/** A browser that keeps no document waiting, or all of them for ever. */
const judgeAs =
  (how: 'answers' | 'waits', asked: string[] = []): Judge =>
  (html, _judge, signal) => {
    asked.push(html)
    const late = { ok: false, kind: 'noRoom', message: 'too late' } as const
    if (how === 'answers' || signal.aborted) return Promise.resolve(late)
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(late)))
  }

function gather(
  html: string,
  { missing = null, judge = judgeAs('answers') }: { missing?: string | null; judge?: Judge },
  {
    signal = new AbortController().signal,
    ...options
  }: PageOptions & { signal?: AbortSignal } = {},
) {
  const context = {
    browser: { missing, judge },
    signal,
    get: () => Promise.resolve(pageOf(html, options)),
  } as unknown as GatherContext
  return gatherAxe(context)
}

test('work that nobody waits for any more ends as such', async () => {
  const cancelled = new AbortController()
  const found = gather('<p>', { judge: judgeAs('waits') }, { signal: cancelled.signal })
  cancelled.abort()
  await expect(found).rejects.toThrow('aborted')
})

test.each([
  ['{"a": 1}', 'application/json'],
  ['%PDF-1.7', 'application/pdf'],
  ['<p>Text', 'text/plain'],
])('%s of the type %s is no page to check', async (body, contentType) => {
  const asked: string[] = []
  const headers = { 'content-type': contentType }
  expect(await gather(body, { judge: judgeAs('answers', asked) }, { headers })).toBeNull()
  expect(asked).toEqual([])
})

test('where there is no browser other rules judge', async () => {
  const asked: string[] = []
  const browser = { missing: 'There is none.', judge: judgeAs('answers', asked) }
  expect(await gather('<p>', browser)).toBeNull()
  expect(asked).toEqual([])
})

test.each([
  ['6,000 elements', '<p>'.repeat(6_000), true],
  ['more', '<p>'.repeat(6_001), false],
  ['end tags and signs', '</p> < 1 <! '.repeat(100_000), true],
  ['more than 1.5 MB', 'x'.repeat(1_600_000), false],
])('a page of %s', async (_what, html, isChecked) => {
  const asked: string[] = []
  await gather(html, { judge: judgeAs('answers', asked) })
  expect(asked).toEqual(isChecked ? [html] : [])
})
