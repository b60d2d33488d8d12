import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  ['https://Example.COM/A', 'https://example.com/A'],
  ['https://example.com:443/', 'https://example.com/'],
  ['http://example.com:80/a?b=1#c', 'http://example.com/a?b=1'],
  ['https://me:secret@example.com/', 'https://example.com/'],
  ['https://example.com', 'https://example.com/'],
  ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
  // Escapes in upper case, and only where they are needed.
  ['https://example.com/%7euser/%2f%41', 'https://example.com/~user/%2FA'],
  ['https://example.com/ä b', 'https://example.com/%C3%A4%20b'],
  // A sign that stands alone makes no escape together with one that is decoded.
  ['https://example.com/%%411', 'https://example.com/%%411'],
  ['https://example.com/%4%31', 'https://example.com/%4%31'],
  ['https://example.com/100%%20%41', 'https://example.com/100%%20A'],
  // These may mean something.
  ['https://example.com/a/', 'https://example.com/a/'],
  ['https://example.com/?b=2&a=1', 'https://example.com/?b=2&a=1'],
  ['https://example.com/a??', 'https://example.com/a??'],
  // What is asked of the server is the same without it.
  ['https://example.com/?', 'https://example.com/'],
  ['https://example.com/a?#b?', 'https://example.com/a'],
])('%s is %s', (url, expected) => {
  expect(crawlUrl(url)).toBe(expected)
})

test.each(['mailto:me@example.com', 'ftp://example.com/', 'nothing', '', 'javascript:void(0)'])(
  '%s is not crawled',
  (url) => {
    expect(crawlUrl(url)).toBeNull()
  },
)

test('an address that is too long is not crawled', () => {
  expect(crawlUrl(`https://example.com/${'a'.repeat(1_980)}`)).not.toBeNull()
  expect(crawlUrl(`https://example.com/${'a'.repeat(1_981)}`)).toBeNull()
})

test('parameters that only track are left out where that is wanted', () => {
  const url = 'https://example.com/?utm_source=x&id=7&GCLID=y&fbclid=z&utmost=1'
  expect(crawlUrl(url)).toBe(url)
  expect(crawlUrl(url, true)).toBe('https://example.com/?id=7&utmost=1')
  expect(crawlUrl('https://example.com/?utm_source=x', true)).toBe('https://example.com/')
})

test('the form of an address is its own form', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      const once = crawlUrl(url)
      expect(once === null ? null : crawlUrl(once)).toBe(once)
    }),
  )
})

test('so is that of an address with escapes that are none', () => {
  const pieces = fc.array(fc.constantFrom('%', '4', '1', '7', 'e', 'E', '%41', '%7e', '/', '?'))
  fc.assert(
    fc.property(pieces, (path) => {
      const once = crawlUrl(`https://example.com/${path.join('')}`)
      expect(once === null ? null : crawlUrl(once)).toBe(once)
    }),
  )
})
