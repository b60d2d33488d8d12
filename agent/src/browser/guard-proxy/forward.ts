import type { IncomingMessage, ServerResponse } from 'node:http'
import { request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import { absoluteTarget, forwardedHeaders, SIGN_IN_HOST } from '../proxy-request.ts'
import type { ContextShare } from './context-share.ts'
import type { Refusals } from './refusals.ts'
import { requestKey } from './refusals.ts'
import type { Reach } from './reach-target.ts'

/** The longest head of a message, in bytes. */
export const MAX_HEADER_BYTES = 256 * 1024

interface Ways {
  readonly reach: Reach
  readonly refusals: Refusals
  readonly share: ContextShare
}

/** Asks the target of a request over http, and answers with what that says. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  ways: Ways,
): Promise<void> {
  const asked = absoluteTarget(request.url ?? '')
  if (asked === null) {
    response.destroy()
    return
  }
  const { target, url } = asked
  if (target.host === SIGN_IN_HOST) {
    response.writeHead(204).end()
    return
  }
  const reached = await ways.reach(target, requestKey(url), response)
  if ('refusal' in reached) response.destroy()
  else passOn(request, response, { ...reached, url, ...ways })
}

/** @param way.socket connected to the host and port of `url` */
function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  way: Omit<Ways, 'reach'> & { readonly url: URL; readonly socket: Socket },
): void {
  const { url, socket, refusals, share } = way
  response.once('close', () => socket.destroy())
  const onwards = openRequest({
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: [
      'Host',
      url.host,
      ...forwardedHeaders(request.rawHeaders, ['host', 'expect']),
      'Connection',
      'close',
    ],
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    createConnection: () => socket,
  })
  const giveUp = (message: string): void => {
    socket.destroy()
    if (!response.headersSent) refusals.note(requestKey(url), { message, isBlocked: false })
    response.destroy()
  }
  onwards.on('error', (error) => giveUp(brokenText(url.host, error)))
  // Asked for by no one, because the request's header for it does not go on.
  onwards.on('upgrade', () => giveUp(`${url.host} switched to a protocol no one asked for.`))
  onwards.on('response', (came) => {
    came.on('data', share.count)
    came.on('error', () => response.destroy())
    // Chrome would take it for this proxy's own, and forget the password. Source: RFC 9110, 15.5.8
    if (came.statusCode === 407) {
      giveUp(`${url.host} answered 407, as only a proxy may.`)
      return
    }
    try {
      response.writeHead(came.statusCode ?? 502, forwardedHeaders(came.rawHeaders, []))
    } catch {
      giveUp(`${url.host} answered with a header that breaks the HTTP protocol.`)
      return
    }
    came.pipe(response)
  })
  request.on('error', () => socket.destroy())
  request.on('data', share.count)
  request.pipe(onwards)
}

/** Why a target that was reached gave nothing to pass on. */
function brokenText(host: string, error: NodeJS.ErrnoException): string {
  return error.code?.startsWith('HPE_') === true
    ? `${host} gave no answer that follows the HTTP protocol.`
    : `${host} closed the connection without an answer.`
}
