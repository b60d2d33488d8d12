import type { AuditCheckOf } from '@sightline/shared/analyses/audit-checks'
import type { AuditCase, CheckCases } from '../../../../helpers/audited-page.ts'
import { testChecks } from '../../../../helpers/audited-page.ts'

const header = (name: string, value?: string): AuditCase => ({ headers: { [name]: value } })
const onHttp = { page: { url: 'http://example.com/trees' } }
const csp = (value?: string): AuditCase => header('content-security-policy', value)

const TIMINGS = { dnsMs: 1, connectMs: 1, tlsMs: 1, downloadMs: 1 }
const firstByte = (firstByteMs: number | null): AuditCase => ({
  page: { timings: { ...TIMINGS, firstByteMs } },
})
const bytes = (n: number): AuditCase => ({ whole: `<!doctype html>${' '.repeat(n - 15)}` })
/** html, head and body are elements too. */
const elements = (n: number): AuditCase => ({
  whole: `<!doctype html>${'<i></i>'.repeat(n - 3)}`,
})
const head = (html: string): AuditCase => ({ head: html })
const ld = (...blocks: readonly string[]): AuditCase => ({
  data: blocks.map((text) => `<script type="application/ld+json">${text}</script>`).join(''),
})
const url = (address: string): AuditCase => ({ page: { url: address } })
const longUrl = (n: number): AuditCase => url(`https://example.com/${'a'.repeat(n - 20)}`)

testChecks({
  httpsMissing: {
    fails: [[onHttp, 'Page is served over HTTP']],
    passes: [{}],
  },
  mixedContent: {
    fails: [
      [
        {
          ...head(
            '<script src="http://a.test/a.js"></script><link rel=stylesheet href="http://a.test/a.css">',
          ),
          body: '<img src="http://a.test/a.png"><img src="http://a.test/a.png"><a href="http://a.test/">A</a>',
        },
        '3 resources are loaded over HTTP on an HTTPS page',
      ],
      [
        {
          body: '<style>i{background:url(http://a.test/b.png)}</style><img srcset="http://a.test/c 2x">',
        },
        '2 resources are loaded over HTTP on an HTTPS page',
      ],
    ],
    passes: [
      {},
      head('<link rel=alternate href="http://a.test/">'),
      head('<style>@namespace svg url(http://www.w3.org/2000/svg);</style>'),
    ],
    doesNotApply: [
      onHttp,
      { icon: '', images: '' },
      {
        ...csp('img-src *; upgrade-insecure-requests'),
        body: '<img src="http://a.test/a.png">',
      },
    ],
  },
  hstsMissing: {
    fails: [
      [header('strict-transport-security'), 'Strict-Transport-Security header is missing'],
      [
        header('strict-transport-security', 'max-age=0; includeSubDomains'),
        'Strict-Transport-Security header is missing',
      ],
      [
        header('strict-transport-security', 'includeSubDomains'),
        'Strict-Transport-Security header is missing',
      ],
    ],
    passes: [{}, header('strict-transport-security', 'includeSubDomains; Max-Age="600"')],
    doesNotApply: [onHttp],
  },
  cspMissing: {
    fails: [
      [csp(), 'Content-Security-Policy is missing'],
      [
        {
          headers: {
            'content-security-policy': undefined,
            'content-security-policy-report-only': 'a',
          },
        },
        'Content-Security-Policy is missing',
      ],
    ],
    passes: [
      {},
      { ...csp(), ...head('<meta http-equiv="Content-Security-Policy" content="img-src *">') },
    ],
  },
  contentTypeOptionsMissing: {
    fails: [
      [header('x-content-type-options'), 'X-Content-Type-Options header is missing'],
      [header('x-content-type-options', 'sniff'), 'X-Content-Type-Options header is missing'],
    ],
    passes: [{}, header('x-content-type-options', 'NoSniff, nosniff')],
  },
  insecureForm: {
    fails: [
      [
        { body: '<form action="http://a.test/"></form><form action="/b"></form>' },
        '1 form submits over HTTP',
      ],
    ],
    passes: [{ body: '<form></form>' }],
    doesNotApply: [{}, { ...onHttp, body: '<form></form>' }],
  },
  targetBlankNoopener: {
    fails: [
      [
        { body: '<a href="/x" target=_BLANK rel=opener>X</a><a href="/y" target=_blank>Y</a>' },
        '1 target=_blank link with rel=opener',
      ],
    ],
    passes: [{ body: '<a href="/x" target=_blank rel=noopener>X</a>' }],
    doesNotApply: [{}],
  },
  ttfbSlow: {
    fails: [[firstByte(801), 'Server response is slow (801 ms to first byte)']],
    passes: [firstByte(800), firstByte(0)],
    doesNotApply: [firstByte(null)],
  },
  htmlTooLarge: {
    fails: [[bytes(500_500), 'HTML is too large (501 kB)']],
    passes: [bytes(500_000)],
  },
  domTooLarge: {
    fails: [[elements(1_500), 'DOM has 1500 elements (recommended under 1500)']],
    passes: [elements(1_499)],
  },
  compressionMissing: {
    fails: [
      [{ page: { contentEncoding: null } }, 'HTML is not compressed'],
      [{ page: { contentEncoding: 'identity' } }, 'HTML is not compressed'],
      [{ page: { contentEncoding: 'none' } }, 'HTML is not compressed'],
      [{ page: { contentEncoding: 'utf-8' } }, 'HTML is not compressed'],
    ],
    passes: [
      {},
      { page: { contentEncoding: 'zstd' } },
      { page: { contentEncoding: 'identity, x-gzip' } },
    ],
    doesNotApply: [bytes(1_399)],
  },
  cacheMissing: {
    fails: [[header('cache-control'), 'No caching headers on the page']],
    passes: [{}, { headers: { 'cache-control': undefined, etag: '"a"' } }],
  },
  renderBlocking: {
    fails: [
      [
        head('<script src=a.js></script><script src=b.js defer></script>'),
        '1 render-blocking script in the head',
      ],
    ],
    passes: [
      {},
      head(
        '<script src=a.js async></script><script type=module src=b.js></script><script>1</script>',
      ),
      head('<script type="text/template" src=a.js></script>'),
      { body: '<script src=a.js></script>' },
    ],
  },
  inlineCodeLarge: {
    fails: [
      [
        head(`<style>${'a'.repeat(60_000)}</style><script>${'b'.repeat(41_000)}</script>`),
        'Inline CSS and JavaScript is 101 kB',
      ],
    ],
    passes: [
      {},
      head(`<style>${'a'.repeat(60_000)}</style><script>${'b'.repeat(40_000)}</script>`),
      head(`<script type="application/json">${'b'.repeat(200_000)}</script>`),
    ],
  },
  ogTitleMissing: {
    fails: [[{ card: '' }, 'Open Graph title is missing']],
    passes: [{}, { card: '<meta name="og:title" content="a">' }],
  },
  ogDescriptionMissing: {
    fails: [
      [
        { card: '<meta property="og:description" content="">' },
        'Open Graph description is missing',
      ],
    ],
    passes: [{}],
  },
  ogImageMissing: {
    fails: [[{ card: '' }, 'Open Graph image is missing']],
    passes: [{}, { card: '<meta property="og:image:url" content="/a">' }],
  },
  ogUrlMismatch: {
    fails: [
      [
        { card: '<meta property="og:url" content="https://example.com/">' },
        'og:url differs from the canonical URL',
      ],
    ],
    passes: [{}, { card: '<meta property="og:url" content="/trees">' }],
    doesNotApply: [{ card: '' }, { canonical: '' }],
  },
  twitterCardMissing: {
    fails: [[{ card: '' }, 'Twitter card is missing']],
    passes: [{}, { card: '<meta property="twitter:card" content="summary">' }],
  },
  structuredDataMissing: {
    fails: [[{ data: '' }, 'No structured data found']],
    passes: [{}, { data: '', body: '<p itemscope itemtype="https://schema.org/Thing"></p>' }],
  },
  structuredDataInvalid: {
    fails: [
      [ld('{"a":1}', '{"a":', 'b'), '2 JSON-LD blocks are not valid JSON'],
      [ld('{"a":1}', 'b'), '1 JSON-LD block is not valid JSON'],
    ],
    // Comments and a semicolon are passed over by those who read it.
    passes: [{}, ld('<!-- {"a":1}; -->')],
    doesNotApply: [{ data: '' }],
  },
  urlTooLong: {
    fails: [[longUrl(116), 'URL is longer than 115 characters']],
    passes: [longUrl(115)],
  },
  urlUppercase: {
    fails: [[url('https://example.com/Trees'), 'URL contains uppercase letters']],
    passes: [{}, url('https://EXAMPLE.com/%C3%A4?Id=A')],
  },
  urlUnderscore: {
    fails: [[url('https://example.com/a_b'), 'URL contains underscores']],
    passes: [{}, url('https://example.com/?a_b')],
  },
  urlSpaces: {
    fails: [
      [url('https://example.com/a b'), 'URL contains spaces'],
      [url('https://example.com/?q=a%20b'), 'URL contains spaces'],
    ],
    passes: [{}],
  },
  urlDoubleSlash: {
    fails: [[url('https://example.com/a//b'), 'URL contains a double slash']],
    passes: [{}, url('https://example.com/?u=//')],
  },
  urlManyParams: {
    fails: [[url('https://example.com/?a=1&b=2&c=3&d=4'), 'URL contains more than 3 parameters']],
    passes: [{}, url('https://example.com/?a=1&b=2&c=3')],
  },
} satisfies Record<
  AuditCheckOf<'security' | 'performance' | 'social' | 'structuredData' | 'url'>,
  CheckCases
>)
