import { expect, onTestFinished, test } from 'vitest'
import { anyTextMatches } from '../../../../../agent/src/checks/matching/any-text-matches.ts'
import { createPatternWorker } from '../../../../../agent/src/checks/matching/pattern-worker.ts'

const MEGABYTE = 1024 * 1024
/** Takes the engine seconds: counted repeats with a Unicode class leave its fast way. */
const SLOW = { pattern: '(?:\\pL?){500}\\pL{500}\\b\\d', caseSensitive: false }
const QUICK = { pattern: 'needle \\d+', caseSensitive: true }

function limit(): AbortController {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  return controller
}

test('long texts are searched as short ones are', async () => {
  const { signal } = limit()
  const text = 'hay '.repeat(MEGABYTE / 4)
  const results = await Promise.all([
    anyTextMatches(QUICK, [text], signal),
    anyTextMatches(QUICK, [text, 'a needle 7'], signal),
    anyTextMatches({ ...QUICK, pattern: '(' }, [text], signal),
    anyTextMatches(QUICK, ['a needle 7'], signal),
  ])
  expect(results).toMatchObject([
    { ok: true, matches: false },
    { ok: true, matches: true },
    { ok: false, source: 'monitor' },
    { ok: true, matches: true },
  ])
})

test('an expression that takes too long is given up, and the next one is served', async () => {
  const worker = createPatternWorker({ maxRunMs: 30 })
  const slow = worker.search({ ...SLOW, texts: ['ä'.repeat(8 * MEGABYTE)] }, limit().signal)
  expect(await slow).toMatchObject({ ok: false, source: 'agent' })
  const patient = createPatternWorker()
  const controller = limit()
  const stopped = patient.search({ ...SLOW, texts: ['ä'.repeat(8 * MEGABYTE)] }, controller.signal)
  const next = patient.search({ ...QUICK, texts: ['needle 1'] }, limit().signal)
  controller.abort()
  expect(await stopped).toMatchObject({ ok: false, source: 'agent' })
  expect(await next).toEqual({ ok: true, matches: true })
})

test('more questions than fit are refused at once', async () => {
  const worker = createPatternWorker()
  const controller = limit()
  const texts = ['ä'.repeat(MEGABYTE)]
  const asked = Array.from({ length: 40 }, () =>
    worker.search({ ...SLOW, texts }, controller.signal),
  )
  expect(await asked.at(-1)).toMatchObject({ ok: false, source: 'agent' })
  controller.abort()
  for (const each of await Promise.all(asked)) expect(each).toMatchObject({ ok: false })
})
