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
import type { CheckerOptions } from '../../../../helpers/run-checker.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

/** To read a large JSON took over 3 s beside other tests. */
const PATIENT: CheckerOptions = { timeoutMs: 30_000 }

const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener))

async function checkBody(
  body: string | Buffer,
  settings: Record<string, unknown>,
  headers: Record<string, string> = {},
  options: CheckerOptions = {},
) {
  const port = await serve((_, response) => response.writeHead(200, headers).end(body))
  return runChecker(webChecker, `http://127.0.0.1:${port}/`, settings, options)
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

/** One that decoders pass over. Source: RFC 8878, section 3.1.2 */
const SKIPPED_FRAME = Buffer.from('502a4d18020000000102', 'hex')

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
  ['none', Buffer.from('hello')],
  ['UTF-8', Buffer.from('hello')],
  ['aws-chunked', Buffer.from('hello')],
  ['none, gzip', gzipSync('hello')],
  ['gzip', Buffer.concat([gzipSync('hello'), Buffer.from('junk')])],
  ['gzip', Buffer.concat([gzipSync('hel'), gzipSync('lo')])],
  ['zstd', Buffer.concat([zstdCompressSync('hel'), zstdCompressSync('lo')])],
  // With frames that hold nothing for people.
  ['zstd', Buffer.concat([SKIPPED_FRAME, zstdCompressSync(''), zstdCompressSync('hello')])],
  ['zstd', Buffer.concat([zstdCompressSync('hello'), Buffer.from('junk')])],
  ['gzip', gzipSync('hello').subarray(0, -8)],
  ['gzip', Buffer.concat([gzipSync('hello').subarray(0, -8), Buffer.alloc(8, 1)])],
  [
    'gzip',
    Buffer.concat([
      // With an extra field, a name and a comment.
      Buffer.from('1f8b081c0000000000030200aabb6e616d6500636d7400', 'hex'),
      deflateRawSync('hello'),
    ]),
  ],
] as const)('a body labelled "%s" that browsers read is read', async ([coding, body]) => {
  const outcome = await checkBody(body, keyword('hello'), { 'content-encoding': coding })
  expect(outcome).toMatchObject({ status: 'up' })
})

test('plain text labelled gzip is told, though nothing is looked for in it', async () => {
  const headers = { 'content-encoding': 'gzip' }
  expect(await checkBody('plain text', {}, headers)).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'content', cause: 'protocolError' },
  })
  expect((await checkBody(gzipSync('zipped'), {}, headers)).status).toBe('up')
})

test.for([
  ['is broken', 'gzip', Buffer.from('this is no gzip at all')],
  ['ends early', 'gzip', gzipSync('hello world, hello').subarray(0, -10)],
  ['ends early', 'br', brotliCompressSync('hello world').subarray(0, -3)],
  ['was not asked for', 'compress', Buffer.from('hello')],
  [
    'ends early',
    'zstd',
    Buffer.concat([zstdCompressSync('a'), zstdCompressSync('b').subarray(0, 8)]),
  ],
  ['is nested without end', 'gzip, gzip, gzip, gzip', gzipSync('x')],
] as const)('a content encoding that %s (%s) breaks the protocol', async ([, coding, body]) => {
  const outcome = await checkBody(body, keyword('hello'), { 'content-encoding': coding })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'content', cause: 'protocolError' },
  })
})

test('a body in zstd is cut at the limit, wherever in its frames that is', async () => {
  const text = 'a'.repeat(1_000)
  const frames = Buffer.concat([zstdCompressSync(text), zstdCompressSync(`${text}needle`)])
  const looked = async (maxBodyBytes: number) =>
    checkBody(frames, { ...keyword('needle'), maxBodyBytes }, { 'content-encoding': 'zstd' })
  expect(await looked(2_006)).toMatchObject({ status: 'up' })
  for (const limit of [999, 1_000, 1_001, 2_005]) {
    expect(await looked(limit)).toMatchObject({
      failure: { message: expect.stringContaining(`first ${limit} bytes`) },
      details: { truncated: true },
    })
  }
})

test('a body of frames without end is left', async () => {
  const frames = Buffer.concat([
    ...Array.from({ length: 5_000 }, () => SKIPPED_FRAME),
    zstdCompressSync('needle'),
  ])
  const outcome = await checkBody(frames, keyword('needle'), { 'content-encoding': 'zstd' })
  expect(outcome).toMatchObject({ status: 'down', details: { truncated: true } })
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
  ['the header, in single quotes', Buffer.from('caf\xe9', 'latin1'), "text/html; charset='latin1'"],
  ['nothing, in windows-1252', Buffer.from('caf\xe9', 'latin1'), 'text/html'],
  ['JSON, whatever is said', Buffer.from('café', 'utf8'), 'application/json; charset=latin1'],
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
  [{ path: '$.error', operator: 'exists', value: false }, null],
  [{ path: '$.status', operator: 'exists', value: false }, 'jsonMismatch'],
] as const)('the JSON check %o gives %s', async ([jsonCheck, cause]) => {
  const outcome = await checkBody(JSON_BODY, { jsonChecks: [jsonCheck] })
  expect(outcome.failure?.cause ?? null).toBe(cause)
})

test('a JSON value that differs is told with what it is', async () => {
  const jsonChecks = [{ path: '$.status', operator: 'equals', value: 'fine' }]
  const { failure } = await checkBody(JSON_BODY, { jsonChecks })
  expect(failure?.message).toBe('The JSON value $.status is "ok"; it should equal "fine".')
})

test('a value or header that should not be there is told so', async () => {
  const jsonChecks = [{ path: '$.status', operator: 'exists', value: false }]
  expect((await checkBody(JSON_BODY, { jsonChecks })).failure?.message).toBe(
    'The JSON value $.status is "ok"; it should not be there.',
  )
  const headerChecks = [{ name: 'X-A', operator: 'exists', value: false }]
  expect((await checkBody('', { headerChecks }, { 'x-a': '1' })).failure?.message).toBe(
    'The header X-A is "1"; it should not be there.',
  )
  expect((await checkBody('', { headerChecks })).status).toBe('up')
})

test('a JSON that would take too much memory says nothing about its target', async () => {
  const jsonChecks = [{ path: '$[0]', operator: 'exists' }]
  const body = `[${'[],'.repeat(1_100_000)}1]`
  expect(await checkBody(body, { jsonChecks, maxBodyBytes: 5_000_000 }, {}, PATIENT)).toMatchObject(
    {
      status: 'unknown',
      failure: { source: 'agent', cause: 'agentFault', message: expect.stringContaining('memory') },
    },
  )
})

test('a large JSON is read as a small one is', async () => {
  const body = JSON.stringify({ fill: 'x'.repeat(400_000), status: 'ok', list: ['a', 'b'] })
  const good = [
    { path: '$.status', operator: 'equals', value: 'ok' },
    { path: '$.list[*]', operator: 'matches', value: '^b$' },
  ]
  expect(await checkBody(body, { jsonChecks: good }, {}, PATIENT)).toMatchObject({ status: 'up' })
  const bad = [...good, { path: '$.list[0]', operator: 'matches', value: '^b$' }]
  expect((await checkBody(body, { jsonChecks: bad }, {}, PATIENT)).failure?.message).toBe(
    'The JSON value $.list[0] is "a"; it should match "^b$".',
  )
})

test.for([
  ['is no JSON', '<html>', {}, /is no JSON/],
  ['is nested too deep', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, {}, /nested more than 1000/],
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

test('UTF-8 is not torn by the limit', async () => {
  const settings = { ...keyword('éé'), maxBodyBytes: 9 }
  expect(await checkBody('é'.repeat(50), settings, { 'content-type': 'text/html' })).toMatchObject({
    status: 'up',
  })
})

test('values of headers are compared and told as UTF-8, else as Latin-1', async () => {
  const port = await serve((request, response) => {
    const value = Buffer.from('über', request.url === '/utf8' ? 'utf8' : 'latin1')
    response.writeHead(200, { 'X-Odd': value.toString('latin1') }).end()
  })
  for (const path of ['/utf8', '/latin1']) {
    const headerChecks = [{ name: 'X-Odd', operator: 'equals', value: 'über' }]
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await runChecker(webChecker, `http://127.0.0.1:${port}${path}`, {
      headerChecks,
    })
    expect(outcome.status).toBe('up')
  }
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
    const page = '<html>Just a moment... <script>window._cf_chl_opt={}</script>'
    const ordinary = '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>no'
    const [status, text] = (
      {
        '/': [403, page],
        '/202': [202, page],
        '/200': [200, page],
        '/503': [503, ordinary],
      } as const
    )[request.url ?? '/'] ?? [403, 'no']
    response.writeHead(status, { server: 'cloudflare', 'content-encoding': 'gzip' })
    response.end(gzipSync(text))
  })
  const causeOf = async (path: string, settings = {}) =>
    (await runChecker(webChecker, `http://127.0.0.1:${port}${path}`, settings)).failure?.cause
  expect(await causeOf('/')).toBe('botBlocked')
  expect(await causeOf('/plain')).toBe('clientError')
  expect(await causeOf('/503')).toBe('serviceUnavailable')
  expect(await causeOf('/202', keyword('Welcome'))).toBe('botBlocked')
  expect(await causeOf('/202', keyword('moment', 'absent'))).toBe('keywordPresent')
  expect(await causeOf('/200', keyword('Welcome'))).toBe('keywordMissing')
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
