import { selectorProblem } from '@sightline/shared/css-selector'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.for([
  '#app',
  '  main .ready ',
  'div.a.b#c[data-x]',
  'ul > li:nth-child(2n + 1)::before',
  'a[href^="https://"]:not(.x, [title="(" i])',
  "input[name='q' s], *|*, svg|a, |b",
  ':is(h1, h2) + p ~ *',
  ':has(> img)',
  String.raw`.sm\:flex #\31 0`,
  '--x-y, überschrift',
  '&.a',
  'a,\nb',
  ':host-context(a:not(b(c)))',
])('%j is a selector', (selector) => {
  expect(selectorProblem(selector)).toBeNull()
})

test.for([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['//div', 'it makes no sense from "//div" on'],
  ['text/Welcome', 'it makes no sense from "/Welcome" on'],
  ['div >', 'something is missing at its end'],
  ['a,', 'something is missing at its end'],
  ['> a', 'it makes no sense from "> a" on'],
  ['a > > b', 'it makes no sense from "> b" on'],
  ['a,,b', 'it makes no sense from ",b" on'],
  ['#1', 'it makes no sense from "#1" on'],
  ['.', 'it makes no sense from "." on'],
  ['[a=1]', 'it makes no sense from "[a=1]" on'],
  ['[a', 'it makes no sense from "[a" on'],
  [':not(.a', 'it makes no sense from ":not(.a" on'],
  ['a { color: red }', 'it makes no sense from "{ color: red }" on'],
  ['"a"', 'it makes no sense from ""a"" on'],
] as const)('%j is none: %s', ([selector, problem]) => {
  expect(selectorProblem(selector)).toBe(problem)
})

test('compounds between combinators are a selector, whatever they are made of', () => {
  const simple = fc.constantFrom(
    '.b',
    '#c',
    '[d]',
    '[d="e"]',
    "[d='(']",
    '[d|=e i]',
    ':not(:is(a))',
    ':hover',
    '::before',
  )
  const type = fc.constantFrom('a', '*', 'svg|a', String.raw`\31 x`, '-x')
  const compound = fc
    .tuple(type, fc.array(simple, { maxLength: 3 }))
    .map(([first, rest]) => first + rest.join(''))
  const between = fc.constantFrom(' ', '>', ' + ', '~ ', ',', ' , ', '\n')
  const selector = fc
    .tuple(compound, fc.array(fc.tuple(between, compound), { maxLength: 4 }))
    .map(([first, rest]) => first + rest.flat().join(''))
  fc.assert(
    fc.property(selector, (text) => {
      expect([text, selectorProblem(text)]).toEqual([text, null])
    }),
  )
})

test('a hostile text is judged at once', () => {
  for (const part of ['\\', '[a="', ':not(', 'a|', '-', '((', "'\\", '.a', '\\1 ']) {
    const text = part.repeat(512 / part.length)
    expect(typeof (selectorProblem(text) ?? '')).toBe('string')
  }
  // What ends each of them wrongly has all ways tried in which its beginning could be read.
  for (const part of ['A\\00', String.raw`\0A0`, '\\0\u00a0', '\\000000\u2003']) {
    for (const begin of ['A', '.A', ':A', '[A', 'A|A']) {
      expect(selectorProblem(`${begin}${part.repeat(100)}\0`)).not.toBeNull()
    }
  }
})
