import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesGlob, readPathGlob } from '../../../../controller/src/crawl/path-glob.ts'
import { createScope } from '../../../../controller/src/crawl/scope.ts'

const ALL = { include: [], exclude: [], includeSubdomains: false }

test.each([
  ['https://example.com/a', null],
  ['http://example.com/a', null],
  ['https://www.example.com/', null],
  ['https://shop.example.com/', 'external'],
  ['https://example.com:8443/', 'external'],
  ['https://notexample.com/', 'external'],
  ['https://example.com/logo.PNG', 'type'],
  ['https://example.com/paper.pdf?page=2', 'type'],
  ['https://example.com/v1.2/readme', null],
  ['https://example.com/page.html', null],
  [`https://example.com${'/again'.repeat(10)}/`, null],
  [`https://example.com${'/again'.repeat(11)}/`, 'trap'],
])('%s of a crawl of example.com: %s', (url, expected) => {
  expect(createScope('https://example.com/', ALL).judge(url)).toBe(expected)
})

test('a start page with "www." has the site without it too', () => {
  const scope = createScope('https://www.example.com/', ALL)
  expect(scope.judge('https://example.com/')).toBeNull()
})

test('what lies below a host belongs to it where that is wanted', () => {
  const scope = createScope('https://example.com/', { ...ALL, includeSubdomains: true })
  expect(scope.judge('https://shop.example.com/')).toBeNull()
  expect(scope.judge('https://shop.example.org/')).toBe('external')
})

test('globs decide what is crawled; the start page always is', () => {
  const settings = {
    include: ['/blog/**'],
    exclude: ['/**?*sort=*', '/blog/*.txt'],
    includeSubdomains: false,
  }
  const scope = createScope('https://example.com/', settings)
  expect(scope.judge('https://example.com/')).toBeNull()
  expect(scope.judge('https://example.com/blog/one')).toBeNull()
  expect(scope.judge('https://example.com/blog/one/two?page=2')).toBeNull()
  expect(scope.judge('https://example.com/blog')).toBe('excluded')
  expect(scope.judge('https://example.com/about')).toBe('excluded')
  expect(scope.judge('https://example.com/blog/?a=1&sort=up')).toBe('excluded')
  expect(scope.judge('https://example.com/blog/a.txt')).toBe('excluded')
  expect(scope.judge('https://example.com/blog/x/a.txt')).toBeNull()
})

test('globs match as a regular expression would', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 })
  fc.assert(
    fc.property(
      piece,
      fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 }),
      (glob, path) => {
        const pattern = glob.replaceAll(/\*\*+|\*/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))
        const expected = new RegExp(`^${pattern}$`).test(path)
        const found = matchesGlob(readPathGlob(glob), { pathname: path, search: '' })
        expect(found).toBe(expected)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a hostile address ends the match of a glob with many stars', () => {
  const glob = readPathGlob(`/**${'a*'.repeat(20)}b`)
  expect(matchesGlob(glob, { pathname: `/${'a'.repeat(1_900)}`, search: '' })).toBe(false)
})
