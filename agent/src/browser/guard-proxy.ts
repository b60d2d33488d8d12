import { anySignal } from '@sightline/shared/any-signal'
import type { IpFamily } from '@sightline/shared/name-resolution'
import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as openRequest } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex, Writable } from 'node:stream'
import type { Dial, Dialled } from '../net/dial.ts'
import type { ProxyTarget } from './proxy-request.ts'
import {
  absoluteTarget,
  connectTarget,
  forwardedHeaders,
  isSignedIn,
  SIGN_IN_HOST,
} from './proxy-request.ts'

/** Why a target was not reached. */
export interface Refusal {
  /** One sentence for people. */
  readonly message: string
  /** The guard forbids its addresses. */
  readonly isBlocked: boolean
  /** The agent, or its name servers, could not try it. */
  readonly isAgentFault?: boolean
}

/** The only way out of a browser context: an HTTP proxy on the loopback network, for this context alone.
 *  What it says of its own never reaches a page: a request over http that comes to nothing is broken off,
 *  as it would be without a proxy, and its answers to CONNECT are Chrome's own affair. */
export interface GuardProxy {
  readonly port: number
  readonly credentials: { readonly username: string; readonly password: string }
  /** Why the proxy broke off the last request for a URL (over http), or did not reach its host and port
   *  (over https, which it does not see into); null when it did neither, or was not asked. */
  readonly refusalOf: (url: string) => Refusal | null
  /** Whether the context asked for more than it may: the rest was refused. */
  readonly wasCut: () => boolean
  /** Ends it with all of its connections. */
  readonly close: () => void
}

/** How much one context may take. */
export interface ProxyLimits {
  /** Both ways, all in all. */
  readonly maxBytes: number
  /** At once; Chrome itself has at most 32 to a proxy, beside WebSockets. */
  readonly maxConnections: number
}

const LIMITS: ProxyLimits = { maxBytes: 50_000_000, maxConnections: 100 }

const DIAL_MS = 20_000
const MAX_HEADER_BYTES = 256 * 1024
/** A context has ended by then. */
const KEEP_ALIVE_MS = 300_000
/** More than a page may ask for, redirects aside. */
const MAX_REFUSALS = 5_000

const NOT_TRIED: Refusal = {
  message: 'The agent could not try to reach it.',
  isBlocked: false,
  isAgentFault: true,
}

function refusalOf({ failure, isBlocked }: Extract<Dialled, { ok: false }>): Refusal {
  const isAgentFault = !isBlocked && ['agent', 'resolver'].includes(failure.source)
  return { message: failure.message, isBlocked, isAgentFault }
}

const CHALLENGE = 'Basic realm="Sightline"'

/** What a refused tunnel is remembered by. */
const tunnelKey = ({ host, port }: ProxyTarget): string => `${host} ${port}`

/** What a refused request over http is remembered by, however long its URL; what is asked for has no
 *  fragment. */
function requestKey(url: URL): string {
  const [asked = ''] = url.href.split('#', 1)
  return hash('sha256', asked, 'base64')
}

/** Why a target that was reached gave nothing to pass on. */
function brokenText(host: string, error: NodeJS.ErrnoException): string {
  return error.code?.startsWith('HPE_') === true
    ? `${host} gave no answer that follows the HTTP protocol.`
    : `${host} closed the connection without an answer.`
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' || protocol === 'wss:' ? 443 : 80
}

/** Starts a proxy that reaches out through `dial` only, which judges every address it connects to.
 *  @param family version of the Internet Protocol to reach targets over */
export async function createGuardProxy(
  dial: Dial,
  family: IpFamily,
  limits: ProxyLimits = LIMITS,
): Promise<GuardProxy> {
  const credentials = {
    username: randomBytes(16).toString('hex'),
    password: randomBytes(16).toString('hex'),
  }
  // Requests come in from Chrome: the guard is to know for whom the context is all the same.
  const dialAsAsked = AsyncLocalStorage.bind(dial)
  const closed = new AbortController()
  const open = new Set<Duplex>()
  const refusals = new Map<string, Refusal>()
  let connections = 0
  let bytes = 0
  let isCut = false

  function keep(socket: Duplex): void {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  }

  function count(chunk: Buffer): void {
    bytes += chunk.length
    if (bytes <= limits.maxBytes || isCut) return
    isCut = true
    for (const socket of open) socket.destroy()
  }

  function refuse(key: string, refusal: Refusal): { refusal: Refusal } {
    if (refusals.size < MAX_REFUSALS) refusals.set(key, refusal)
    else isCut = true
    return { refusal }
  }

  /** Connects for a client, as long as that is there.
   *  @param key what a refusal is remembered by */
  async function reach(
    target: ProxyTarget,
    key: string,
    client: Writable,
  ): Promise<{ socket: Socket } | { refusal: Refusal }> {
    if (isCut || connections >= limits.maxConnections) {
      isCut = true
      const message = 'The page asked for more than a rendering may load.'
      return refuse(key, { message, isBlocked: false })
    }
    connections += 1
    const left = new AbortController()
    const leave = (): void => left.abort()
    client.once('close', leave)
    const signal = anySignal([closed.signal, left.signal, AbortSignal.timeout(DIAL_MS)])
    const dialled = await dialAsAsked({ ...target, family }, signal).catch(() => null)
    client.off('close', leave)
    if (dialled?.ok !== true) {
      connections -= 1
      const refusal = dialled === null ? NOT_TRIED : refusalOf(dialled)
      // A client that left says nothing about the target.
      return left.signal.aborted ? { refusal } : refuse(key, refusal)
    }
    const { socket } = dialled
    socket.once('close', () => (connections -= 1))
    keep(socket)
    if (closed.signal.aborted || client.destroyed) {
      socket.destroy()
      return { refusal: { message: 'The page is gone.', isBlocked: false } }
    }
    refusals.delete(key)
    return { socket }
  }

  async function tunnel(request: IncomingMessage, client: Duplex, early: Buffer): Promise<void> {
    const end = (status: string, headers = ''): void => {
      client.end(`HTTP/1.1 ${status}\r\n${headers}Content-Length: 0\r\n\r\n`)
    }
    if (!isSignedIn(request.headers['proxy-authorization'], credentials)) {
      end('407 Proxy Authentication Required', `Proxy-Authenticate: ${CHALLENGE}\r\n`)
      return
    }
    const target = connectTarget(request.url ?? '')
    if (target === null) {
      end('400 Bad Request')
      return
    }
    const reached = await reach(target, tunnelKey(target), client)
    if ('refusal' in reached) {
      end(reached.refusal.isBlocked ? '403 Forbidden' : '502 Bad Gateway')
      return
    }
    const { socket } = reached
    socket.once('close', () => client.destroy())
    client.once('close', () => socket.destroy())
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (early.length > 0) socket.write(early)
    socket.on('data', count)
    client.on('data', count)
    socket.pipe(client)
    client.pipe(socket)
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Chrome asks once more where a connection breaks that has served before.
    response.shouldKeepAlive = false
    if (!isSignedIn(request.headers['proxy-authorization'], credentials)) {
      response.writeHead(407, { 'content-length': 0, 'proxy-authenticate': CHALLENGE }).end()
      return
    }
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
    const key = requestKey(url)
    const reached = await reach(target, key, response)
    if ('refusal' in reached) {
      response.destroy()
      return
    }
    const { socket } = reached
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
      if (!response.headersSent) refuse(key, { message, isBlocked: false })
      response.destroy()
    }
    onwards.on('error', (error) => giveUp(brokenText(url.host, error)))
    // Asked for by no one, because the request's header for it does not go on.
    onwards.on('upgrade', () => giveUp(`${url.host} switched to a protocol no one asked for.`))
    onwards.on('response', (came) => {
      came.on('data', count)
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
    request.on('data', count)
    request.pipe(onwards)
  }

  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A page may take its time to send a form.
    requestTimeout: 0,
  })
  server.on('connection', keep)
  server.on('clientError', ({ code }: NodeJS.ErrnoException, client: Duplex) => {
    if (code === 'HPE_HEADER_OVERFLOW') isCut = true
    client.destroy()
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, early: Buffer) => {
    // Whatever a page asks for in a way that cannot be passed on is broken off, and nothing besides.
    tunnel(request, client, early).catch(() => client.destroy())
  })
  server.on('request', (request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()

  return {
    port: (server.address() as AddressInfo).port,
    credentials,
    refusalOf(text) {
      const url = URL.parse(text)
      if (url === null) return null
      if (url.protocol === 'http:') return refusals.get(requestKey(url)) ?? null
      const host = url.hostname.replace(/^\[|\]$/g, '')
      return refusals.get(tunnelKey({ host, port: portOf(url) })) ?? null
    },
    wasCut: () => isCut,
    close() {
      closed.abort()
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
