import { expect, test } from 'vitest'
import { isSamePage } from '../../../../agent/src/page/same-page.ts'

const PAGE = 'https://example.com/%D0%B0/b?c=1'

test.for([
  [PAGE, true],
  [`${PAGE}#d`, true],
  ['HTTPS://EXAMPLE.com:443/%d0%b0/b?c=1', true],
  ['/а/%62?c=1', true],
  ['b?c=1', true],
  ['#top', true],
  ['', true],
  ['/%D0%B0/b/?c=1', false],
  ['/%D0%B0/B?c=1', false],
  ['?c=1&d', false],
  ['http://example.com/%D0%B0/b?c=1', false],
  ['https://www.example.com/%D0%B0/b?c=1', false],
  ['/%D0%B0%2Fb?c=1', false],
  ['https://', false],
] as const)('"%s": %s', ([reference, isSame]) => {
  expect(isSamePage(reference, PAGE)).toBe(isSame)
})

test('a reference may be relative to another base', () => {
  expect(isSamePage('b', 'https://example.com/a/b', 'https://example.com/a/')).toBe(true)
  expect(isSamePage('b', 'https://example.com/a/b', 'https://example.org/a/')).toBe(false)
})
