import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { expect, test } from 'vitest'
import { webChecker } from '../../../../../agent/src/checks/web.ts'
import { listen } from '../../../../helpers/listen.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener))

async function checkBody(
  body: string | Buffer,
  settings: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const port = await serve((_, response) => response.writeHead(200, headers).end(body))
  return runChecker(webChecker, `http://127.0.0.1:${port}/`, settings)
}

const keyword = (value: string, mode = 'contains', caseSensitive = false) => ({
  keyword: { value, mode, caseSensitive },
})

test.for([
  [keyword('WORLD'), null],
  [keyword('WORLD', 'contains', true), 'keywordMissing'],
  [keyword('moon'), 'keywordMissing'],
  [keyword('moon', 'absent'), null],
  [keyword('World', 'absent'), 'keywordPresent'],
  [keyword('w.r[a-l]+d$', 'regex'), null],
  [keyword('W.rld$', 'regex', true), 'keywordMissing'],
] as const)('%o in "hello world": %s', async ([settings, cause]) => {
  const outcome = await checkBody('hello world', settings)
  if (cause === null) expect(outcome).toMatchObject({ status: 'up', failure: null })
  else {
    expect(outcome).toMatchObject({
      status: 'down',
      statusCode: 200,
      failure: { source: 'target', phase: 'content', cause },
    })
  }
})

test('a keyword that the limit cuts off is missing, and the sentence says where was looked', async () => {
  const outcome = await checkBody(`${'x'.repeat(5_000)}needle`, {
    ...keyword('needle'),
    maxBodyBytes: 1_000,
  })
  expect(outcome).toMatchObject({
    failure: { cause: 'keywordMissing', message: expect.stringContaining('first 1000 bytes') },
    details: { truncated: true },
  })
})

test.for([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
] as const)('a body in %s is looked at as it reads', async ([coding, encode]) => {
  const headers = { 'content-encoding': coding }
  const outcome = await checkBody(encode('hello world'), keyword('hello world'), headers)
  expect(outcome).toMatchObject({ status: 'up' })
})

test.for([
  ['is broken', 'gzip', Buffer.from('this is no gzip at all')],
  ['ends early', 'gzip', gzipSync('hello world, hello').subarray(0, -10)],
  ['ends early', 'br', brotliCompressSync('hello world').subarray(0, -3)],
  ['is unknown', 'rot13', Buffer.from('uryyb')],
  ['is nested without end', 'gzip, gzip, gzip, gzip', gzipSync('x')],
] as const)('a content encoding that %s (%s) breaks the protocol', async ([, coding, body]) => {
  const outcome = await checkBody(body, keyword('hello'), { 'content-encoding': coding })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'content', cause: 'protocolError' },
  })
})

test.for([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('a bomb in %s is only unpacked up to the limit', async ([coding, encode]) => {
  const bomb = encode(Buffer.alloc(64 * 1024 * 1024))
  const before = process.memoryUsage().arrayBuffers
  const outcome = await checkBody(
    bomb,
    { ...keyword('needle'), maxBodyBytes: 100_000 },
    { 'content-encoding': coding },
  )
  expect(outcome).toMatchObject({
    failure: { cause: 'keywordMissing', message: expect.stringContaining('first 100000 bytes') },
    details: { truncated: true },
  })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024)
})

test('a compressed body that the limit cuts is looked at as far as it goes', async () => {
  const noise = Array.from({ length: 40_000 }, (_, i) =>
    String.fromCharCode(97 + ((i * i * 7) % 26)),
  )
  const body = gzipSync(`needle ${noise.join('')}${crypto.randomUUID().repeat(500)}`, { level: 0 })
  const settings = { ...keyword('needle'), maxBodyBytes: 2_000 }
  const outcome = await checkBody(body, settings, { 'content-encoding': 'gzip' })
  expect(outcome).toMatchObject({ status: 'up', details: { truncated: true } })
})

test.for([
  ['the header', Buffer.from('caf\xe9', 'latin1'), 'text/html; charset=ISO-8859-1'],
  ['a byte order mark', Buffer.from('\ufeffcafé', 'utf16le'), 'text/html; charset=utf-8'],
  ['the page', Buffer.from('<meta charset="windows-1252">caf\xe9', 'latin1'), 'text/html'],
  ['nothing', Buffer.from('café', 'utf8'), 'text/html'],
  ['a label nobody knows', Buffer.from('café', 'utf8'), 'text/html; charset=klingon'],
] as const)('the charset is that of %s', async ([, body, type]) => {
  const outcome = await checkBody(body, keyword('café'), { 'content-type': type })
  expect(outcome).toMatchObject({ status: 'up' })
})

const JSON_BODY = JSON.stringify({ status: 'ok', count: '12', items: [{ id: 1 }, { id: 2 }] })

test.for([
  [{ path: '$.status', operator: 'equals', value: 'ok' }, null],
  [{ path: 'count', operator: 'gt', value: 11 }, null],
  [{ path: '$.items[*].id', operator: 'equals', value: 2 }, null],
  [{ path: '$.items[-1].id', operator: 'lt', value: 2 }, 'jsonMismatch'],
  [{ path: '$.items', operator: 'exists' }, null],
  [{ path: '$.error', operator: 'exists' }, 'jsonMismatch'],
] as const)('the JSON check %o gives %s', async ([jsonCheck, cause]) => {
  const outcome = await checkBody(JSON_BODY, { jsonChecks: [jsonCheck] })
  expect(outcome.failure?.cause ?? null).toBe(cause)
})

test('a JSON value that differs is told with what it is', async () => {
  const jsonChecks = [{ path: '$.status', operator: 'equals', value: 'fine' }]
  const { failure } = await checkBody(JSON_BODY, { jsonChecks })
  expect(failure?.message).toBe('The JSON value $.status is "ok"; it should equal "fine".')
})

test.for([
  ['is no JSON', '<html>', {}, /is no JSON/],
  ['is cut by the limit', JSON_BODY, { maxBodyBytes: 10 }, /first 10 bytes/],
  ['is hostile', '['.repeat(500_000), {}, /is no JSON/],
] as const)('a body that %s does not pass a JSON check', async ([, body, settings, sentence]) => {
  const jsonChecks = [{ path: '$.a', operator: 'exists' }]
  const { failure } = await checkBody(body, { jsonChecks, ...settings })
  expect(failure).toMatchObject({ source: 'target', phase: 'content', cause: 'jsonMismatch' })
  expect(failure?.message).toMatch(sentence)
})

test.for([
  [{ name: 'X-Version', operator: 'equals', value: '3' }, null],
  [{ name: 'x-version', operator: 'gt', value: 2 }, null],
  [{ name: 'X-Version', operator: 'equals', value: 4 }, 'headerMismatch'],
  [{ name: 'X-Missing', operator: 'exists' }, 'headerMismatch'],
  [{ name: 'X-Version', operator: 'matches', value: '^\\d$' }, null],
] as const)('the header check %o gives %s', async ([headerCheck, cause]) => {
  const outcome = await checkBody('', { headerChecks: [headerCheck] }, { 'x-version': '3' })
  expect(outcome.failure?.cause ?? null).toBe(cause)
})

test('values of a header that comes several times are one', async () => {
  const port = await serve((_, response) => response.writeHead(200, { 'X-Many': ['a', 'b'] }).end())
  const headerChecks = [{ name: 'x-many', operator: 'equals', value: 'a, b' }]
  const outcome = await runChecker(webChecker, `http://127.0.0.1:${port}/`, { headerChecks })
  expect(outcome.status).toBe('up')
})

test.for([
  [{}, null],
  [keyword('x', 'absent'), null],
  [keyword('x'), 'emptyBody'],
  [{ jsonChecks: [{ path: '$.a', operator: 'exists' }] }, 'emptyBody'],
] as const)('an empty body with %o gives %s', async ([settings, cause]) => {
  const outcome = await checkBody('', settings, { 'content-encoding': 'gzip' })
  expect(outcome.failure?.cause ?? null).toBe(cause)
})

test('a challenge page is told from a refusal, also under a status that is expected', async () => {
  const port = await serve((request, response) => {
    const headers =
      request.url === '/plain' ? {} : { server: 'cloudflare', 'content-encoding': 'gzip' }
    const page = '<html>Just a moment... <script src="/cdn-cgi/challenge-platform/x"></script>'
    response
      .writeHead(request.url === '/200' ? 200 : 403, headers)
      .end(request.url === '/plain' ? 'no' : gzipSync(page))
  })
  const causeOf = async (path: string, settings = {}) =>
    (await runChecker(webChecker, `http://127.0.0.1:${port}${path}`, settings)).failure?.cause
  expect(await causeOf('/')).toBe('botBlocked')
  expect(await causeOf('/plain')).toBe('clientError')
  expect(await causeOf('/200', keyword('Welcome'))).toBe('botBlocked')
})

test('a hostile header or keyword is no trouble for what is told', async () => {
  const headerChecks = [{ name: 'X-Odd', operator: 'equals', value: 'x' }]
  const { failure } = await checkBody(
    '',
    { headerChecks },
    { 'x-odd': `\x80${'y'.repeat(20_000)}` },
  )
  expect(failure?.message.length).toBeLessThan(500)
  expect(failure?.message).not.toContain('\x80')
})
