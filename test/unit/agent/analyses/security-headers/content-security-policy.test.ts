import { expect, test } from 'vitest'
import { judge, judgeHeaders } from './subject.ts'

const CSP = 'content-security-policy'
const resultOf = (policy: string, html?: string) =>
  judgeHeaders({ [CSP]: policy }, html).tests.contentSecurityPolicy.result

const meta = (policy: string, key = 'Content-Security-Policy') =>
  `<head><meta http-equiv="${key}" content="${policy}"></head>`

test.each([
  ['an empty one', ''],
  ['white space', '  '],
  ['one that was cut off', 'defa'],
  ['a directive that comes twice', "default-src 'none'; img-src 'self'; default-src 'none'"],
  ['strict-dynamic without a nonce', "default-src 'none'; script-src 'strict-dynamic'"],
])('a policy that nobody can have meant is invalid: %s', (_, policy) => {
  expect(resultOf(policy)).toBe('csp-header-invalid')
})

test.each([
  "default-src 'none'; script-src https://*",
  "default-src 'none'; script-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  'script-src data:',
  'default-src https:',
  "default-src 'UNSAFE-INLINE'",
  'upgrade-insecure-requests',
  "script-src 'none'",
  "default-src 'none'; script-src 'none'; object-src *",
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'",
  "object-src https:; script-src 'none'",
  "default-src 'self'; script-src-elem 'unsafe-inline'",
  'foo-src bar; report-uri /reports',
])('a policy that lets injected code run is unsafe: %s', (policy) => {
  expect(resultOf(policy)).toBe('csp-implemented-with-unsafe-inline')
})

test.each([
  'default-src http://mozilla.org',
  "default-src 'none'; script-src http://mozilla.org",
  "default-src 'none'; script-src ftp://mozilla.org",
  "default-src 'none'; form-action http:",
])('code over http is an insecure scheme: %s', (policy) => {
  expect(resultOf(policy)).toBe('csp-implemented-with-insecure-scheme')
})

test.each([
  "default-src 'none'; img-src http://mozilla.org",
  "default-src 'self'; img-src ftp:",
  "default-src 'none'; img-src https:; media-src http://mozilla.org",
  "default-src 'none'; media-src http:; script-src 'self'; style-src 'unsafe-inline'",
])('images and media over http are less bad: %s', (policy) => {
  expect(resultOf(policy)).toBe('csp-implemented-with-insecure-scheme-in-passive-content-only')
})

test('on an http page http is no insecure scheme', () => {
  const policy = "default-src 'none'; img-src http:"
  const page = { url: 'http://example.com/', tls: null, headers: { [CSP]: policy } }
  expect(judge(page).tests.contentSecurityPolicy.result).toBe(
    'csp-implemented-with-no-unsafe-default-src-none',
  )
})

test.each([
  "default-src 'none'; script-src 'unsafe-eval'",
  "default-src 'none'; style-src 'unsafe-eval'",
])('eval is told: %s', (policy) => {
  expect(resultOf(policy)).toBe('csp-implemented-with-unsafe-eval')
})

test.each([
  "object-src 'none'; script-src 'none'; style-src 'unsafe-inline'",
  "default-src 'none';;; ;;;style-src 'self' 'unsafe-inline'",
  "default-src 'none'; style-src data:",
  "default-src 'none'; style-src *",
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-hqBE' 'unsafe-inline'",
])('styles from anywhere do little harm: %s', (policy) => {
  expect(resultOf(policy)).toBe('csp-implemented-with-unsafe-inline-in-style-src-only')
})

test.each([
  'default-src https://mozilla.org',
  "object-src 'none'; script-src 'strict-dynamic' 'nonce-abc' 'unsafe-inline' https: data:; style-src 'none'",
  "object-src 'none'; style-src 'self'; script-src 'unsafe-inline' 'sha256-aaaa'",
  "default-src https://mozilla.org; style-src 'unsafe-inline' 'nonce-abc123' 'unsafe-inline'",
])('a policy without anything unsafe is good: %s', (policy) => {
  expect(resultOf(policy)).toBe('csp-implemented-with-no-unsafe')
})

test.each([
  'default-src',
  "default-src 'none'",
  "default-src 'none'; script-src 'strict-dynamic' 'nonce-abc123' 'unsafe-inline'",
  "default-src 'none'; script-src https://mozilla.org; upgrade-insecure-requests;",
  "default-src 'none'; script-src 'strict-dynamic' 'sha256-abc123' https://*",
])('a policy that names all it allows is the best: %s', (policy) => {
  expect(resultOf(policy)).toBe('csp-implemented-with-no-unsafe-default-src-none')
})

test('a report address that comes twice does no harm, and earns no bonus', () => {
  const policy = "default-src 'none'; report-uri /a; report-uri /b"
  expect(judgeHeaders({ [CSP]: policy }).tests.contentSecurityPolicy).toMatchObject({
    result: 'csp-implemented-but-duplicate-directives',
    pass: true,
    scoreModifier: 0,
  })
})

test('without a policy there is none, and one that only reports is none', () => {
  expect(judgeHeaders({}).tests.contentSecurityPolicy).toMatchObject({
    result: 'csp-not-implemented',
    pass: false,
    scoreModifier: -25,
    value: null,
  })
  const reporting = { 'content-security-policy-report-only': "default-src 'none'" }
  expect(judgeHeaders(reporting).tests.contentSecurityPolicy.result).toBe(
    'csp-not-implemented-but-reporting-enabled',
  )
})

test('a meta tag is a policy as a header is', () => {
  const { contentSecurityPolicy } = judgeHeaders({}, meta("default-src 'none'")).tests
  expect(contentSecurityPolicy.result).toBe('csp-implemented-with-no-unsafe-default-src-none')
  expect(contentSecurityPolicy.value).toBe("default-src 'none'")
})

test.each([
  ['in the body', `<body><p>x</p>${meta("default-src 'none'").slice(6, -7)}`],
  ['that only reports', meta("default-src 'none'", 'Content-Security-Policy-Report-Only')],
  ['with what only headers may say', meta("frame-ancestors 'none'; report-uri /r; sandbox")],
  ['without content', meta(' ')],
])('a meta tag %s is none', (_, html) => {
  expect(judgeHeaders({}, html).tests.contentSecurityPolicy.result).toBe('csp-not-implemented')
})

test.each([
  ['default-src http:', 'default-src ftp:', 'csp-implemented-with-no-unsafe-default-src-none'],
  ["default-src 'none'", 'default-src https:', 'csp-implemented-with-no-unsafe-default-src-none'],
  ["img-src 'none'", "default-src 'none'", 'csp-implemented-with-no-unsafe-default-src-none'],
  [
    "default-src https://*.cdn.test:*/a/; object-src 'none'",
    'default-src https://x.cdn.test:8443/a/b http://cdn.test',
    'csp-implemented-with-no-unsafe',
  ],
  ['default-src cdn.test', 'default-src http://cdn.test', 'csp-implemented-with-no-unsafe'],
  [
    'script-src https:',
    "script-src 'self'; object-src 'none'",
    'csp-implemented-with-unsafe-inline-in-style-src-only',
  ],
  [
    "default-src 'self'",
    "script-src https://cdn.example; object-src 'none'",
    'csp-implemented-with-no-unsafe',
  ],
  ["script-src 'self' 'unsafe-inline'", "default-src 'self'", 'csp-implemented-with-no-unsafe'],
  [
    "script-src *; object-src 'none'",
    "script-src 'none'; object-src *; style-src 'self'",
    'csp-implemented-with-no-unsafe',
  ],
  [
    "default-src 'self' 'unsafe-inline'",
    "default-src 'self' 'unsafe-inline'",
    'csp-implemented-with-unsafe-inline',
  ],
])('policies of header and meta tag restrict together: %s and %s', (header, inMeta, result) => {
  expect(resultOf(header, meta(inMeta))).toBe(result)
  expect(resultOf(`${header}, ${inMeta}`)).toBe(result)
  expect(resultOf(`${inMeta}, ${header}`)).toBe(result)
})

test('a policy as long as a page, and as many as one can send, are judged at once', () => {
  const long = `script-src ${Array.from({ length: 20_000 }, (_, i) => `https://a${i}.example/x`).join(' ')}`
  const many = Array.from({ length: 5_000 }, () => `default-src 'self' ${'a.example '.repeat(20)}`)
  const html =
    meta(long) +
    meta(long.replaceAll('.example', '.test')) +
    many.map((each) => meta(each)).join('')
  expect(resultOf(many.join(','), html)).toMatch(/^csp-/)
})
