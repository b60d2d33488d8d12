import { expect, test } from 'vitest'
import { issueDetails } from '../../../../controller/web/src/parts/crawls/issue-details.ts'

const SITE = 'https://shop.example'
const lines = (detail: Record<string, unknown> | null, issue: string | null = null): string[] =>
  issueDetails(issue, detail).map(({ url, text, isPage }) =>
    [isPage === true ? 'page' : null, url, text].filter(Boolean).join(' '),
  )

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'broken links, with their text and what they answer',
    {
      links: 12,
      first: [
        { target: `${SITE}/gone`, statusCode: 404, error: null, text: 'Trees', area: 'nav' },
        { target: `${SITE}/old`, leadsTo: `${SITE}/away`, statusCode: 410, error: null, text: '' },
        { target: `${SITE}/dead`, statusCode: null, error: 'The connection is refused.', text: '' },
      ],
    },
    [
      `${SITE}/gone “Trees”, status 404`,
      `${SITE}/old leads to ${SITE}/away, status 410`,
      `${SITE}/dead The connection is refused`,
      'and 9 more',
    ],
  ],
  [
    'links that redirect',
    {
      links: 1,
      first: [{ target: `${SITE}/a`, statusCode: 301, redirectsTo: `${SITE}/b`, text: 'A' }],
    },
    [`${SITE}/a “A”, redirects to ${SITE}/b`],
  ],
  [
    'images',
    { images: 1, first: [{ target: `${SITE}/a.png`, statusCode: 404, error: null }] },
    [`${SITE}/a.png status 404`],
  ],
  [
    'what pages have in common',
    { text: 'Garden trees', pages: 14, others: [`${SITE}/2`, `${SITE}/3`] },
    ['“Garden trees”', `page ${SITE}/2`, `page ${SITE}/3`, 'and 11 more'],
  ],
  [
    'versions that do not link back',
    { alternates: 1, first: [{ language: 'de', url: `${SITE}/de` }] },
    [`${SITE}/de de`],
  ],
  ['the way of a chain', { way: [`${SITE}/1`, `${SITE}/2`] }, [`${SITE}/2`]],
  [
    'canonicals',
    { canonical: `${SITE}/c`, statusCode: 500, error: null },
    [`${SITE}/c status 500`],
  ],
  [
    'other canonicals',
    { canonical: `${SITE}/c`, names: `${SITE}/d` },
    [`${SITE}/c names ${SITE}/d`],
  ],
  ['where a sitemap leads', { redirectsTo: `${SITE}/b` }, [`${SITE}/b is where it leads`]],
  ['what a sitemap names', { statusCode: null, error: 'It is silent.' }, ['It is silent']],
  ['how deep a page is', { depth: 7 }, ['7 clicks away']],
  ['what a newer version knows', { first: [{ new: 1 }], other: { new: 2 } }, []],
])('of an issue of the site is told: %s', (_, detail, expected) => {
  expect(lines(detail)).toEqual(expected)
})

test('of an issue of the audit its sentence is told', () => {
  expect(lines(null, 'The title has 75 characters.')).toEqual(['The title has 75 characters.'])
  expect(lines(null)).toEqual([])
})
