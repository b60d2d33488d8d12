import type { CrawlLink } from '@sightline/shared/crawl/link'
import { MAX_PAGE_LINK_CHARACTERS } from '@sightline/shared/crawl/link'
import { expect, test } from 'vitest'
import { linksOfPage } from '../../../../../agent/src/analyses/site-page/links-of-page.ts'
import { PAGE_LIMITS } from '../../../../../agent/src/page/limits.ts'
import { factsOf } from '../../../../helpers/analysis-page.ts'

const URL = 'https://example.com/page'

function linksIn(
  html: string,
  page: { isNofollow?: boolean; dropTracking?: boolean } = {},
): CrawlLink[] {
  return linksOfPage(factsOf(html, { url: URL }), {
    url: URL,
    isNofollow: false,
    dropTracking: false,
    refresh: null,
    ...page,
  }).links
}

test('each address is told once, with its first text and where it stands', () => {
  const html = `<nav><a href="/a#x"><img src="a.png" alt="Image of A"></a></nav>
    <main><a href="/a">Text of A</a> <a href="B?q=%7euser">B</a></main>
    <footer><a href="https://other.test"  title="Other"></a></footer>
    <map name=m><area href="/area" alt="Area"></map>`
  expect(linksIn(html)).toEqual([
    ['https://example.com/a', 2, 0, 'Image of A'],
    ['https://example.com/B?q=~user', 0, 3, 'B'],
    ['https://other.test/', 0, 2, 'Other'],
    ['https://example.com/area', 0, 5, 'Area'],
  ])
})

test('links to the page itself, and what is no page, are left out', () => {
  const html = `<a href="#top">Top</a> <a href="/page">Self</a> <a href="mailto:a@b.test">Mail</a>
    <a href="tel:1">Call</a> <a>None</a> <a href="http://[">Broken</a>
    <a href="/${'a'.repeat(2_000)}">Long</a>`
  expect(linksIn(html)).toEqual([])
})

test('an address is not followed only where all links to it say so, or the page does', () => {
  const html = `<a rel="nofollow" href="/a">A</a><a rel="nofollow" href="/b">B</a><a href="/a">A</a>`
  const flags = (links: readonly CrawlLink[]) => links.map(([, flag]) => flag)
  expect(flags(linksIn(html))).toEqual([0, 1])
  expect(flags(linksIn(html, { isNofollow: true }))).toEqual([1, 1])
})

test('parameters that only tell where a visitor came from are left out where they are to be', () => {
  const html = '<a href="/a?utm_source=x&b=1">A</a>'
  expect(linksIn(html)[0]?.[0]).toBe('https://example.com/a?utm_source=x&b=1')
  expect(linksIn(html, { dropTracking: true })[0]?.[0]).toBe('https://example.com/a?b=1')
})

test('what a page may say is bounded', () => {
  const link = (at: number) => `<a href="/${at}${'x'.repeat(1_000)}">${'wide '.repeat(50)}</a>`
  const links = linksIn(Array.from({ length: 400 }, (_, at) => link(at)).join(''))
  const characters = links.reduce((sum, [url]) => sum + url.length, 0)
  expect(characters).toBeLessThanOrEqual(MAX_PAGE_LINK_CHARACTERS)
  expect(links.length).toBeGreaterThan(280)
  expect(Math.max(...links.map(([, , , text]) => text.length))).toBe(100)
})

test('links behind the first thousands are kept where none before leads to the same page', () => {
  const contents = '<a href="/a#x">x</a><a rel=nofollow href="/b">B</a>'.repeat(PAGE_LIMITS.listed)
  const last = '<a rel=nofollow href="/a">A</a><a href="/b">B</a><a href="/c#x">C</a>'
  expect(linksIn(contents + last)).toEqual([
    ['https://example.com/a', 0, 5, 'x'],
    ['https://example.com/b', 0, 5, 'B'],
    ['https://example.com/c', 0, 5, 'C'],
  ])
})

test('a page with more links than are kept says so', () => {
  const html = Array.from({ length: 5_001 }, (_, at) => `<a href="/${at}">x</a>`)
  const isCut = (count: number) =>
    linksOfPage(factsOf(html.slice(0, count).join(''), { url: URL }), {
      url: URL,
      isNofollow: false,
      dropTracking: false,
      refresh: null,
    }).isCut
  expect([isCut(5_000), isCut(5_001)]).toEqual([false, true])
})
