import type { SecurityTestName } from '@sightline/shared/analyses/security-headers'
import { expect, test } from 'vitest'
import type { RedirectStep } from '../../../../../agent/src/redirects/trail.ts'
import type { Hop } from '../../../../../agent/src/http/page.ts'
import { GOOD_TLS, judge, judgeHeaders } from './subject.ts'

const OVER_HTTP = { url: 'http://example.com/', tls: null } as const

/** Results of one test for several values of a header. */
function expectResults(
  name: SecurityTestName,
  header: string,
  results: readonly (readonly [value: string | null, result: string, modifier: number])[],
) {
  for (const [value, result, scoreModifier] of results) {
    const headers = value === null ? {} : { [header]: value }
    expect([value, judgeHeaders(headers).tests[name]]).toMatchObject([
      value,
      { result, scoreModifier, value },
    ])
  }
}

test('Strict-Transport-Security must be readable and last half a year', () => {
  const good = 'hsts-implemented-max-age-at-least-six-months'
  const short = 'hsts-implemented-max-age-less-than-six-months'
  expectResults('strictTransportSecurity', 'strict-transport-security', [
    [null, 'hsts-not-implemented', -20],
    ['max-age=15768000', good, 0],
    ['MAX-AGE=15552000 ; includeSubDomains; preload', good, 0],
    ['max-age="31536000"', good, 0],
    ['max-age=99999999999999999999', good, 0],
    ['max-age=15551999', short, -10],
    ['max-age=0', short, -10],
    ['', 'hsts-header-invalid', -20],
    ['includeSubDomains', 'hsts-header-invalid', -20],
    ['max-age=abc', 'hsts-header-invalid', -20],
    ['max-age=-1', 'hsts-header-invalid', -20],
    // A comma instead of a semicolon; and a header that came twice, of which the first counts.
    ['max-age=31536000, includeSubDomains', 'hsts-header-invalid', -20],
    ['max-age=1, max-age=31536000', 'hsts-implemented-max-age-less-than-six-months', -10],
    ['max-age=31536000, max-age=31536000', 'hsts-implemented-max-age-at-least-six-months', 0],
    ['max-age=31536000; max-age=1', 'hsts-header-invalid', -20],
  ])
})

test('Strict-Transport-Security means nothing over http or with a bad certificate', () => {
  const headers = { 'strict-transport-security': 'max-age=31536000' }
  expect(judge({ ...OVER_HTTP, headers }).tests.strictTransportSecurity.result).toBe(
    'hsts-not-implemented-no-https',
  )
  const tls = { ...GOOD_TLS, problem: 'certExpired' as const }
  expect(judge({ tls, headers }).tests.strictTransportSecurity.result).toBe('hsts-invalid-cert')
})

test.each<[string, readonly string[] | null, boolean | null]>([
  ['shop.example.com', ['www.example.com', 'shop.example.com'], true],
  ['shop.example.com', ['www.example.com'], false],
  ['shop.example.com', null, null],
  ['shop.example.dev', null, true],
])('%s, where %j are on the list of browsers, is preloaded: %s', (host, hosts, isPreloaded) => {
  const { https, tests } = judge({ url: `https://${host}/` }, '', { preloadedHosts: hosts })
  expect(https.preloaded).toBe(isPreloaded)
  const isBonus = tests.strictTransportSecurity.result === 'hsts-preloaded'
  expect(isBonus).toBe(isPreloaded === true)
})

test('a whole top-level domain that browsers reach over https alone is preloaded', () => {
  expect(judge({ url: 'https://shop.example.dev/' }).tests.strictTransportSecurity).toMatchObject({
    result: 'hsts-preloaded',
    pass: true,
    scoreModifier: 5,
  })
})

test('X-Content-Type-Options is nosniff or nothing', () => {
  expectResults('xContentTypeOptions', 'x-content-type-options', [
    [null, 'x-content-type-options-not-implemented', -5],
    ['NoSniff', 'x-content-type-options-nosniff', 0],
    ['nosniff, nosniff', 'x-content-type-options-nosniff', 0],
    ['sniff', 'x-content-type-options-header-invalid', -5],
  ])
})

test('X-Frame-Options', () => {
  expectResults('xFrameOptions', 'x-frame-options', [
    [null, 'x-frame-options-not-implemented', -20],
    ['DENY', 'x-frame-options-sameorigin-or-deny', 5],
    ['sameorigin, SAMEORIGIN', 'x-frame-options-sameorigin-or-deny', 5],
    ['DENY, SAMEORIGIN', 'x-frame-options-header-invalid', -20],
    ['ALLOW-FROM https://a.example', 'x-frame-options-allow-from-origin', 0],
    ['allowall', 'x-frame-options-header-invalid', -20],
  ])
})

test('frame-ancestors of a header stands in for X-Frame-Options, that of a meta tag does not', () => {
  const csp = (policy: string) => ({ 'content-security-policy': policy })
  const resultOf = (policy: string) => judgeHeaders(csp(policy)).tests.xFrameOptions.result
  expect(judgeHeaders(csp("frame-ancestors 'none'; a")).tests.xFrameOptions.value).toBe(
    "frame-ancestors 'none'",
  )
  expect(resultOf("frame-ancestors 'none'")).toBe('x-frame-options-implemented-via-csp')
  expect(resultOf('frame-ancestors https://a.example')).toBe('x-frame-options-implemented-via-csp')
  expect(resultOf('frame-ancestors *')).toBe('x-frame-options-not-implemented')
  const html = `<meta http-equiv=content-security-policy content="default-src 'self'; frame-ancestors 'none'">`
  expect(judgeHeaders({}, html).tests.xFrameOptions.result).toBe('x-frame-options-not-implemented')
})

test('Referrer-Policy: the last value that is known wins', () => {
  expectResults('referrerPolicy', 'referrer-policy', [
    [null, 'referrer-policy-not-implemented', 0],
    ['no-referrer', 'referrer-policy-private', 5],
    ['unsafe-url, Strict-Origin', 'referrer-policy-private', 5],
    ['no-referrer, origin', 'referrer-policy-unsafe', -5],
    ['no-referrer, whatever', 'referrer-policy-private', 5],
    ['no-referrer-when-downgrade', 'referrer-policy-unsafe', -5],
    ['whatever', 'referrer-policy-header-invalid', -5],
    ['', 'referrer-policy-header-invalid', -5],
  ])
  const html = '<meta name=referrer content=unsafe-url>'
  expect(
    judgeHeaders({ 'referrer-policy': 'no-referrer' }, html).tests.referrerPolicy,
  ).toMatchObject({ result: 'referrer-policy-unsafe', value: 'no-referrer, unsafe-url' })
})

test('cross-origin policies', () => {
  expectResults('corp', 'cross-origin-resource-policy', [
    [null, 'corp-not-implemented', 0],
    ['same-origin', 'corp-implemented-with-same-origin', 10],
    ['Same-Site', 'corp-implemented-with-same-site', 10],
    ['cross-origin', 'corp-implemented-with-cross-origin', 0],
    ['same-origin, same-origin', 'corp-header-invalid', -5],
  ])
  expectResults('coep', 'cross-origin-embedder-policy', [
    [null, 'coep-not-implemented', 0],
    ['require-corp; report-to="default"', 'coep-implemented-with-require-corp', 10],
    ['credentialless', 'coep-implemented-with-credentialless', 10],
    ['unsafe-none', 'coep-implemented-with-unsafe-none', 0],
    ['"require-corp"', 'coep-header-invalid', -5],
    ['require-corp, require-corp', 'coep-header-invalid', -5],
    ['Require-Corp', 'coep-header-invalid', -5],
    ['require-corp; report-to=', 'coep-header-invalid', -5],
  ])
  expectResults('coop', 'cross-origin-opener-policy', [
    [null, 'coop-not-implemented', 0],
    ['same-origin', 'coop-implemented-with-same-origin', 10],
    ['same-origin-allow-popups;a;b=1;c=?0', 'coop-implemented-with-same-origin-allow-popups', 10],
    ['noopener-allow-popups', 'coop-implemented-with-noopener-allow-popups', 10],
    ['unsafe-none', 'coop-implemented-with-unsafe-none', 0],
    ['same-site', 'coop-header-invalid', -5],
  ])
})

test.each([
  [null, null, 'not-implemented', 0],
  ['*', 'true', 'implemented-with-public-access', 0],
  ['https://friend.example', 'true', 'implemented-with-restricted-access', 0],
  ['https://stranger.test', null, 'implemented-with-restricted-access', 0],
  ['https://stranger.test', 'true', 'implemented-with-universal-access', -50],
])('to a script of a stranger: %s %s is %s', (allowOrigin, allowCredentials, result, modifier) => {
  const crossOrigin = { origin: 'https://stranger.test', allowOrigin, allowCredentials }
  expect(judge({}, '', { crossOrigin }).tests.cors).toMatchObject({
    result: `cross-origin-resource-sharing-${result}`,
    scoreModifier: modifier,
  })
})

const cookies = (...setCookies: string[]) => ({ 'set-cookie': setCookies })
const HSTS = { 'strict-transport-security': 'max-age=31536000' }

test.each<[string, string[], string]>([
  ['none', [], 'cookies-not-found'],
  ['one that is taken back', ['a=; Max-Age=0'], 'cookies-not-found'],
  ['one that is over', ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'cookies-not-found'],
  ['a balancer’s', ['heroku-session-affinity=1'], 'cookies-not-found'],
  [
    'all as it should be',
    ['sessionid=1; Secure; HttpOnly; SameSite=Lax', 'theme=x; secure; samesite=None'],
    'cookies-secure-with-httponly-sessions-and-samesite',
  ],
  ['no SameSite', ['theme=x; Secure'], 'cookies-secure-with-httponly-sessions'],
  ['not Secure', ['theme=x'], 'cookies-without-secure-flag'],
  ['a session, not Secure', ['JSESSIONID=1; HttpOnly'], 'cookies-session-without-secure-flag'],
  ['a session, for scripts', ['login=1; Secure'], 'cookies-session-without-httponly-flag'],
  ['against forgery', ['csrftoken=1; Secure'], 'cookies-anticsrf-without-samesite-flag'],
  ['a wrong SameSite', ['theme=x; Secure; SameSite=maybe'], 'cookies-samesite-flag-invalid'],
  ['an empty SameSite', ['theme=x; Secure; SameSite'], 'cookies-samesite-flag-invalid'],
  ['None without Secure', ['theme=x; SameSite=None'], 'cookies-samesite-flag-invalid'],
])('cookies: %s', (_, set, result) => {
  expect(judgeHeaders(cookies(...set)).tests.cookies.result).toBe(result)
})

test('with HSTS cookies that are not Secure are less bad', () => {
  const resultOf = (cookie: string) =>
    judgeHeaders({ ...HSTS, ...cookies(cookie) }).tests.cookies.result
  expect(resultOf('theme=x')).toBe('cookies-without-secure-flag-but-protected-by-hsts')
  expect(resultOf('sid_sess=x; HttpOnly')).toBe(
    'cookies-session-without-secure-flag-but-protected-by-hsts',
  )
})

test('cookies of redirects count, each once, and what browsers do not keep is told', () => {
  const hop: Hop = {
    url: 'http://example.com/',
    statusCode: 301,
    location: 'https://example.com/',
    httpVersion: '1.1',
    headers: cookies('a=1', 'b=1; Secure'),
    ip: null,
    totalMs: 1,
  }
  const set = [
    'a=2; Secure',
    '__Host-x=1; Secure; Path=/a',
    '__Secure-y=1',
    '__Host-z=1; Secure; Path=/; Domain=example.com',
    '=nameless',
    'bare',
  ]
  const { cookies: rows } = judge({ hops: [hop], headers: cookies(...set) })
  expect(rows.map(({ name, secure, problem }) => [name, secure, problem])).toEqual([
    ['a', true, null],
    ['b', true, 'It is marked Secure, but was set over http.'],
    ['__Host-x', true, 'A name with __Host- needs the attribute Path=/.'],
    ['__Secure-y', false, 'A name with this prefix needs the attribute Secure.'],
    ['__Host-z', true, 'A name with __Host- cannot have the attribute Domain.'],
  ])
})

const step = (url: string): RedirectStep => ({
  url,
  type: 'http',
  statusCode: 301,
  location: null,
  delaySeconds: null,
  httpVersion: '1.1',
  ms: 1,
  headers: {},
})

function fromHttp(urls: readonly string[], certificateProblem: 'certExpired' | null = null) {
  const trail = {
    askedUrl: urls[0] ?? '',
    steps: urls.map(step),
    isLoop: false,
    isCut: false,
    failure: null,
    isBlocked: false,
    totalMs: 1,
  }
  return { plainHttp: { trail, certificateProblem } }
}

test.each<[string, string[], string, boolean]>([
  ['stays', ['http://a.example/'], 'missing', false],
  [
    'leads to https',
    ['http://a.example/', 'https://a.example/', 'https://b.example/'],
    'to-https',
    true,
  ],
  ['leads to http', ['http://a.example/', 'http://a.example/x'], 'not-to-https', false],
  [
    'leads to http first',
    ['http://a.example/', 'http://a.example/x', 'https://a.example/'],
    'not-to-https-on-initial-redirection',
    true,
  ],
  [
    'leads to another host',
    ['http://a.example/', 'https://www.a.example/'],
    'off-host-from-http',
    true,
  ],
  ['is preloaded', ['http://a.dev/', 'https://b.dev/'], 'all-redirects-preloaded', true],
])('the http address %s', (_, urls, result, redirects) => {
  const { tests, https } = judge({}, '', fromHttp(urls))
  expect(tests.redirection.result).toBe(`redirection-${result}`)
  expect(tests.redirection.value).toBe(urls.join(' -> '))
  expect(https.redirectsFromHttp).toBe(redirects)
})

test('a redirect to a certificate that is not good is told', () => {
  const plain = fromHttp(['http://a.example/', 'https://a.example/'], 'certExpired')
  expect(judge({}, '', plain).tests.redirection.result).toBe('redirection-invalid-cert')
})

test('where nothing answers over http no redirect is needed', () => {
  const failure = {
    source: 'target',
    phase: 'connect',
    cause: 'connectionRefused',
    message: 'It refused.',
  } as const
  const { plainHttp } = fromHttp(['http://a.example/'])
  const silent = { plainHttp: { ...plainHttp, trail: { ...plainHttp.trail, failure } } }
  for (const beside of [silent, {}]) {
    const { tests, https } = judge({}, '', beside)
    expect(tests.redirection.result).toBe('redirection-not-needed-no-http')
    expect(https.redirectsFromHttp).toBeNull()
  }
})

test('a page asked for over http tells by its own redirects', () => {
  const resultOf = (options: Parameters<typeof judge>[0]) => judge(options).tests.redirection.result
  expect(resultOf(OVER_HTTP)).toBe('redirection-missing')
  const hop = { ...OVER_HTTP, statusCode: 301, location: null, httpVersion: '1.1', ip: null }
  const hops = [{ ...hop, headers: {}, totalMs: 1 }]
  expect(resultOf({ hops })).toBe('redirection-to-https')
  expect(resultOf({ ...OVER_HTTP, hops })).toBe('redirection-not-to-https')
})

const script = (src: string, more = '') => `<script src="${src}" ${more}></script>`
const HASH = 'integrity="sha384-abc"'

test.each<[string, string, string]>([
  ['no script', '<p>x', 'sri-not-implemented-but-no-scripts-loaded'],
  [
    'inline ones',
    '<script>1</script>',
    'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
  ],
  ['its own', script('/a.js'), 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin'],
  [
    'of its own site',
    script('https://cdn.example.com/a.js'),
    'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
  ],
  ['its own with a hash', script('/a.js', HASH), 'sri-implemented-and-all-scripts-loaded-securely'],
  [
    'foreign with a hash',
    script('//cdn.test/a.js', HASH),
    'sri-implemented-and-external-scripts-loaded-securely',
  ],
  [
    'foreign without',
    script('//cdn.test/a.js') + script('//b.test/', HASH),
    'sri-not-implemented-but-external-scripts-loaded-securely',
  ],
  [
    'foreign over http with',
    script('http://cdn.test/a.js', HASH),
    'sri-implemented-but-external-scripts-not-loaded-securely',
  ],
  [
    'foreign over http',
    script('http://cdn.test/a.js') + script('//b.test/'),
    'sri-not-implemented-and-external-scripts-not-loaded-securely',
  ],
])('scripts: %s', (_, html, result) => {
  expect(judge({}, html).tests.subresourceIntegrity.result).toBe(result)
})

test('what is no HTML has no scripts, and foreign ones without a hash are named', () => {
  const html = script('//cdn.test/a.js')
  const asJson = judge({ headers: { 'content-type': 'application/json' } }, html)
  expect(asJson.tests.subresourceIntegrity.result).toBe('sri-not-implemented-response-not-html')
  expect(judge({}, html).tests.subresourceIntegrity.value).toBe('https://cdn.test/a.js')
})
