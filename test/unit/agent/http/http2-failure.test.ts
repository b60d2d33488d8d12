import { constants } from 'node:http2'
import { expect, test } from 'vitest'
import type { WebAnswer } from '../../../../agent/src/http/answer.ts'
import type { Http2End } from '../../../../agent/src/http/http2-failure.ts'
import { http2Failure, wantsAgain } from '../../../../agent/src/http/http2-failure.ts'

const QUIET: Http2End = { resetCode: 0, goawayCode: null, isGoingAway: false }
const {
  NGHTTP2_PROTOCOL_ERROR,
  NGHTTP2_INTERNAL_ERROR,
  NGHTTP2_REFUSED_STREAM,
  NGHTTP2_HTTP_1_1_REQUIRED,
} = constants

/** An answer of which a byte came. */
const answerOf = (announced: number): WebAnswer => ({
  statusCode: 200,
  httpVersion: '2',
  headers: new Map([['content-length', `${announced}`]]),
  locations: [],
  setCookies: [],
  robotsTags: [],
  bodyBytes: 1,
  isTruncated: false,
  body: Buffer.from('x'),
})
const errorOf = (code: string, more = {}): NodeJS.ErrnoException =>
  Object.assign(new Error('what Node says'), { code, ...more })
const RESET = errorOf('ECONNRESET', { syscall: 'read' })

test.each<[Partial<Http2End>, Error | null, WebAnswer | null, string, string | RegExp]>([
  [{ goawayCode: NGHTTP2_INTERNAL_ERROR }, RESET, null, 'protocolError', /GOAWAY INTERNAL_ERROR/],
  [{ resetCode: NGHTTP2_INTERNAL_ERROR }, RESET, null, 'connectionReset', /./],
  [{ resetCode: NGHTTP2_PROTOCOL_ERROR }, null, answerOf(5), 'truncatedBody', /before the answer/],
  [{ resetCode: NGHTTP2_PROTOCOL_ERROR }, null, answerOf(1), 'protocolError', /RST_STREAM PROTO/],
  [{ resetCode: NGHTTP2_HTTP_1_1_REQUIRED }, null, null, 'protocolError', /over HTTP\/1\.1 only/],
  [{}, errorOf('ERR_HTTP2_ERROR'), null, 'protocolError', /not speak HTTP\/2: what Node says/],
  [{ resetCode: 99 }, null, null, 'protocolError', /RST_STREAM code 99/],
  [{}, errorOf('ERR_HTTP2_OTHER'), null, 'protocolError', /breaks the HTTP\/2 protocol/],
  [{}, null, answerOf(1), 'truncatedBody', /before the answer was complete/],
  [{}, null, null, 'protocolError', /without a complete answer/],
])('an end with %j and %s is told by its cause', (end, error, answer, cause, message) => {
  const failure = http2Failure({ ...QUIET, ...end }, error, answer, 'a.example')
  const phase = answer === null ? 'firstByte' : 'download'
  expect(failure).toMatchObject({ phase, cause, message: expect.stringMatching(message) })
})

test.each<[Partial<Http2End>, string, 'http1' | 'same' | null]>([
  [{}, 'GET', null],
  [{ resetCode: NGHTTP2_HTTP_1_1_REQUIRED }, 'POST', 'http1'],
  [{ goawayCode: NGHTTP2_HTTP_1_1_REQUIRED }, 'GET', 'http1'],
  [{ resetCode: NGHTTP2_REFUSED_STREAM }, 'POST', 'same'],
  [{ isGoingAway: true }, 'GET', 'same'],
  [{ isGoingAway: true }, 'POST', null],
  [{ goawayCode: NGHTTP2_INTERNAL_ERROR }, 'GET', null],
])('after %j a %s may be sent again: %j', (end, method, again) => {
  expect(wantsAgain({ ...QUIET, ...end }, method)).toBe(again)
})
