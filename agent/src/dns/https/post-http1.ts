import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { Posted, PostTarget } from './post.ts'
import { DNS_MESSAGE, DNS_PATH, USER_AGENT, createBody, postFailure, postTimeout } from './post.ts'

const MAX_HEADER_BYTES = 16 * 1024

/** Posts a question over HTTP/1.1 and closes the connection. */
export function postHttp1(
  socket: Socket,
  target: PostTarget,
  question: Buffer,
  signal: AbortSignal,
): Promise<Posted> {
  const { authority, peer } = target
  return new Promise((resolve) => {
    let response: IncomingMessage | null = null
    const body = createBody()
    const outgoing = request({
      createConnection: () => socket,
      setHost: false,
      method: 'POST',
      path: DNS_PATH,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        host: authority,
        'user-agent': USER_AGENT,
        accept: DNS_MESSAGE,
        'content-type': DNS_MESSAGE,
        'content-length': question.length,
        connection: 'close',
      },
    })

    function settle(end: Posted): void {
      signal.removeEventListener('abort', giveUp)
      resolve(end)
      outgoing.destroy()
      socket.destroy()
    }

    function giveUp(): void {
      settle(postTimeout(response !== null, peer))
    }

    function finish({ statusCode = 0, headers }: IncomingMessage): void {
      const contentType = headers['content-type'] ?? ''
      settle({ ok: true, answer: { statusCode, contentType, body: body.bytes() } })
    }

    outgoing.on('response', (incoming) => {
      response = incoming
      incoming.on('data', (chunk: Buffer) => {
        if (body.add(chunk)) finish(incoming)
      })
      incoming.once('end', () => finish(incoming))
      incoming.once('error', (error) => settle(postFailure(error, true, peer)))
    })
    // Without a listener Node would leave a socket that switched protocols open.
    outgoing.on('upgrade', finish)
    outgoing.on('error', (error) => settle(postFailure(error, response !== null, peer)))
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else outgoing.end(question)
  })
}
