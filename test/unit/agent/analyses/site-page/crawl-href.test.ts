import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crawlHref } from '../../../../../agent/src/analyses/site-page/crawl-href.ts'
import { hostInHref } from '../../../../../agent/src/page/host-in-href.ts'

const rest = fc.string({
  unit: fc.constantFrom(
    '/',
    'a',
    'É',
    '.',
    '%',
    '4',
    '1',
    '~',
    '?',
    '&',
    'gclid=',
    '#',
    '@',
    ':',
    ' ',
  ),
})
const base = fc.constantFrom(
  'https://example.com/a/',
  'http://user:p%40ss@example.com:8080/',
  'http://[::1]:81/x?y',
  'http://bücher.example./',
)

test('of any address as the standard writes it there comes what comes of parsing it', () => {
  fc.assert(
    fc.property(rest, base, fc.boolean(), (reference, from, dropTracking) => {
      const url = URL.parse(reference, from)
      if (url === null || !/^https?:$/.test(url.protocol)) return
      expect(crawlHref(url.href, dropTracking)).toBe(crawlUrl(url.href, dropTracking))
      expect(hostInHref(url.href)).toBe(url.host)
    }),
  )
})

test.each([
  ['mailto:a@b.test', null],
  ['data:text/html,x', null],
  [`http://a.test/${'x'.repeat(2_000)}`, null],
  [`http://a.test/x#${'x'.repeat(2_000)}`, 'http://a.test/x'],
])('of %s there comes %s', (href, expected) => {
  expect(crawlHref(href, false)).toBe(expected)
})
