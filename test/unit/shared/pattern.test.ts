import { expect, test } from 'vitest'
import { compilePattern, patternProblem } from '../../../shared/src/pattern.ts'

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
