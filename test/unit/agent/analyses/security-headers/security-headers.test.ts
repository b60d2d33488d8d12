import { SecurityHeadersResult } from '@sightline/shared/analyses/security-headers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gradeOf, scoreOf } from '../../../../../agent/src/analyses/security-headers/grade.ts'
import { GOOD_TLS, judge, judgeHeaders } from './subject.ts'

const GOOD_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

test.each([
  [[], 100],
  [[-5, -5, 5, 10], 105],
  [[-10, 5], 95],
  [[-5, -10, 5, 10], 85],
  [[-50, -40, -20], 0],
])('modifiers %j make %i: bonuses count from 90 on', (modifiers, score) => {
  expect(scoreOf(modifiers)).toBe(score)
})

test.each([
  [135, 'A+'],
  [100, 'A+'],
  [99, 'A'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [79, 'B'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
  [24, 'F'],
  [0, 'F'],
])('a score of %i is %s', (score, grade) => {
  expect(gradeOf(score)).toBe(grade)
})

test('a page with everything earns more than 100, one with nothing fails', () => {
  expect(judgeHeaders(GOOD_HEADERS)).toMatchObject({
    score: 120,
    grade: 'A+',
    summary: { passed: 12, failed: 0 },
  })
  expect(judge({ url: 'http://example.com/', tls: null })).toMatchObject({
    score: 10,
    grade: 'F',
    summary: { passed: 7, failed: 5 },
    https: {
      enabled: false,
      redirectsFromHttp: false,
      preloaded: null,
      tlsVersion: null,
      certificate: null,
    },
  })
})

test('headers are present, missing or telling too much', () => {
  const { headers } = judgeHeaders({
    ...GOOD_HEADERS,
    'permissions-policy': 'camera=()',
    server: 'nginx/1.25.3',
    'x-powered-by': 'PHP/8.1',
  })
  expect(headers.present.map(({ name }) => name)).toEqual([
    'strict-transport-security',
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy',
  ])
  expect(headers.missing).toEqual([
    'cross-origin-opener-policy',
    'cross-origin-embedder-policy',
    'cross-origin-resource-policy',
  ])
  expect(headers.leaking).toEqual([
    { name: 'server', value: 'nginx/1.25.3' },
    { name: 'x-powered-by', value: 'PHP/8.1' },
  ])
  expect(judgeHeaders({ server: 'cloudflare' }).headers.leaking).toEqual([])
})

test('the certificate is told with the days it has left', () => {
  expect(judge().https).toMatchObject({
    enabled: true,
    tlsVersion: 'TLSv1.3',
    certificate: { issuer: 'Example CA', validTo: GOOD_TLS.expiresAt, daysLeft: 10, problem: null },
  })
  const tls = { ...GOOD_TLS, expiresAt: '2026-11-21T12:00:00.000Z' }
  expect(judge({ tls }).https.certificate?.daysLeft).toBe(-1)
})

test('mixed content is told apart into what is blocked and what is upgraded', () => {
  const html = `
    <script src="http://a.test/x.js"></script><script type="application/json" src="http://a.test/y"></script>
    <link rel=stylesheet href="http://a.test/x.css"><link rel=icon href="http://a.test/i.ico">
    <style>b { background: url(http://a.test/bg.png) }</style>
    <img src="http://a.test/1.png" srcset="http://a.test/2.png 2x, /3.png 3x">
    <video src="http://a.test/v.mp4" poster="http://a.test/p.jpg"></video><iframe src="http://a.test/f"></iframe>
    <a href="http://a.test/">no resource</a>`
  expect(judge({}, html).mixedContent).toEqual({
    count: 9,
    active: ['http://a.test/x.css', 'http://a.test/x.js', 'http://a.test/f', 'http://a.test/2.png'],
    passive: [
      'http://a.test/i.ico',
      'http://a.test/bg.png',
      'http://a.test/1.png',
      'http://a.test/v.mp4',
      'http://a.test/p.jpg',
    ],
    upgraded: false,
  })
  const upgrade = { 'content-security-policy': 'upgrade-insecure-requests' }
  expect(judgeHeaders(upgrade, html).mixedContent.upgraded).toBe(true)
  const overHttp = judge({ url: 'http://example.com/', tls: null }, html)
  expect(overHttp.mixedContent.count).toBe(0)
})

const DATE = { date: 'Sun, 22 Nov 2026 00:00:00 GMT' }

test.each<[Record<string, string>, boolean, number | null]>([
  [{}, true, null],
  [{ 'cache-control': 'no-store, max-age=60' }, false, 0],
  [{ 'cache-control': 'private="set-cookie, x", MAX-AGE="60"' }, true, 60],
  [{ 'cache-control': 'max-age=60, max-age=1' }, true, 60],
  [{ 'cache-control': 'no-cache' }, true, 0],
  [{ 'cache-control': 'max-age=soon' }, true, 0],
  [{ expires: 'Sun, 22 Nov 2026 00:01:00 GMT', ...DATE }, true, 60],
  [{ expires: '0', ...DATE }, true, 0],
  [{ expires: 'Sun, 22 Nov 2026 00:01:00 GMT' }, true, 0],
  [{ vary: 'Accept, *' }, false, null],
])('%j: a browser may keep it %s, without asking for %s s', (headers, cacheable, freshSeconds) => {
  expect(judgeHeaders(headers).cache).toMatchObject({ cacheable, freshSeconds })
})

test('an error page is kept only where its status or a header says so', () => {
  const kept = (statusCode: number, headers = {}) => judge({ statusCode, headers }).cache.cacheable
  expect([kept(404), kept(500), kept(500, { 'cache-control': 'max-age=5' })]).toEqual([
    true,
    false,
    true,
  ])
})

test('compression is told with its ratio', () => {
  const html = 'x'.repeat(1_000)
  const packed = { contentEncoding: 'br', transferBytes: 300 }
  expect(judge(packed, html).compression).toEqual({ enabled: true, encoding: 'br', ratio: 3.33 })
  expect(judge({ ...packed, isTruncated: true }, html).compression.ratio).toBeNull()
  expect(judge({}, html).compression).toEqual({ enabled: false, encoding: null, ratio: null })
})

test('of thousands of cookies the first are looked at', () => {
  const set = Array.from({ length: 5_000 }, (_, i) => `c${i}=${'x'.repeat(100)}; Secure`)
  expect(judge({ headers: { 'set-cookie': set } }).cookies).toHaveLength(200)
})

test('whatever a page sends, the result fits its schema', () => {
  const names = [
    'cache-control',
    'content-security-policy',
    'cross-origin-embedder-policy',
    'permissions-policy',
    'referrer-policy',
    'server',
    'strict-transport-security',
    'x-frame-options',
  ]
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('x'.repeat(70_000), "'; ,\0"),
  )
  const headers = fc.dictionary(fc.constantFrom(...names), text)
  const setCookies = fc.array(text, { maxLength: 5 })
  fc.assert(
    fc.property(headers, setCookies, fc.string(), (some, set, html) => {
      const result = judge({ headers: { ...some, 'set-cookie': set } }, html)
      expect(SecurityHeadersResult.safeParse(result).error).toBeUndefined()
    }),
  )
})
