import { expect, test } from 'vitest'
import { canonicalsOf, canonicalUrl } from '../../../../agent/src/page/canonical.ts'
import {
  alternatesOf,
  isRelativeReference,
  isValidHreflang,
} from '../../../../agent/src/page/hreflang.ts'
import { isInternal } from '../../../../agent/src/page/is-internal.ts'
import { isLanguageTag } from '../../../../agent/src/page/language-tag.ts'
import { readLinkHeader } from '../../../../agent/src/page/link-header.ts'
import {
  effectiveDirectives,
  robotsInHeader,
  robotsInMeta,
} from '../../../../agent/src/page/robots-directives.ts'
import { srcsetUrls } from '../../../../agent/src/page/srcset.ts'
import { factsOf } from '../../../helpers/analysis-page.ts'

test("the head's canonical counts before the header's, and both before one in the body", () => {
  const facts = factsOf(
    '<head><link rel=canonical href=/a></head><p><link rel="canonical x" href=/b>',
  )
  const headers = { link: '</c>; rel="canonical"' }
  expect(
    canonicalsOf(facts, headers).map(({ url, source, isInHead }) => [url, source, isInHead]),
  ).toEqual([
    ['https://example.com/a', 'html', true],
    ['https://example.com/c', 'header', true],
    ['https://example.com/b', 'html', false],
  ])
  expect(canonicalUrl(factsOf('<p>'), headers)).toBe('https://example.com/c')
  expect(canonicalUrl(factsOf('<link rel=canonical href="">'), {})).toBeNull()
})

test('a Link header is resolved against the page, not against its base', () => {
  const facts = factsOf('<base href=/base/>', { url: 'https://example.com/dir/' })
  expect(canonicalUrl(facts, { link: '<x>; rel=canonical' })).toBe('https://example.com/dir/x')
})

// The examples of RFC 8288, section 3.5, and what servers send besides.
test.each([
  [
    '<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"',
    [['http://example.com/TheBook/chapter2', ['previous'], null]],
  ],
  ['</>; rel="http://example.net/foo"', [['/', ['http://example.net/foo'], null]]],
  [
    '</TheBook/chapter2>; rel="previous"; title*=UTF-8\'de\'letztes%20Kapitel, </TheBook/chapter4>; rel="next"',
    [
      ['/TheBook/chapter2', ['previous'], null],
      ['/TheBook/chapter4', ['next'], null],
    ],
  ],
  [
    '<http://example.org/>; rel="start http://example.net/relation/other"',
    [['http://example.org/', ['start', 'http://example.net/relation/other'], null]],
  ],
  ['<a>;rel=alternate;hreflang="de, \\"x"', [['a', ['alternate'], 'de, "x']]],
  ['<a,b>; REL=Next; rel=prev', [['a,b', ['next'], null]]],
  [
    '<a>; async; rel=preload,<b>',
    [
      ['a', ['preload'], null],
      ['b', [], null],
    ],
  ],
  ['no link', []],
  ['<unclosed', []],
])('the Link header %s', (header, links) => {
  expect(readLinkHeader(header).map(({ href, rel, hreflang }) => [href, rel, hreflang])).toEqual(
    links,
  )
})

test.each([
  ['x-default', true],
  ['en', true],
  ['EN-us', true],
  ['zh-Hant', true],
  ['zh-Hant-TW', true],
  ['fil', true],
  ['en-UK', false],
  ['en-EU', false],
  ['es-419', false],
  ['en_US', false],
  ['xx', false],
  ['jp', false],
  ['de-XX', false],
  ['', false],
  ['english', false],
  ['en-us-x', false],
  ['eng', false],
  ['deu-AT', false],
  ['haw', true],
])('hreflang %s: %s', (value, isValid) => {
  expect(isValidHreflang(value)).toBe(isValid)
})

test.each([
  ['en', true],
  ['de-CH-1996', true],
  ['es-419', true],
  ['zh-Hans-CN', true],
  ['en_US', false],
  ['qqq', false],
  ['', false],
  ['x'.repeat(1_000), false],
  ['eng', false],
  ['ger-DE', false],
  ['zh-cmn-Hans', true],
  ['cmn-Hans-CN', true],
  ['sh', true],
  ['fil', true],
])('lang %s: %s', (value, isTag) => {
  expect(isLanguageTag(value)).toBe(isTag)
})

test('alternates are those of the tags and of the header', () => {
  const facts = factsOf(
    '<link rel=alternate hreflang=de href=/de><link rel=alternate type=x href=/rss><link rel=alternate hreflang=fr>',
  )
  const alternates = alternatesOf(facts, { link: '</it>; rel=alternate; hreflang=it' })
  expect(alternates).toEqual([
    { hreflang: 'de', href: '/de', url: 'https://example.com/de', source: 'html' },
    { hreflang: 'it', href: '/it', url: 'https://example.com/it', source: 'header' },
  ])
})

test('a reference without a scheme is relative', () => {
  expect(['/x', '//h/x', 'x:y', 'https://h/'].map(isRelativeReference)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['https://www.example.com/x', 'http://example.com/', true],
  ['https://example.com:8443/', 'https://example.com/', false],
  ['https://sub.example.com/', 'https://example.com/', false],
  ['mailto:a@example.com', 'https://example.com/', false],
  ['mailto:a', 'mailto:b', false],
  ['no address', 'https://example.com/', false],
])('%s on %s is internal: %s', (url, page, expected) => {
  expect(isInternal(url, page)).toBe(expected)
})

test.each([
  ['a.png', ['a.png']],
  ['a 1x, b 2x', ['a', 'b']],
  ['a, b', ['a', 'b']],
  [' ,a 100w ,b', ['a', 'b']],
  ['a,b 1x', ['a,b']],
  ['data:x,y 1x, b', ['data:x,y', 'b']],
  ['a (1,2) 1x, b', ['a', 'b']],
  [' , ', []],
])('the candidates of srcset %j', (srcset, urls) => {
  expect(srcsetUrls(srcset, 10)).toEqual(urls)
})

test('robots in meta tags is for all, or for a crawler that is named', () => {
  const statements = robotsInMeta(
    factsOf(
      '<meta name=ROBOTS content="NOINDEX, max-snippet: 20"><meta name=googlebot content="nofollow nosnippet">' +
        '<meta name=author content=noarchive><meta name=robots>',
    ),
  )
  expect(statements).toEqual({
    raw: ['NOINDEX, max-snippet: 20', 'nofollow nosnippet'],
    directives: ['noindex', 'max-snippet:20'],
    byBot: { googlebot: ['nofollow', 'nosnippet'] },
  })
})

test.each([
  ['noindex, nofollow', ['noindex', 'nofollow'], {}],
  ['googlebot: noindex, nofollow', [], { googlebot: ['noindex', 'nofollow'] }],
  [
    'noarchive, BingBot: noindex, otherbot: none',
    ['noarchive'],
    { bingbot: ['noindex'], otherbot: ['none'] },
  ],
  [
    'unavailable_after: 25 Jun 2010 15:00:00 PST',
    ['unavailable_after:25 Jun 2010 15:00:00 PST'],
    {},
  ],
  [
    'unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, noindex',
    ['unavailable_after:Friday, 25-Jun-10 15:00:00 UTC', 'noindex'],
    {},
  ],
  ['max-image-preview:LARGE', ['max-image-preview:large'], {}],
  ['__proto__: noindex', [], { ['__proto__']: ['noindex'] }],
])('X-Robots-Tag: %s', (field, directives, byBot) => {
  const statements = robotsInHeader({ 'x-robots-tag': field })
  expect(statements.directives).toEqual(directives)
  expect(Object.entries(statements.byBot)).toEqual(Object.entries(byBot))
})

test('a crawler that one header field names is not meant by the next field', () => {
  const { directives, byBot } = robotsInHeader({
    'x-robots-tag': ['googlebot: noindex', 'nofollow'],
  })
  expect([directives, byBot]).toEqual([['nofollow'], { googlebot: ['noindex'] }])
})

test('the most restrictive statement wins, wherever it stands', () => {
  const meta = robotsInMeta(
    factsOf(
      '<meta name=robots content="index,max-snippet:-1,max-image-preview:large,max-video-preview:5">',
    ),
  )
  const header = robotsInHeader({
    'x-robots-tag':
      'max-snippet:0, max-image-preview:standard, max-video-preview:-1, googlebot: none',
  })
  const general = effectiveDirectives([meta, header])
  expect(general).toEqual({
    noindex: false,
    nofollow: false,
    noarchive: false,
    nosnippet: true,
    noimageindex: false,
    notranslate: false,
    maxSnippet: 0,
    maxImagePreview: 'standard',
    maxVideoPreview: 5,
    unavailableAfter: null,
  })
  const google = effectiveDirectives([meta, header], 'googlebot')
  expect(google).toEqual({ ...general, noindex: true, nofollow: true })
  expect(effectiveDirectives([meta, header], 'constructor')).toEqual(general)
})
