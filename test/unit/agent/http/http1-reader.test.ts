import { expect, test } from 'vitest'
import type { AnswerHead } from '../../../../agent/src/http/http1-head.ts'
import type { ReadState } from '../../../../agent/src/http/http1-reader.ts'
import { createHttp1Reader } from '../../../../agent/src/http/http1-reader.ts'

interface Heard {
  readonly head: AnswerHead | null
  readonly body: string
  readonly end: ReadState | 'cut'
}

/** Reads an answer in pieces of a size; what ends it is the last word of the reader. */
function read(text: string, size: number, method = 'GET'): Heard {
  let head: AnswerHead | null = null
  let body = ''
  const reader = createHttp1Reader(method, {
    head(given) {
      head = given
      return true
    },
    data(chunk) {
      body += chunk.toString('latin1')
      return true
    },
  })
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += size) {
    const state = reader.push(bytes.subarray(at, at + size))
    if (state !== 'more') return { head, body, end: state }
  }
  return { head, body, end: reader.end() }
}

const OK = 'HTTP/1.1 200 OK\r\n'

test.for([
  ['a length', `${OK}Content-Length: 5\r\n\r\nhello`, 'hello'],
  ['a length said twice', `${OK}Content-Length: 5\r\ncontent-length: 5\r\n\r\nhello`, 'hello'],
  ['no length', 'HTTP/1.0 200 OK\r\n\r\nhello', 'hello'],
  [
    'chunks with extensions and trailers',
    `${OK}Transfer-Encoding: chunked\r\n\r\n2;a="b"\r\nhe\r\n03\r\nllo\r\n0\r\nX-T: 1\r\n\r\n`,
    'hello',
  ],
  [
    'chunks and a length',
    `${OK}Content-Length: 1\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
    'x',
  ],
  [
    'interim answers',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`,
    'ok',
  ],
  ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', 'ok'],
  ['a line among its headers that is none', `${OK}nonsense\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
  ['a header name that is none', `${OK}X (a): b\r\n more\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
  ['a header without a name', `${OK}: b\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
  ['a second status line', `${OK}${OK}Content-Length: 2\r\n\r\nok`, 'ok'],
  ['a CR in a header', `${OK}X: a\rb\r\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
  ['a space before its headers', `${OK} X: a\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
  ['a folded length', `${OK}Content-Length:\r\n 2\r\n\r\nok`, 'ok'],
  ['a padded length', `${OK}Content-Length: 00000000000000000002, 2\r\n\r\nok`, 'ok'],
  [
    'padded chunk sizes',
    `${OK}Transfer-Encoding: chunked\r\n\r\n00000000000000000002\r\nok\r\n0\r\n\r\n`,
    'ok',
  ],
  ...[
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: identity, chunked',
    'Transfer-Encoding: Chunked, chunked',
  ].map((header) => [header, `${OK}${header}\r\n\r\n2\r\nok\r\n0\r\n\r\n`, 'ok'] as const),
  ...['Transfer-Encoding:', 'Transfer-Encoding: none', 'Transfer-Encoding: identity'].map(
    (header) => [header, `${OK}${header}\r\nContent-Length: 2\r\n\r\nok`, 'ok'] as const,
  ),
  ['no body by its status', 'HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n', ''],
  ['a status line without a reason', 'HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx', 'x'],
] as const)('an answer with %s is read alike in one piece and byte by byte', ([, text, body]) => {
  for (const size of [text.length, 7, 3, 1]) {
    expect(read(text, size)).toMatchObject({ body, end: 'done' })
  }
})

test('the answer to HEAD has no body whatever its headers say', () => {
  expect(read(`${OK}Content-Length: 5\r\n\r\n`, 4, 'HEAD')).toMatchObject({ body: '', end: 'done' })
})

test('headers are in lower case, joined, unfolded and trimmed', () => {
  const text = `${OK}Set-Cookie: a=1\r\nset-cookie: b=2\r\nX-Long:  one\r\n  two \r\nContent-Length: 0\r\n\r\n`
  for (const size of [text.length, 1]) {
    const headers = read(text, size).head?.headers
    expect(headers?.get('set-cookie')).toBe('a=1, b=2')
    expect(headers?.get('x-long')).toBe('one two')
  }
})

test('a space before the colon of a header is passed over', () => {
  expect(read(`${OK}X-A : b\r\nContent-Length: 0\r\n\r\n`, 9).head?.headers.get('x-a')).toBe('b')
})

test('addresses, cookies and words to crawlers are told one by one', () => {
  const text = `${OK}Location: /a\r\nSet-Cookie: a=1; Expires=Thu, 01 Jan 1970\r\nlocation: /b\r\n c\r\nset-cookie: b=2\r\nX-Robots-Tag: bot: none\r\nX-Robots-Tag: noindex\r\nContent-Length: 0\r\n\r\n`
  expect(read(text, 9).head).toMatchObject({
    locations: ['/a', '/b c'],
    setCookies: ['a=1; Expires=Thu, 01 Jan 1970', 'b=2'],
    robotsTags: ['bot: none', 'noindex'],
  })
})

test.for([
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', /does not begin/],
  ['HTTP/0.9', '<html>hello</html>', /does not begin/],
  ['an alert of TLS', '\x15\x03\x01\0\x02\x02\x50', /is TLS, which addresses with https:\/\/ are/],
  ['settings of HTTP/2', '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64', /is HTTP\/2.*httpVersion "2"/],
  ['a frame of another protocol', '\0\0\x06\x04\0\0\0\0\x01', /does not begin/],
  ['another version', 'HTTP/2 200\r\n\r\n', /status line/],
  ['no number for a status', 'HTTP/1.1 OK\r\n\r\n', /status line/],
  ['a NUL in a header', `${OK}a: b\0c\r\n\r\n`, /character/],
  [
    'a length with a space before its colon',
    `${OK}Content-Length : 2\r\n\r\n`,
    /among the headers/,
  ],
  ['a coding after a space', `${OK} transfer-encoding: chunked\r\n\r\n`, /among the headers/],
  ['two lengths', `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, /Content-Length/],
  ['a negative length', `${OK}Content-Length: -5\r\n\r\n`, /Content-Length/],
  [
    'an unknown transfer coding',
    `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n`,
    /transfer coding/,
  ],
  [
    'a chunk size that is no number',
    `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    /size of a chunk/,
  ],
  [
    'an endless chunk size',
    `${OK}Transfer-Encoding: chunked\r\n\r\n${'0'.repeat(9_000)}`,
    /too long/,
  ],
  [
    'a chunk longer than it says',
    `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n`,
    /chunk|too long/,
  ],
  ['endless headers', `${OK}x: ${'y'.repeat(70_000)}`, /larger than/],
  [
    'endless trailers',
    `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n${'x: y\r\n'.repeat(15_000)}`,
    /larger than/,
  ],
  ['endless interim answers', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(30), /interim/],
] as const)('%s breaks the protocol', ([, text, problem]) => {
  for (const size of [text.length, 1_000, 10]) {
    const { end } = read(text, size)
    expect(end).toEqual({ problem: expect.stringMatching(problem) as string })
  }
})

test.for([
  ['in the head', 'HTTP/1.1 200 OK\r\nA: b'],
  ['in the body', `${OK}Content-Length: 9\r\n\r\nabc`],
  ['between chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n`],
  ['before the end of the trailers', `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`],
])('a connection that ends %s cuts the answer', ([, text]) => {
  expect(read(text ?? '', 5).end).toBe('cut')
})

test('nothing is read on once the listener has enough', () => {
  let pieces = 0
  const reader = createHttp1Reader('GET', {
    head: () => true,
    data() {
      pieces += 1
      return false
    },
  })
  expect(reader.push(Buffer.from(`${OK}Content-Length: 99\r\n\r\nhello`))).toBe('done')
  expect(pieces).toBe(1)
})
