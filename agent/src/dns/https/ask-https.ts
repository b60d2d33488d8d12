import type { Cause } from '@sightline/shared/causes'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import type { TLSSocket } from 'node:tls'
import type { AnswerLimits, WebAnswer, WebRequest } from '../../http/answer.ts'
import { askHttp1 } from '../../http/ask-http1.ts'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { Replied } from '../exchange.ts'
import { noReply, replied, silence } from '../exchange.ts'
import type { EncodedQuestion } from '../question.ts'
import { answersQuestion } from '../question.ts'

/** Both, the newer first: some resolvers answer over HTTP/2 only (RFC 8484, section 5.2). */
export const HTTPS_PROTOCOLS = ['h2', 'http/1.1'] as const

/** Where a resolver is asked. Source: RFC 8484, section 4.1.1 (the usual template) */
const DNS_PATH = '/dns-query'
const DNS_MESSAGE = 'application/dns-message'

/** Longest DNS message, in bytes; a longer body is none. */
const MAX_BODY_BYTES = 65_535
const LIMITS: AnswerLimits = { maxBodyBytes: MAX_BODY_BYTES, keepBytes: () => MAX_BODY_BYTES }

/** Where the question goes over a connection whose TLS handshake is done. */
interface Target {
  /** Name of the resolver, as its URL has it. */
  readonly authority: string
  /** "host:port" as people read it. */
  readonly peer: string
}

/** What a status other than 200 stands for. */
function statusCause(statusCode: number): Cause {
  if (statusCode === 404) return 'notFound'
  if (statusCode === 429) return 'rateLimited'
  if (statusCode === 503) return 'serviceUnavailable'
  if (statusCode >= 500) return 'serverError'
  if (statusCode >= 400) return 'clientError'
  return statusCode >= 300 ? 'redirectUnexpected' : 'protocolError'
}

function requestOf({ bytes }: EncodedQuestion, authority: string): WebRequest {
  const headers = new Map([
    ['host', authority],
    ['user-agent', `Sightline/${SOFTWARE_VERSION}`],
    ['accept', DNS_MESSAGE],
    ['content-type', DNS_MESSAGE],
    ['content-length', String(bytes.length)],
  ])
  const url = new URL(DNS_PATH, `https://${authority}`)
  return { method: 'POST', url, path: DNS_PATH, headers, body: bytes }
}

function read(answer: WebAnswer, question: EncodedQuestion, peer: string): Replied {
  const { statusCode, headers, body, isTruncated } = answer
  if (statusCode !== 200) {
    const message = `${peer} answered HTTP status ${statusCode} at ${DNS_PATH} where a DNS answer was expected.`
    const cause = statusCause(statusCode)
    return { ok: false, failure: { source: 'target', phase: 'dns', cause, message } }
  }
  const type = headers.get('content-type') ?? ''
  if (type.split(';')[0]?.trim().toLowerCase() !== DNS_MESSAGE) {
    const what = type === '' ? 'without a type' : `of type "${printable(type, 100)}"`
    return noReply('protocolError', `${peer} answered content ${what} instead of a DNS message.`)
  }
  if (isTruncated || !answersQuestion(body, question)) {
    return noReply('protocolError', `${peer} sent content that does not answer the DNS question.`)
  }
  return replied(body, peer)
}

/** A failure in the words of DNS, over whatever the question travels. */
function inWordsOfDns(failure: CheckFailure, peer: string): CheckFailure {
  const hasBegun = failure.phase === 'download'
  if (failure.cause === 'timeout') {
    const message = `The answer of ${peer} was not complete in time.`
    return hasBegun ? { ...failure, cause: 'dnsTimeout', message } : silence(peer).failure
  }
  const cause = failure.cause === 'truncatedBody' ? 'protocolError' : failure.cause
  return { ...failure, cause, phase: hasBegun ? 'download' : 'dns' }
}

/** Asks over HTTPS on a connection whose TLS handshake is done, and closes it. Redirects are not
 *  followed: a resolver's address is what its monitor says. Source: RFC 8484 */
export async function askHttps(
  socket: TLSSocket,
  question: EncodedQuestion,
  { authority, peer }: Target,
  signal: AbortSignal,
): Promise<Replied> {
  const isHttp2 = socket.alpnProtocol === 'h2'
  const post = isHttp2 ? (await import('../../http/ask-http2.ts')).askHttp2 : askHttp1
  const { answer, failure } = await post(
    socket,
    requestOf(question, authority),
    LIMITS,
    peer,
    signal,
  )
  if (answer !== null) return read(answer, question, peer)
  return failure === null
    ? noReply('protocolError', `${peer} closed the connection without an answer.`)
    : { ok: false, failure: inWordsOfDns(failure, peer) }
}
