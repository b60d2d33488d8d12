import { IndexabilityResult } from '@sightline/shared/analyses/indexability'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { afterEach, expect, test, vi } from 'vitest'
import { indexabilityAnalysis } from '../../../../agent/src/analyses/indexability.ts'
import type { RobotsFile } from '../../../../agent/src/robots/robots-file.ts'
import { readPageFacts } from '../../../../agent/src/page/read-page-facts.ts'
import type { PageOptions } from '../../../helpers/analysis-page.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

const URL = 'https://example.com/trees'
const BLOCKING = 'User-agent: *\nDisallow: /trees # not yet\nCrawl-delay: 2'
const UNSEEN = 'crawlers do not fetch the page, and would not see a noindex'

interface Case extends PageOptions {
  readonly robots?: string | Partial<RobotsFile>
  readonly sitemapListing?: boolean | null
}

function robotsFile(robots: string | Partial<RobotsFile>): RobotsFile {
  return {
    url: 'https://example.com/robots.txt',
    fetchedUrl: 'https://example.com/robots.txt',
    statusCode: 200,
    contentType: 'text/plain',
    text: typeof robots === 'string' ? robots : null,
    isTruncated: false,
    failure: null,
    ...(typeof robots === 'string' ? {} : robots),
  }
}

async function indexabilityOf(
  html: string,
  { robots = '', sitemapListing = null, ...options }: Case = {},
): Promise<AnalysisResult<'indexability'>> {
  const page = pageOf(html, { url: URL, ...options })
  const artifacts = { page, facts: readPageFacts(page), robots: robotsFile(robots), sitemapListing }
  return IndexabilityResult.parse(await indexabilityAnalysis.analyse(artifacts, {}))
}

afterEach(() => void vi.useRealTimers())

test('nothing speaks against a plain page', async () => {
  expect(await indexabilityOf('<title>Trees</title>')).toEqual({
    url: URL,
    fetchedUrl: URL,
    statusCode: 200,
    indexable: true,
    reasons: [],
    robotsTxt: {
      found: true,
      allowed: true,
      matchedRule: null,
      userAgent: 'Sightline',
      crawlDelay: null,
    },
    metaRobots: { raw: null, directives: [], byBot: {} },
    xRobotsTag: { raw: [], directives: [], byBot: {} },
    canonical: { url: null, source: 'none', isSelf: false, count: 0, conflict: false },
    directives: {
      noindex: false,
      nofollow: false,
      noarchive: false,
      nosnippet: false,
      noimageindex: false,
      notranslate: false,
      maxSnippet: null,
      maxImagePreview: null,
      maxVideoPreview: null,
      unavailableAfter: null,
    },
    hreflang: [],
    redirects: 0,
    inSitemap: null,
  })
})

test.each([true, false, null])('whether a sitemap lists it is told: %s', async (sitemapListing) => {
  const { inSitemap } = await indexabilityOf('', { sitemapListing })
  expect(inSitemap).toBe(sitemapListing)
})

const meta = (content: string, name = 'robots'): string =>
  `<meta name="${name}" content="${content}">`
const xRobots = (value: string): Case => ({ headers: { 'x-robots-tag': value } })
const canonical = (href: string): string => `<link rel=canonical href="${href}">`

test.for<[string, string, Case, readonly string[]]>([
  ['a status', '', { statusCode: 404 }, ['status 404']],
  ['noindex in a tag', meta('NoIndex'), {}, ['noindex in the robots meta tag']],
  ['none in a tag', meta('none'), {}, ['noindex in the robots meta tag']],
  ['noindex in the header', '', xRobots('noindex'), ['noindex in X-Robots-Tag']],
  [
    'noindex in both',
    meta('noindex'),
    xRobots('noindex'),
    ['noindex in the robots meta tag', 'noindex in X-Robots-Tag'],
  ],
  ['index beside it', meta('index'), xRobots('noindex'), ['noindex in X-Robots-Tag']],
  [
    'noindex for Google',
    meta('noindex', 'googlebot'),
    {},
    ['noindex for googlebot in the robots meta tag'],
  ],
  ['noindex for others', meta('noindex', 'bingbot'), xRobots('yandex: noindex'), []],
  ['robots.txt', '', { robots: BLOCKING }, [`blocked by robots.txt (Disallow: /trees): ${UNSEEN}`]],
  [
    'robots.txt and a noindex behind it',
    '',
    { robots: BLOCKING, ...xRobots('noindex') },
    [
      `blocked by robots.txt (Disallow: /trees): ${UNSEEN}`,
      'noindex in X-Robots-Tag, unseen by crawlers while robots.txt keeps them away',
    ],
  ],
  [
    'a robots.txt with a server error',
    '',
    { robots: { statusCode: 503 } },
    [`robots.txt cannot be read (status 503), which forbids everything: ${UNSEEN}`],
  ],
  [
    'a robots.txt without an answer',
    '',
    {
      robots: {
        statusCode: null,
        failure: {
          source: 'target',
          phase: 'connect',
          cause: 'connectionRefused',
          message: 'example.com refused the connection.',
        },
      },
    },
    [
      `robots.txt cannot be read (example.com refused the connection), which forbids everything: ${UNSEEN}`,
    ],
  ],
  ['no robots.txt', '', { robots: { statusCode: 404 } }, []],
  [
    'a canonical elsewhere',
    canonical('/other'),
    {},
    ['canonicalised to https://example.com/other'],
  ],
  ['a canonical in the body', `<p>Text</p>${canonical('/other')}`, {}, []],
  ['its own canonical', canonical('/trees#top'), {}, []],
  [
    'a canonical in the header',
    '',
    { headers: { link: '</other>; rel=canonical' } },
    ['canonicalised to https://example.com/other'],
  ],
  [
    'an instant meta refresh',
    '<meta http-equiv=refresh content="0;url=/new">',
    {},
    ['redirected by meta refresh to https://example.com/new'],
  ],
  [
    'a Refresh header',
    '',
    { headers: { refresh: '0;url=/new' } },
    ['redirected by Refresh header to https://example.com/new'],
  ],
  ['a meta refresh with a delay', '<meta http-equiv=refresh content="5;url=/new">', {}, []],
  [
    'an end that has passed',
    meta('unavailable_after: 2020-03-01'),
    {},
    ['unavailable_after has passed (2020-03-01)'],
  ],
  [
    'an end in the words of mail',
    '',
    xRobots('unavailable_after: Friday, 25-Jun-10 15:00:00 UTC'),
    ['unavailable_after has passed (Friday, 25-Jun-10 15:00:00 UTC)'],
  ],
  [
    'the first of several ends',
    meta('unavailable_after: soon') + meta('unavailable_after: 2020-07-01'),
    xRobots('unavailable_after: 2020-03-01'),
    ['unavailable_after has passed (2020-03-01)'],
  ],
  ['an end to come', meta('unavailable_after: 2020-07-01'), {}, []],
  ['an end nobody understands', meta('unavailable_after: soon'), {}, []],
])('%s', async ([, html, options, reasons]) => {
  vi.useFakeTimers({ now: Date.parse('2020-06-01'), toFake: ['Date'] })
  const result = await indexabilityOf(html, options)
  expect(result.reasons).toEqual(reasons)
  expect(result.indexable).toBe(reasons.length === 0)
})

test('the most restrictive of meta tag and header wins', async () => {
  const result = await indexabilityOf(
    meta('index, max-snippet:50, max-image-preview:large') + meta('nosnippet', 'googlebot'),
    xRobots('noarchive, max-snippet: 20, max-image-preview:none, bingbot: nofollow'),
  )
  expect(result).toMatchObject({
    indexable: true,
    metaRobots: {
      raw: 'index, max-snippet:50, max-image-preview:large, nosnippet',
      directives: ['index', 'max-snippet:50', 'max-image-preview:large'],
      byBot: { googlebot: ['nosnippet'] },
    },
    xRobotsTag: {
      raw: ['noarchive, max-snippet: 20, max-image-preview:none, bingbot: nofollow'],
      directives: ['noarchive', 'max-snippet:20', 'max-image-preview:none'],
      byBot: { bingbot: ['nofollow'] },
    },
    directives: {
      noarchive: true,
      nosnippet: true,
      nofollow: false,
      maxSnippet: 20,
      maxImagePreview: 'none',
    },
  })
})

test('robots.txt is judged for the own product token', async () => {
  const robots =
    'User-agent: *\nDisallow: /\n\nUser-agent: sightline/1.0\nAllow: /t\nCrawl-delay: 3'
  expect(await indexabilityOf('', { robots })).toMatchObject({
    indexable: true,
    robotsTxt: { allowed: true, matchedRule: 'Allow: /t', userAgent: 'Sightline', crawlDelay: 3 },
  })
})

test('canonicals of head and header are counted, and contradict each other', async () => {
  const headers = { link: '<https://example.com/other>; rel="canonical"' }
  expect(await indexabilityOf(canonical('/trees'), { headers })).toMatchObject({
    indexable: true,
    canonical: { url: URL, source: 'html', isSelf: true, count: 2, conflict: true },
  })
  expect(await indexabilityOf('', { headers })).toMatchObject({
    canonical: { source: 'header', isSelf: false, count: 1, conflict: false },
  })
})

test('language versions come with whether search engines take them', async () => {
  const html =
    '<link rel=alternate hreflang=de href="/baeume"><link rel=alternate hreflang=en-UK href="https://">'
  const { hreflang } = await indexabilityOf(html)
  expect(hreflang).toEqual([
    { hreflang: 'de', href: 'https://example.com/baeume', valid: true },
    { hreflang: 'en-UK', href: 'https://', valid: false },
  ])
})

test('what a hostile page says is bounded', async () => {
  const html = Array.from({ length: 200 }, (_, i) =>
    [
      meta(`word-${i}-${'x'.repeat(3_000)}`),
      `<link rel=alternate hreflang="${'\u0001'.repeat(9_000)}" href="/${i}">`,
      canonical(`/${'a'.repeat(9_000)}${i}`),
    ].join(''),
  ).join('')
  const result = await indexabilityOf(html, xRobots('n'.repeat(9_000)))
  expect(JSON.stringify(result).length).toBeLessThan(2_000_000)
  expect(result.canonical).toMatchObject({ count: 200, conflict: true })
})
