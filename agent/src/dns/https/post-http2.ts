import { connect, constants } from 'node:http2'
import type { Socket } from 'node:net'
import type { Posted, PostTarget } from './post.ts'
import { DNS_MESSAGE, DNS_PATH, USER_AGENT, createBody, postFailure, postTimeout } from './post.ts'

/** Bounds what a hostile server can make us hold, in MB (the least Node allows). */
const MAX_SESSION_MEGABYTES = 1

/** Posts a question over HTTP/2, which some resolvers insist on, and closes the connection. */
export function postHttp2(
  socket: Socket,
  target: PostTarget,
  question: Buffer,
  signal: AbortSignal,
): Promise<Posted> {
  const { authority, peer } = target
  return new Promise((resolve) => {
    let statusCode: number | null = null
    let contentType = ''
    const body = createBody()
    const session = connect(`https://${authority}`, {
      createConnection: () => socket,
      maxSessionMemory: MAX_SESSION_MEGABYTES,
      settings: { enablePush: false },
    })

    function settle(end: Posted): void {
      signal.removeEventListener('abort', giveUp)
      resolve(end)
      session.destroy()
      socket.destroy()
    }

    function giveUp(): void {
      settle(postTimeout(statusCode !== null, peer))
    }

    function fail(error: unknown): void {
      settle(postFailure(error, statusCode !== null, peer))
    }

    function finish(): void {
      if (statusCode === null) {
        fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
        return
      }
      settle({ ok: true, answer: { statusCode, contentType, body: body.bytes() } })
    }

    session.on('error', fail)
    session.on('close', finish)
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: DNS_PATH,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: DNS_MESSAGE,
      [constants.HTTP2_HEADER_CONTENT_LENGTH]: String(question.length),
      [constants.HTTP2_HEADER_ACCEPT]: DNS_MESSAGE,
      [constants.HTTP2_HEADER_USER_AGENT]: USER_AGENT,
    })
    stream.on('error', fail)
    stream.once('response', (headers) => {
      statusCode = headers[':status'] ?? 0
      contentType = headers['content-type'] ?? ''
    })
    stream.on('data', (chunk: Buffer) => {
      if (body.add(chunk)) finish()
    })
    stream.once('end', finish)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else stream.end(question)
  })
}
