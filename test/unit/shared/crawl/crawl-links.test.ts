import { CrawlRecord } from '@sightline/shared/crawl/work'
import { expect, test } from 'vitest'

const parsed = (links: unknown) =>
  CrawlRecord.safeParse({
    id: 1,
    outcome: 'page',
    statusCode: 200,
    contentType: 'text/html',
    ms: 1,
    bytes: 1,
    retryAfterMs: null,
    error: null,
    audit: null,
    facts: null,
    links,
  })

const URL = 'https://example.com/'

test.each([
  [[]],
  [[[URL, 0, 0, '']]],
  [[[URL, 7, 5, 'x'.repeat(100)]]],
  [[['x'.repeat(2_000), 1, 2, 'Pears']]],
  [Array.from({ length: 5_000 }, () => [URL, 0, 0, 'Pears'])],
])('links of a page are taken as they are: %#', (links) => {
  expect(parsed(links).data?.links).toEqual(links)
})

test.each([
  [null],
  [undefined],
  [{}],
  ['links'],
  [[null]],
  [[URL]],
  [[[URL, 0, 0]]],
  [[[URL, 0, 0, '', '']]],
  [[[1, 0, 0, '']]],
  [[['x'.repeat(2_001), 0, 0, '']]],
  [[[URL, 8, 0, '']]],
  [[[URL, -1, 0, '']]],
  [[[URL, 0.5, 0, '']]],
  [[[URL, '0', 0, '']]],
  [[[URL, 0, 6, '']]],
  [[[URL, 0, null, '']]],
  [[[URL, 0, 0, null]]],
  [[[URL, 0, 0, 'x'.repeat(101)]]],
  [Array.from({ length: 5_001 }, () => [URL, 0, 0, 'Pears'])],
  // One among good ones.
  [
    [
      [URL, 0, 0, ''],
      [URL, 9, 0, ''],
    ],
  ],
])('what is no list of links makes a record none: %#', (links) => {
  expect(parsed(links).success).toBe(false)
})
