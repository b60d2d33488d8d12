import { expect, onTestFinished, test } from 'vitest'
import { anyTextMatches } from '../../../../../agent/src/checks/matching/any-text-matches.ts'
import { createPatternWorker } from '../../../../../agent/src/checks/matching/pattern-worker.ts'
import { VERY_SLOW, manyStates, mixed } from '../../../../helpers/hard-patterns.ts'

const MEGABYTE = 1024 * 1024
const SLOW = { pattern: VERY_SLOW, caseSensitive: false }
const SLOW_TEXTS = [mixed(MEGABYTE)]
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
  const slow = worker.search({ ...SLOW, texts: SLOW_TEXTS }, limit().signal)
  expect(await slow).toMatchObject({ ok: false, source: 'agent' })
  const patient = createPatternWorker()
  const controller = limit()
  const stopped = patient.search({ ...SLOW, texts: SLOW_TEXTS }, controller.signal)
  const next = patient.search({ ...QUICK, texts: ['needle 1'] }, limit().signal)
  controller.abort()
  expect(await stopped).toMatchObject({ ok: false, source: 'agent' })
  expect(await next).toEqual({ ok: true, matches: true })
})

test('any number of ordinary pages waits its turn', async () => {
  const worker = createPatternWorker()
  const texts = ['lorem ipsum '.repeat(9_000)]
  const asked = Array.from({ length: 60 }, () => worker.search({ ...QUICK, texts }, limit().signal))
  const answers = await Promise.all(asked)
  expect(answers).toEqual(asked.map(() => ({ ok: true, matches: false })))
})

test('more text than may wait is refused at once', async () => {
  const worker = createPatternWorker({ maxWaitingBytes: 5 * MEGABYTE })
  const controller = limit()
  const asked = Array.from({ length: 6 }, () =>
    worker.search({ ...SLOW, texts: SLOW_TEXTS }, controller.signal),
  )
  expect(await asked.at(-1)).toMatchObject({
    ok: false,
    source: 'agent',
    message: 'The agent has too many answers to search at the moment.',
  })
  controller.abort()
  for (const each of await Promise.all(asked)) expect(each).toMatchObject({ ok: false })
})

test('a search that is not cheap ends with the time limit, and then is not tried at once', async () => {
  const expression = { pattern: VERY_SLOW, caseSensitive: true }
  for (const text of [mixed(60_000), mixed(70_000)]) {
    const controller = limit()
    const searching = anyTextMatches(expression, [text], controller.signal)
    setTimeout(() => controller.abort(), 20)
    // oxlint-disable-next-line no-await-in-loop
    expect(await searching).toMatchObject({ ok: false, source: 'agent' })
  }
  expect(await anyTextMatches(expression, ['abc'], limit().signal)).toEqual({
    ok: true,
    matches: false,
  })
})

test('an expression with many states gives the same answer', async () => {
  const expression = { pattern: manyStates(100), caseSensitive: true }
  const text = mixed(5_000)
  const answers = await Promise.all(
    [text, `${text}a${mixed(100)}c`].map((each) =>
      anyTextMatches(expression, [each], limit().signal),
    ),
  )
  expect(answers).toEqual([
    { ok: true, matches: false },
    { ok: true, matches: true },
  ])
})

test('what came in time is judged when the limit strikes meanwhile', async () => {
  const worker = createPatternWorker()
  const question = { ...QUICK, texts: ['hay '.repeat(50_000), 'a needle 7'] }
  await worker.search(question, limit().signal)
  const controller = limit()
  const searching = worker.search(question, controller.signal)
  controller.abort()
  expect(await searching).toEqual({ ok: true, matches: true })
  expect(await worker.search(question, controller.signal)).toEqual({ ok: true, matches: true })
})
