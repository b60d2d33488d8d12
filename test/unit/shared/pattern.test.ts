import { expect, test } from 'vitest'
import { patternCost } from '../../../shared/src/pattern-cost.ts'
import { PatternError, compilePattern } from '../../../shared/src/pattern.ts'
import { manyStates, mixed } from '../../helpers/hard-patterns.ts'

/** Why an expression cannot be used; null when it can. */
function patternProblem(expression: string): string | null {
  try {
    compilePattern(expression)
    return null
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}

const LARGE_CLASS = Array.from({ length: 900 }, (_, i) =>
  String.fromCodePoint(0x3000 + 2 * i),
).join('')

test.for([
  ['b+', 'abbc', true],
  ['^b', 'abbc', false],
  ['B', 'abbc', false],
  ['(?i)B', 'abbc', true],
  ['^a.c$', 'a\nc', false],
  ['(?m)^c$', 'a\nc', true],
  ['\\bcaf.\\snoir\\b', 'un café noir', true],
  ['', '', true],
] as const)('%s in %o: %s', ([expression, text, occurs]) => {
  expect(compilePattern(expression).occursIn(text)).toBe(occurs)
})

test('case is left out of account when that is asked', () => {
  expect(compilePattern('straße', { caseSensitive: false }).occursIn('STRASSE STRAßE')).toBe(true)
})

test('an expression that makes backtracking engines hang is answered at once', () => {
  expect(compilePattern('(a+)+(a+)+b', { caseSensitive: false }).occursIn('a'.repeat(50_000))).toBe(
    false,
  )
})

test.for(['(', 'a{2,1}', '(?=x)', '\\1'])('%s cannot be used, and the problem is told', (text) => {
  expect(patternProblem(text)).not.toBeNull()
})

test.for([
  ['repeats in a row', 'x{1000}'.repeat(36)],
  ['a class in many copies', '\\pL{1000}'.repeat(20)],
  ['a repeat in a repeat', '(?:\\pL{100}){10}'],
  ['nested repeats', '((a{100}){10}b){10}'],
  ['a repeat after flags', '(?:x{1000})(?i){9}'],
  ['a repeat after an empty quote', '(?:x{900}y{900})\\Q\\E{9}'],
  ['repeats after a bracket in a class', `[[:alpha:]][]x{9}]{1000}${'x{1000}'.repeat(4)}`],
  ['many Unicode classes', '\\pL'.repeat(80)],
  ['many Unicode classes in brackets', '[\\pL]'.repeat(80)],
  ['many wide ranges', '(?i)[\\x{100}-\\x{1FFFF}]'.repeat(10)],
  ['many wide ranges in characters', '(?i)[\u0100-\u{1ffff}]'.repeat(10)],
  ['a large class in many copies', `[${LARGE_CLASS}]{900}`],
  ['a long text', 'a'.repeat(2_049)],
] as const)('%s are too large to be compiled', ([, expression]) => {
  // The engine itself refuses repeats of repeats that come to more than 1,000.
  expect(patternProblem(expression)).toMatch(
    /too large|more than 2048 characters|invalid repeat count/,
  )
})

test.for([
  ['a long wildcard', '.{0,1000}'],
  ['a long optional class', '[a-z]{1,1000}'],
  ['a repeated Unicode class', '[\\pL\\pN]{1,64}'],
  ['Chinese characters', '(?i)[\\x{4e00}-\\x{9fff}]+'],
  ['any characters', '[\\x00-\\x{10ffff}]'.repeat(20)],
  ['an address', '^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$'],
  ['many words', 'word|'.repeat(400)],
  ['a long text', 'a'.repeat(2_048)],
] as const)('%s: not too large', ([, expression]) => {
  expect(patternProblem(expression)).toBeNull()
})

test.for([
  ['a{9}b', 10],
  ['(?:(?:ab){5}){7}', 70],
  ['a{3,}', 3],
  ['(?:a{2,20})+', 20],
  ['(?:abc)(?i){9}', 27],
  ['(?:abc)\\Q\\E{9}', 27],
  ['\\Qa{9}\\E{5}', 8],
  ['[\\]a]{7}', 7],
  ['[]a]{7}', 7],
  ['[^]{9}]{7}', 7],
  ['[[:alpha:]x]{7}', 7],
  ['\\x{41}{7}', 7],
  ['a{02}a{,3}{', 10],
] as const)('%s costs at least its %i instructions', ([expression, instructions]) => {
  const cost = patternCost(expression)
  expect(cost).toBeGreaterThanOrEqual(2 * instructions)
  expect(cost).toBeLessThan(2 * instructions * 3 + 100)
})

test.for(['(', '[', '\\', '[\\', '\\Q', '\\p{', '[[:', '(?P<', '{', ')))', '[a-', '\\x{'])(
  '%s is no expression, and still has a cost',
  (text) => {
    expect(patternCost(text)).toBeGreaterThanOrEqual(0)
    expect(patternCost(`${text}x{100}`)).toBeLessThan(2_000)
  },
)

test.for([
  ['x{0,1000}', 2_000],
  ['(?:(?:xy){0,30}z){0,30}', 2_700],
  ['(x|yz){200}', 1_000],
  ['[[:alpha:]]{500}', 500],
] as const)('%s is as large as RE2 says before it is made', ([expression, instructions]) => {
  const size = compilePattern(expression).size
  expect(size).toBeGreaterThanOrEqual(instructions)
  expect(patternCost(expression)).toBeGreaterThanOrEqual(2 * size - 4)
  expect(patternCost(expression)).toBeLessThan(2.5 * size + 10)
})

test('a deep expression has a cost too', () => {
  const deep = `${'('.repeat(989)}x{0,1000}${')'.repeat(989)}`
  expect(patternCost(deep)).toBeGreaterThan(4_000)
})

test('an ordinary expression is small, and finds what is in an ordinary page', () => {
  const page = 'lorem ipsum dolor sit amet '.repeat(4_000)
  for (const expression of ['hel+o', '(?i)(error|fatal).{0,40}database', '\\bV\\d+\\.\\d+\\b']) {
    const pattern = compilePattern(expression)
    expect(pattern.size).toBeLessThan(120)
    expect(pattern.occursIn(page)).toBe(false)
    expect(pattern.occursIn('hello, V1.2, an Error of the database')).toBe(true)
  }
})

test('repeats count in the size of a pattern', () => {
  expect(compilePattern('a{500}').size).toBeGreaterThanOrEqual(500)
  expect(compilePattern('(?:a{30}){20}').size).toBeGreaterThanOrEqual(600)
})

test('a pattern serves on after a search with many states', () => {
  const pattern = compilePattern(manyStates(100))
  const text = mixed(10_000)
  const end = `a${mixed(100)}c`
  expect(pattern.occursIn(text)).toBe(false)
  expect(pattern.occursIn('aac')).toBe(false)
  expect(pattern.occursIn(`${text}${end}`)).toBe(true)
  expect(pattern.occursIn(end)).toBe(true)
})

test('a pattern does not keep what a search needed', () => {
  const pattern = compilePattern(manyStates(300))
  const before = pattern.heldBytes()
  expect(pattern.occursIn(mixed(20_000))).toBe(false)
  expect(pattern.heldBytes()).toBeLessThan(before + 128 * 1024)
})
