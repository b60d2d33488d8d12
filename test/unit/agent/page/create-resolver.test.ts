import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResolver } from '../../../../agent/src/page/create-resolver.ts'
import { resolveUrl } from '../../../../agent/src/page/resolve-url.ts'

const reference = fc.string({
  unit: fc.constantFrom(
    '/',
    'a',
    'É',
    '.',
    '..',
    '%2e',
    '~',
    '?',
    '&',
    '=',
    '#',
    ':',
    ' ',
    '\\',
    '-',
    'b_1',
    '\t',
  ),
})
const base = fc.constantFrom(
  'https://example.com/a/b?q/r#s/t',
  'HTTP://user:p%40ss@example.com:8080',
  'https://bücher.example./x',
  'file:///C:/a/b',
  'data:text/html,x',
  'nonsense',
)

test('every reference means what the URL standard says', () => {
  fc.assert(
    fc.property(reference, base, (written, from) => {
      expect(createResolver(from)(written)).toBe(resolveUrl(written, from))
    }),
    { numRuns: 1_000 },
  )
})

test('an address that is too long to be kept is none', () => {
  expect(createResolver('https://example.com/')('a'.repeat(16_380))).toBeNull()
})
