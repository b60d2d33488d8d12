import type { CrawlLink } from '@sightline/shared/crawl/link'
import { LINK_NOFOLLOW } from '@sightline/shared/crawl/link'
import { expect, test } from 'vitest'
import { linkedUrlsOf } from '../../../../controller/src/crawl/linked-urls.ts'
import { createScope } from '../../../../controller/src/crawl/scope.ts'
import { patternOf } from '../../../../controller/src/crawl/url-digest.ts'

const SETTINGS = { followNofollow: false, dropTracking: false, checkExternal: false }
const scope = createScope('https://example.com/', {
  include: [],
  exclude: ['/private'],
  includeSubdomains: false,
})
const to = (path: string, flags = 0): CrawlLink => [
  new URL(path, 'https://example.com').href,
  flags,
  3,
  '',
]

const linked = (
  pages: { seq: number; links: CrawlLink[]; canonical?: string; images?: string[] }[],
  settings: Partial<typeof SETTINGS> = {},
) =>
  linkedUrlsOf(
    pages.map((page) => ({ canonical: null, images: [], ...page })),
    scope,
    { ...SETTINGS, ...settings },
  ).urls.map(({ url, rank, leftOut }) => ({
    url: url.replace('https://example.com', ''),
    rank,
    leftOut,
  }))

test('an address has the place of the first link to it, whichever answer came first', () => {
  const pages = [
    { seq: 7, links: [to('/b'), to('/a')] },
    { seq: 2, links: [to('/c'), to('/a')] },
  ]
  const expected = [
    { url: '/c', rank: 2 * 65_536, leftOut: null },
    { url: '/a', rank: 2 * 65_536 + 1, leftOut: null },
    { url: '/b', rank: 7 * 65_536, leftOut: null },
  ]
  expect(linked(pages)).toEqual(expected)
  expect(linked(pages.toReversed())).toEqual(expected)
})

test('a link that says nofollow gives an address no turn, unless another one does', () => {
  expect(linked([{ seq: 0, links: [to('/a', LINK_NOFOLLOW)] }])).toEqual([
    { url: '/a', rank: null, leftOut: 'nofollow' },
  ])
  const both = [
    { seq: 0, links: [to('/a', LINK_NOFOLLOW)] },
    { seq: 1, links: [to('/a')] },
  ]
  const expected = [{ url: '/a', rank: 65_536, leftOut: null }]
  expect(linked(both)).toEqual(expected)
  expect(linked(both.toReversed())).toEqual(expected)
  expect(linked(both.slice(0, 1), { followNofollow: true })).toEqual([
    { url: '/a', rank: 0, leftOut: null },
  ])
})

test('other sites are kept where they are to be asked, what is excluded always', () => {
  const pages = [{ seq: 0, links: [to('https://other.example/'), to('/private'), to('/a.jpg')] }]
  expect(linked(pages)).toEqual([
    { url: '/private', rank: 1, leftOut: 'excluded' },
    { url: '/a.jpg', rank: 2, leftOut: 'type' },
  ])
  expect(linked(pages, { checkExternal: true })[0]).toEqual({
    url: 'https://other.example/',
    rank: 0,
    leftOut: 'external',
  })
})

test('what only a canonical names is known, whichever page comes first', () => {
  const naming = (path: string, seq: number) => ({ seq, links: [], canonical: to(path)[0] })
  const pages = [naming('/a', 0), naming('/private', 1), naming('/b', 2), naming('/file.pdf', 3)]
  const linking = { seq: 4, links: [to('/b')] }
  const expected = [
    { url: '/b', rank: 4 * 65_536, leftOut: null },
    { url: '/a', rank: null, leftOut: 'canonical' },
  ]
  expect(linked([...pages, linking])).toEqual(expected)
  expect(linked([linking, ...pages])).toEqual(expected)
})

test('what is not written as agents write addresses is left out', () => {
  expect(linked([{ seq: 0, links: [['https://EXAMPLE.com/#a', 0, 3, '']] }])).toEqual([])
  expect(linked([{ seq: 0, links: [['https://example.com/a?', 0, 3, '']] }])).toEqual([])
})

test('addresses that a program makes without end have one pattern', () => {
  const of = (path: string): string | null => patternOf(`https://example.com${path}`)
  expect(of('/calendar/2026/11')).toBe(of('/calendar/1999/1'))
  expect(of('/list?page=1&sort=up')).toBe(of('/list?sort=down&page=2'))
  expect(of('/list?page=1')).not.toBe(of('/list?sort=1'))
  expect(of('/about')).toBeNull()
})

test('images have their place behind the links of their page, and give no page a turn', () => {
  const images = ['/a.png', '/picture?id=1', '/page', '/private'].map((path) => to(path)[0])
  const elsewhere = 'https://cdn.example/c.png'
  const pages = [
    { seq: 1, links: [to('/a'), to('/page')], images: [...images, elsewhere] },
    { seq: 2, links: [], images },
  ]
  const expected = [
    { url: '/a', rank: 65_536, leftOut: null },
    { url: '/page', rank: 65_537, leftOut: null },
    { url: '/a.png', rank: 65_536 + 5_000, leftOut: 'type' },
    { url: '/picture?id=1', rank: null, leftOut: 'image' },
    { url: '/private', rank: null, leftOut: 'excluded' },
  ]
  expect(linked(pages)).toEqual(expected)
  expect(new Set(linked(pages.toReversed()))).toEqual(new Set(expected))
  expect(linked(pages, { checkExternal: true })).toContainEqual({
    url: elsewhere,
    rank: 65_536 + 5_004,
    leftOut: 'external',
  })
})
