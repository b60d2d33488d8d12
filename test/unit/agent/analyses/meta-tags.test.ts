import { ANALYSES } from '@sightline/shared/analyses/registry'
import { expect, test } from 'vitest'
import { metaTagsAnalysis } from '../../../../agent/src/analyses/meta-tags.ts'
import { factsOf, pageOf, type PageOptions } from '../../../helpers/analysis-page.ts'

function metaTagsOf(html: string, options: PageOptions = {}) {
  const page = pageOf(html, options)
  const result = metaTagsAnalysis.analyse({ page, facts: factsOf(html, options) }, {})
  return ANALYSES['meta-tags'].result.parse(result)
}

test('every field of a page that has all of them', () => {
  const result = metaTagsOf(
    `<!doctype html><html lang="en-GB"><head><title>Tea 🍵 shop</title>
    <meta name="Description" content="All about tea"><meta name=description content=again>
    <meta http-equiv="Content-Language" content=en>
    <meta property="og:title" content=Tea><meta property="og:image" content=a><meta property="og:image" content=b>
    <meta property="article:author" content=x><meta name="twitter:card" content=summary><meta property="twitter:site" content=@t>
    <link rel=canonical href="/tea"><link rel=amphtml href="/amp"><link rel=manifest href="m.json">
    <link rel=prev href="?p=1"><link rel=next href="?p=3"><link rel="shortcut icon" href=i.ico><link rel=apple-touch-icon href=a.png>
    <link rel=alternate hreflang=de href="/de"><link rel=alternate type=application/rss+xml href=/rss>
    <link rel=preconnect href=//cdn.example><link rel=preload href=f.woff2 as=font>`,
    { url: 'https://example.com/shop/', askedUrl: 'https://example.com/shop' },
  )
  const at = (path: string) => `https://example.com${path}`
  expect(result).toEqual({
    url: at('/shop'),
    fetchedUrl: at('/shop/'),
    statusCode: 200,
    title: 'Tea 🍵 shop',
    titleLength: 10,
    charset: 'utf-8',
    lang: 'en-GB',
    canonical: at('/tea'),
    meta: { description: 'All about tea', 'twitter:card': 'summary' },
    httpEquiv: { 'content-language': 'en' },
    openGraph: { 'og:title': 'Tea', 'og:image': 'a' },
    twitter: { 'twitter:card': 'summary', 'twitter:site': '@t' },
    links: {
      amphtml: at('/amp'),
      manifest: at('/shop/m.json'),
      prev: at('/shop/?p=1'),
      next: at('/shop/?p=3'),
      icons: [at('/shop/i.ico'), at('/shop/a.png')],
      alternates: [{ hreflang: 'de', href: at('/de') }],
      preconnect: 1,
      preload: 1,
    },
    counts: { metaTags: 9, openGraph: 3, twitter: 2, hreflang: 1 },
  })
})

test('a page that has none of them', () => {
  const result = metaTagsOf('', { headers: { 'content-type': 'text/html' } })
  expect(result).toMatchObject({
    title: '',
    titleLength: 0,
    charset: '',
    lang: '',
    canonical: null,
  })
  expect(result.links).toMatchObject({ amphtml: null, manifest: null, icons: [], alternates: [] })
})

test('of tags that come more than once the first with content counts, as in the audit', () => {
  const { meta, openGraph, counts } = metaTagsOf(
    '<meta name=description content=" "><meta name=description content=A><meta name=description content=B><meta name=author content="">' +
      '<meta property="og:image" content=""><meta property="og:image" content="/a.png">',
  )
  expect(meta).toEqual({ description: 'A', author: '' })
  expect(openGraph).toEqual({ 'og:image': '/a.png' })
  expect(counts).toMatchObject({ metaTags: 6, openGraph: 2 })
})

test('a link without an address is none', () => {
  const { links } = metaTagsOf(
    ['icon', 'manifest', 'amphtml', 'next'].map((rel) => `<link rel=${rel} href="">`).join('') +
      '<link rel=icon href=" "><link rel=icon href="/i.svg"><link rel=next href="?p=2">',
  )
  expect(links).toMatchObject({
    icons: ['https://example.com/i.svg'],
    manifest: null,
    amphtml: null,
    next: 'https://example.com/?p=2',
  })
})

test('the charset is the one of the header, else the one that the page declares', () => {
  const html = '<meta charset="ISO-8859-1">'
  expect(metaTagsOf(html).charset).toBe('utf-8')
  expect(metaTagsOf(html, { headers: { 'content-type': 'text/html' } }).charset).toBe('iso-8859-1')
})

test('an XML declaration declares the charset of a page that has no meta tag for it', () => {
  const options = { headers: { 'content-type': 'text/html' } }
  const declaration = '<?xml version="1.0" encoding="Shift_JIS"?>'
  expect(metaTagsOf(`${declaration}<p>x`, options).charset).toBe('shift_jis')
  expect(metaTagsOf(`${declaration}<meta charset=UTF-8>`, options).charset).toBe('utf-8')
})

test('one tag may speak to Open Graph and Twitter, and be the description too', () => {
  const { openGraph, twitter, meta, counts } = metaTagsOf(
    '<meta property="og:title" name="twitter:title" content=T><meta name=description property="OG:description" content=D>',
  )
  expect(openGraph).toEqual({ 'og:title': 'T', 'og:description': 'D' })
  expect(twitter).toEqual({ 'twitter:title': 'T' })
  expect(meta).toEqual({ 'twitter:title': 'T', description: 'D' })
  expect(counts).toMatchObject({ metaTags: 2, openGraph: 2, twitter: 1 })
})

test('the title of the head is told before one that stands in the body', () => {
  expect(metaTagsOf('<p><title>body</title>').title).toBe('body')
  expect(metaTagsOf('<title>head</title><p><title>body</title>').title).toBe('head')
})

test('a page of another type is told as having nothing', () => {
  const result = metaTagsOf('{"a":"<title>x</title>"}', {
    headers: { 'content-type': 'application/json' },
  })
  expect(result).toMatchObject({ title: '', meta: {}, counts: { metaTags: 0 } })
})
