import type { Cause } from '@sightline/shared/causes'
import type { TLSSocket } from 'node:tls'
import { printable } from '../../outcome/printable.ts'
import type { Replied } from '../exchange.ts'
import { noReply, replied } from '../exchange.ts'
import type { EncodedQuestion } from '../question.ts'
import { answersQuestion } from '../question.ts'
import type { PostAnswer, PostTarget } from './post.ts'
import { DNS_MESSAGE, DNS_PATH, MAX_BODY_BYTES } from './post.ts'

/** Both, the newer first: some resolvers answer over HTTP/2 only (RFC 8484, section 5.2). */
export const HTTPS_PROTOCOLS = ['h2', 'http/1.1'] as const

/** What a status other than 200 stands for. */
function statusCause(statusCode: number): Cause {
  if (statusCode === 404) return 'notFound'
  if (statusCode === 429) return 'rateLimited'
  if (statusCode === 503) return 'serviceUnavailable'
  if (statusCode >= 500) return 'serverError'
  if (statusCode >= 400) return 'clientError'
  return statusCode >= 300 ? 'redirectUnexpected' : 'protocolError'
}

function read(answer: PostAnswer, question: EncodedQuestion, peer: string): Replied {
  const { statusCode, contentType, body } = answer
  if (statusCode !== 200) {
    const message = `${peer} answered HTTP status ${statusCode} at ${DNS_PATH} where a DNS answer was expected.`
    const cause = statusCause(statusCode)
    return { ok: false, failure: { source: 'target', phase: 'dns', cause, message } }
  }
  if (contentType.split(';')[0]?.trim().toLowerCase() !== DNS_MESSAGE) {
    const what = contentType === '' ? 'without a type' : `of type "${printable(contentType, 100)}"`
    return noReply('protocolError', `${peer} answered content ${what} instead of a DNS message.`)
  }
  if (body.length > MAX_BODY_BYTES || !answersQuestion(body, question)) {
    return noReply('protocolError', `${peer} sent content that does not answer the DNS question.`)
  }
  return replied(body, peer)
}

/** Asks over HTTPS on a connection whose TLS handshake is done, and closes it. Redirects are not
 *  followed: a resolver's address is what its monitor says. Source: RFC 8484 */
export async function askHttps(
  socket: TLSSocket,
  question: EncodedQuestion,
  target: PostTarget,
  signal: AbortSignal,
): Promise<Replied> {
  const post =
    socket.alpnProtocol === 'h2'
      ? (await import('./post-http2.ts')).postHttp2
      : (await import('./post-http1.ts')).postHttp1
  // Loading may have taken a moment, and a socket that closed meanwhile tells nothing any more.
  if (socket.destroyed || socket.readableEnded) {
    socket.destroy()
    return noReply('protocolError', `${target.peer} closed the connection without an answer.`)
  }
  const posted = await post(socket, target, question.bytes, signal)
  return posted.ok ? read(posted.answer, question, target.peer) : posted
}
