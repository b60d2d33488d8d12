import type { AuditCheckOf } from '@sightline/shared/analyses/audit-checks'
import type { AuditCase, CheckCases } from '../../../../helpers/audited-page.ts'
import { testChecks } from '../../../../helpers/audited-page.ts'

const meta = (content: string, name = 'robots'): AuditCase => ({
  head: `<meta name="${name}" content="${content}">`,
})
const xRobots = (value: string): AuditCase => ({ headers: { 'x-robots-tag': value } })
const canonical = (href: string): AuditCase => ({
  canonical: `<link rel="canonical" href="${href}">`,
})
const NO_CANONICAL = { canonical: '' }
const linkHeader = (href: string): AuditCase => ({
  headers: { link: `<${href}>; rel="canonical"` },
})

const SELF = 'https://example.com/trees'
const hop = (url: string) => ({
  url,
  statusCode: 301,
  location: SELF,
  httpVersion: '1.1',
  headers: {},
  ip: null,
  totalMs: 5,
})
const hops = (n: number): AuditCase => ({
  page: { hops: Array.from({ length: n }, (_, i) => hop(`https://example.com/${i}`)) },
})
const refresh = (content: string): AuditCase => ({
  head: `<meta http-equiv="Refresh" content="${content}">`,
})

const alternates = (
  ...links: readonly (readonly [hreflang: string, href: string])[]
): AuditCase => ({
  head: links
    .map(([hreflang, href]) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`)
    .join(''),
})
const DE = ['de', 'https://example.com/baeume'] as const
const EN = ['en', SELF] as const
const DEFAULT = ['x-default', SELF] as const

testChecks({
  noindex: {
    fails: [
      [meta('noindex'), 'Page is set to noindex'],
      [meta('NONE'), 'Page is set to noindex'],
      [meta('follow , NoIndex'), 'Page is set to noindex'],
      [xRobots('noindex'), 'Page is set to noindex'],
      [{ ...meta('index'), ...xRobots('max-snippet:5, noindex') }, 'Page is set to noindex'],
      [meta('noindex', 'googlebot'), 'Page is set to noindex'],
      [xRobots('googlebot: noindex'), 'Page is set to noindex'],
    ],
    passes: [{}, meta('index, follow'), meta('noindex', 'bingbot'), xRobots('bingbot: noindex')],
  },
  robotsBlocked: {
    fails: [
      [{ robots: 'User-agent: *\nDisallow: /trees' }, 'URL is blocked by robots.txt'],
      [
        { robots: 'User-agent: *\nAllow: /\nUser-agent: Sightline\nDisallow: /' },
        'URL is blocked by robots.txt',
      ],
    ],
    passes: [
      {},
      { robots: 'User-agent: *\nDisallow: /\nAllow: /trees' },
      { robots: 'User-agent: other\nDisallow: /' },
    ],
  },
  nofollowPage: {
    fails: [
      [meta('nofollow'), 'Page-level nofollow is set'],
      [xRobots('none'), 'Page-level nofollow is set'],
    ],
    passes: [{}, meta('follow')],
  },
  nosnippet: {
    fails: [
      [meta('nosnippet'), 'Snippets are disabled (nosnippet or max-snippet:0)'],
      [xRobots('max-snippet: 0'), 'Snippets are disabled (nosnippet or max-snippet:0)'],
    ],
    passes: [{}, meta('max-snippet:-1'), meta('max-snippet:20')],
  },
  canonicalMissing: {
    fails: [
      [NO_CANONICAL, 'Canonical link is missing'],
      [canonical(''), 'Canonical link is missing'],
    ],
    passes: [{}, { ...NO_CANONICAL, ...linkHeader(SELF) }],
  },
  canonicalMultiple: {
    fails: [
      [
        { head: '<link rel=canonical href="/other"><link rel=canonical href="/third">' },
        'Page has 3 different canonical links',
      ],
    ],
    passes: [
      {},
      { head: '<link rel=canonical href="/trees">' },
      { head: '<link rel=canonical href="/tree%73#top">' },
    ],
    doesNotApply: [NO_CANONICAL],
  },
  canonicalRelative: {
    fails: [
      [canonical('/trees'), 'Canonical URL is relative'],
      [canonical('//example.com/trees'), 'Canonical URL is relative'],
    ],
    passes: [{}, canonical('HTTPS://example.com/trees')],
    doesNotApply: [NO_CANONICAL],
  },
  canonicalMismatch: {
    fails: [
      [
        canonical('https://example.com/Trees'),
        'Canonical points to another URL (https://example.com/Trees)',
      ],
      [
        { ...NO_CANONICAL, ...linkHeader('/other') },
        'Canonical points to another URL (https://example.com/other)',
      ],
    ],
    passes: [{}, canonical('/trees#top'), canonical('https://EXAMPLE.com:443/trees')],
    doesNotApply: [NO_CANONICAL],
  },
  canonicalHeaderConflict: {
    fails: [[linkHeader('/other'), 'Canonical in the HTML and in the Link header differ']],
    passes: [linkHeader(SELF)],
    doesNotApply: [{}, { ...NO_CANONICAL, ...linkHeader(SELF) }],
  },
  canonicalInBody: {
    fails: [
      [
        { ...NO_CANONICAL, body: `<link rel="canonical" href="${SELF}">` },
        'Canonical link is outside the head',
      ],
      [{ charset: '<div>Ends the head</div>' }, 'Canonical link is outside the head'],
    ],
    passes: [{}],
    doesNotApply: [NO_CANONICAL],
  },
  canonicalInsecure: {
    fails: [[canonical('http://example.com/trees'), 'Canonical of an HTTPS page uses HTTP']],
    passes: [{}],
    doesNotApply: [
      NO_CANONICAL,
      { ...canonical('http://example.com/'), page: { url: 'http://example.com/' } },
    ],
  },
  redirected: {
    fails: [
      [hops(1), 'URL redirects (1 hop)'],
      [hops(3), 'URL redirects (3 hops)'],
    ],
    passes: [{}],
  },
  redirectChain: {
    fails: [[hops(2), 'Redirect chain has 2 hops']],
    passes: [{}, hops(1)],
  },
  metaRefresh: {
    fails: [
      [refresh('0; url=/new'), 'Meta refresh redirect is used'],
      [refresh("5 ,URL = '/new'"), 'Meta refresh redirect is used'],
      [refresh('3;/new'), 'Meta refresh redirect is used'],
      [{ headers: { refresh: '0; url=/new' } }, 'Refresh header redirect is used'],
    ],
    // It only loads the page anew.
    passes: [{}, refresh('30'), refresh('30; url=/trees'), refresh('soon; url=/new')],
  },
  hreflangInvalid: {
    fails: [
      [
        alternates(['en-UK', SELF], ['english', SELF], DE, ['de_AT', SELF]),
        '3 hreflang values are invalid',
      ],
    ],
    passes: [alternates(EN, DE, DEFAULT, ['zh-Hant', SELF], ['sr-Latn-RS', SELF])],
    doesNotApply: [{}],
  },
  hreflangSelfMissing: {
    fails: [[alternates(DE), 'hreflang set has no self-reference']],
    passes: [alternates(EN, DE)],
    doesNotApply: [{}],
  },
  hreflangXDefaultMissing: {
    fails: [[alternates(EN, DE), 'hreflang set has no x-default']],
    passes: [alternates(EN, DE, DEFAULT), alternates(['X-Default', SELF])],
    doesNotApply: [{}],
  },
  hreflangRelative: {
    fails: [[alternates(['en', '/trees'], DE, ['fr', '/fr']), '2 hreflang URLs are relative']],
    passes: [alternates(EN, DE)],
    doesNotApply: [{}],
  },
} satisfies Record<AuditCheckOf<'indexing' | 'canonical' | 'redirects' | 'hreflang'>, CheckCases>)
