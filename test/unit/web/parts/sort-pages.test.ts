import { expect, test } from 'vitest'
import { sortPages } from '../../../../controller/web/src/parts/crawls/sort-pages.ts'

const page = (url: string, depth: number | null, inlinks: number, statusCode = 200) => ({
  url,
  depth,
  inlinks,
  statusCode,
  outlinks: 0,
  pageRank: 50,
})
const pages = [
  page('/b', null, 0),
  page('/', 0, 9),
  page('/far', 3, 1),
  page('/gone', 1, 2, 404),
  page('/a', null, 0),
]

test.each([
  ['depth', ['/a', '/b', '/far', '/gone', '/']],
  ['inlinks', ['/a', '/b', '/far', '/gone', '/']],
  ['statusCode', ['/gone', '/', '/a', '/b', '/far']],
  ['pageRank', ['/', '/a', '/b', '/far', '/gone']],
] as const)('pages by %s: those that no link leads to are the deepest', (sort, urls) => {
  expect(sortPages(pages, sort).map(({ url }) => url)).toEqual(urls)
})
