import { expect, test } from 'vitest'
import type { JsonCheck } from '../../../../../agent/src/checks/matching/judge-json.ts'
import { judgeJson } from '../../../../../agent/src/checks/matching/judge-json.ts'

/** Two integers of which JSON.parse makes one number. */
const TEXT =
  '{"id": 9007199254740993, "s": "\\"9007199254740993,", "list": [1, -12345678901234567890, 1e17], "of": {"id": 9007199254740993}}'

const judge = (check: JsonCheck, text = TEXT) => {
  const answer = judgeJson({ text, checks: [check] })
  if (typeof answer === 'string' || 'unreadable' in answer) throw new Error('it was not read')
  return answer.findings[0]
}

test.for([
  ['$.id', 'equals', '9007199254740993', true],
  ['$.id', 'equals', '9007199254740992', false],
  ['$.id', 'notEquals', '9007199254740992', true],
  ['$.id', 'notEquals', '9007199254740993', false],
  ['$.of.id', 'equals', '9007199254740993', true],
  ['$.list[1]', 'equals', '-12345678901234567890', true],
  ['$.list[*]', 'equals', '-12345678901234567890', true],
  // As doubles, which is all that is left of a number that was sent.
  ['$.id', 'equals', 9_007_199_254_740_992, true],
  ['$.id', 'gt', 9_007_199_254_740_000, true],
  ['$.id', 'lt', 9_007_199_254_740_000, false],
  ['$.list[2]', 'equals', 1e17, true],
  ['$.list[2]', 'equals', '100000000000000000', false],
  // Any other number is still no text.
  ['$.list[0]', 'equals', '1', false],
  ['$.s', 'equals', '"9007199254740993,', true],
] as const)('an integer beyond 2^53 is its digits: %s %s %j', ([path, operator, value, is]) => {
  expect(judge({ path, operator, value })?.verdict).toBe(is)
})

test.for([
  ['$.list', 'contains', '-12345678901234567890', true],
  ['$.list', 'contains', '-12345678901234567891', false],
  ['$.list', 'contains', 1, true],
  ['$.list', 'contains', '1', false],
  ['$.list', 'equals', [1, -12_345_678_901_234_567_000, 1e17], true],
  ['$.list', 'equals', [1, '-12345678901234567890', 1e17], true],
  // What lies beside one keeps its numbers.
  ['$.*', 'equals', { id: 9_007_199_254_740_992 }, true],
  ['$.*', 'equals', { id: '9007199254740993' }, true],
  ['$.*', 'equals', { id: '9007199254740992' }, false],
] as const)('so it is in lists and objects: %s %s %j', ([path, operator, value, is]) => {
  const { verdict } = judge({ path, operator, value }) ?? {}
  expect(
    typeof verdict === 'object' ? 'texts' in verdict && verdict.texts.length > 0 : verdict,
  ).toBe(is)
})

test('what is looked for in, and what is told of such an integer, has all of its digits', () => {
  const matches = judge({ path: '$.id', operator: 'matches', value: '3$' })
  expect(matches?.verdict).toMatchObject({ texts: ['9007199254740993'] })
  const contains = judge({ path: '$.list[1]', operator: 'contains', value: '567' })
  expect(contains?.verdict).toMatchObject({ texts: ['-12345678901234567890'] })
  const told = judge({ path: '$.list[*]', operator: 'equals', value: 7 })
  expect(told?.is).toBe('is 1, -12345678901234567890, 100000000000000000')
})

test('of endless digits none are kept', () => {
  const text = `{"id": ${'9'.repeat(1_000_000)}}`
  expect(judge({ path: '$.id', operator: 'gt', value: 1 }, text)?.verdict).toBe(true)
  // Expressions of the engine run out of stack in it.
  const string = `["${'a\\"'.repeat(3_000_000)}", 9007199254740993]`
  const big = { path: '$[1]', operator: 'equals', value: '9007199254740993' } as const
  expect(judge(big, string)?.verdict).toBe(true)
  const long = `[${'9007199254740993,'.repeat(100_000)}1]`
  expect(judge({ path: '$[99999]', operator: 'equals', value: '9007199254740993' }, long)).toEqual({
    verdict: true,
    is: '',
  })
})
