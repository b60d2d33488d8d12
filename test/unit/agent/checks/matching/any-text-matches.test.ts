import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { anyTextMatches } from '../../../../../agent/src/checks/matching/any-text-matches.ts'
import { areAsExpected } from '../../../../../agent/src/checks/matching/operators.ts'
import { VERY_SLOW, manyStates, mixed } from '../../../../helpers/hard-patterns.ts'

const { signal } = new AbortController()
const search = (pattern: string, ...texts: string[]) =>
  anyTextMatches({ pattern, caseSensitive: true }, texts, signal)

/** More than what is asked and answered in one turn takes. */
const MICROTASKS = 100

/** What is answered, and how many turns of the event loop went on before. */
async function inTurns<T>(ask: () => Promise<T>): Promise<{ turns: number; answer: T }> {
  // What was searched before this is forgotten by then.
  await setImmediate()
  await setImmediate()
  const passed = { turns: 0, isOver: false }
  const answering = ask().finally(() => {
    passed.isOver = true
  })
  // oxlint-disable-next-line no-await-in-loop
  for (let i = 0; i < MICROTASKS; i += 1) await Promise.resolve()
  while (!passed.isOver) {
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate()
    passed.turns += 1
  }
  return { turns: passed.turns, answer: await answering }
}

test('a short text is searched at once', async () => {
  const { turns, answer } = await inTurns(() => search('ready', '220 mail.example.com is ready'))
  expect(turns).toBe(0)
  expect(answer).toEqual({ ok: true, matches: true })
})

test.for([
  ['an expression with as many states as texts', manyStates(17), mixed(40_000), false],
  ['its match at the end', manyStates(17), `${mixed(40_000)}a${mixed(17)}c`, true],
  ['a large counted repeat', '[ab]{1000}[cd]', mixed(3_000), false],
  ['nested repeats', '(?:[ab]{30}){30}[cd]', mixed(3_000), false],
  ['a large expression', VERY_SLOW, mixed(1_000), false],
  ['repeats that backtracking hangs on', '(a+)+(a+)+b', 'a'.repeat(1_000_000), false],
  ['the same with a match', '(a|a)*(a|aa)+b', `${'a'.repeat(1_000_000)}b`, true],
  ['letters of all languages', '\\pL{40}[^\\pL]{40}', '\u044f'.repeat(200_000), false],
  [
    'a text that nearly occurs everywhere',
    `${'a'.repeat(500)}b${'a'.repeat(500)}`,
    'a'.repeat(500_000),
    false,
  ],
  ['an empty expression in a huge text', '', 'a'.repeat(1_000_000), true],
] as const)('%s: the event loop goes on meanwhile', async ([, pattern, text, matches]) => {
  const { turns, answer } = await inTurns(() => search(pattern, text))
  expect(turns).toBeGreaterThan(0)
  expect(answer).toEqual({ ok: true, matches })
})

test.for([
  ['a huge text', 'needle', 'hay '.repeat(500_000), false],
  ['a huge text with it', 'NEEDLE', `${'hay '.repeat(500_000)}needle`, true],
  ['letters that grow in upper case', 'needle', 'ß'.repeat(1_000_000), false],
  [
    'what nearly occurs everywhere',
    `${'a'.repeat(500)}b${'a'.repeat(500)}`,
    'a'.repeat(100_000),
    false,
  ],
] as const)(
  'a text in %s: the event loop goes on meanwhile',
  async ([, pattern, text, matches]) => {
    const wanted = { pattern, caseSensitive: false, isText: true }
    const { turns, answer } = await inTurns(() => anyTextMatches(wanted, [text], signal))
    expect(turns).toBeGreaterThan(0)
    expect(answer).toEqual({ ok: true, matches })
  },
)

test('values that nearly contain a text everywhere: the event loop goes on meanwhile', async () => {
  const value = `${'a'.repeat(2_000)}b${'a'.repeat(2_000)}`
  const { turns, answer } = await inTurns(() =>
    areAsExpected([['a'], 'a'.repeat(60_000)], { operator: 'contains', value }, signal),
  )
  expect(turns).toBeGreaterThan(0)
  expect(answer).toEqual({ ok: true, matches: false })
})

test('many texts together are no cheaper than one', async () => {
  const texts = Array.from({ length: 200 }, (_, i) => mixed(110, i + 1))
  const { turns, answer } = await inTurns(() => search(manyStates(100), ...texts))
  expect(turns).toBeGreaterThan(0)
  expect(answer).toEqual({ ok: true, matches: false })
})

test('searches that are asked for at once let others have their turn', async () => {
  const texts = Array.from({ length: 60 }, (_, i) => mixed(14_000, i + 1))
  const { turns, answer } = await inTurns(() =>
    Promise.all(texts.map((text, i) => search(manyStates(17 + (i % 20)), text))),
  )
  expect(turns).toBeGreaterThan(5)
  expect(answer).toEqual(texts.map(() => ({ ok: true, matches: false })))
})
