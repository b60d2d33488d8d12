import { ANALYSES } from '@sightline/shared/analyses/registry'
import { expect, test } from 'vitest'
import { linksAnalysis } from '../../../../agent/src/analyses/links.ts'
import { PAGE_LIMITS } from '../../../../agent/src/page/limits.ts'
import { factsOf, pageOf, type PageOptions } from '../../../helpers/analysis-page.ts'

function linksOf(html: string, options: PageOptions = {}) {
  const page = pageOf(html, options)
  return ANALYSES.links.result.parse(
    linksAnalysis.analyse({ page, facts: factsOf(html, options) }, {}),
  )
}

test('a link has every field', () => {
  const { links } = linksOf(
    '<footer><a href="//www.other.example/x?y#z" rel="NoFollow Noopener" target=_blank><img alt="Other one"></a></footer>',
  )
  expect(links).toEqual([
    {
      url: 'https://www.other.example/x?y',
      href: '//www.other.example/x?y#z',
      text: 'Other one',
      type: 'external',
      rel: ['nofollow', 'noopener'],
      dofollow: false,
      target: '_blank',
      element: 'a',
      isImage: true,
      alt: 'Other one',
      context: 'footer',
      fragment: 'z',
    },
  ])
})

test('links are counted by kind', () => {
  const result = linksOf(
    '<a href=/a>a</a><a href=/a#b>a</a><a href=https://www.example.com/>w</a><a href=https://x.example/ rel=sponsored>x</a>' +
      '<a href=/u rel=ugc>u</a><a href=/n rel="nofollow ugc">n</a><a href=/i><img></a><a href=/l aria-label=L></a>' +
      '<a href=#top>top</a><a href=mailto:a@b.example>m</a><a href=tel:1>t</a><a href="javascript:x()">j</a><a href=ftp://h/>f</a>' +
      '<a>none</a><a href="http://[">bad</a><map><area href=/area></map>',
  )
  expect(result.counts).toEqual({
    total: 9,
    unique: 8,
    internal: 8,
    external: 1,
    dofollow: 6,
    nofollow: 1,
    sponsored: 1,
    ugc: 2,
    anchors: 1,
    mailto: 1,
    tel: 1,
    javascript: 1,
    images: 1,
    emptyText: 2,
  })
  expect(result.total).toBe(9)
  expect(result.links).toHaveLength(9)
})

test('a link within the page is one however it is written; with a base "#top" is none', () => {
  const options = { url: 'https://example.com/shop/tea' }
  const whole = '<a href="https://example.com/shop/tea#price">price</a><a href="?#x">other</a>'
  expect(linksOf(`<a href="#top">top</a>${whole}`, options).counts).toMatchObject({
    anchors: 2,
    total: 1,
  })
  const { counts, links } = linksOf(`<base href="/"><a href="#top">top</a>${whole}`, options)
  expect(counts.anchors).toBe(1)
  expect(links.map(({ url, fragment }) => [url, fragment])).toEqual([
    ['https://example.com/', 'top'],
    ['https://example.com/?', 'x'],
  ])
})

test.each([
  ['<meta name=robots content=nofollow>', {}],
  ['', { headers: { 'x-robots-tag': 'none' } }],
])('a page that says nofollow (%j, %j) follows no link', (head, options) => {
  const { counts, links } = linksOf(`${head}<a href=/>x</a>`, options)
  expect(counts).toMatchObject({ dofollow: 0, nofollow: 1 })
  expect(links[0]?.dofollow).toBe(false)
})

test('a nofollow for one crawler is none for the page', () => {
  expect(linksOf('<meta name=bingbot content=nofollow><a href=/>x</a>').counts.dofollow).toBe(1)
})

test('an address that is empty leads to the page itself', () => {
  const { links } = linksOf('<a href="">x</a>', { url: 'https://example.com/p#q' })
  expect(links[0]).toMatchObject({ url: 'https://example.com/p', type: 'internal', fragment: null })
})

test('words of rel may be parted by commas', () => {
  const { links } = linksOf('<a href=/ rel="UGC,nofollow , noopener">x</a>')
  expect(links[0]).toMatchObject({ rel: ['ugc', 'nofollow', 'noopener'], dofollow: false })
})

test('canonical and language versions are absolute', () => {
  const { canonical, hreflang } = linksOf(
    '<link rel=canonical href=/c><link rel=alternate hreflang=de href=/de>',
  )
  expect([canonical, hreflang]).toEqual([
    'https://example.com/c',
    [{ hreflang: 'de', href: 'https://example.com/de' }],
  ])
})

test('a link that the parser repeats thousands of times makes no result of hundreds of megabytes', () => {
  const long = 'x'.repeat(16_000)
  const link = `<div><a href=/ target="${long}" rel="${long}"><img alt="${long}"></div>`
  const { links } = linksOf(link + '<p>x'.repeat(PAGE_LIMITS.listed))
  expect(links.length).toBeGreaterThan(4_000)
  expect(JSON.stringify(links).length).toBeLessThan(20_000_000)
})

test('links behind those that are listed are counted', () => {
  const listed = '<a href=/a#b>a</a>'.repeat(PAGE_LIMITS.listed)
  const behind = '<a href=/a>a</a><a href=//x.example/>x</a><a href=#top>top</a><a href=tel:1>t</a>'
  const { counts, total, links } = linksOf(listed + behind)
  expect(counts).toMatchObject({ total: 5_002, unique: 2, internal: 5_001, external: 1 })
  expect([total, links.length]).toEqual([5_002, 5_000])
})

test('a nofollow for Googlebot is one for the page, as in its audit', () => {
  const { counts } = linksOf('<meta name=googlebot content=nofollow><a href=/>x</a>')
  expect(counts).toMatchObject({ dofollow: 0, nofollow: 1 })
})
