import type { IpFamily } from '@sightline/shared/name-resolution'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Dial } from '../net/dial.ts'
import { createContextShare } from './guard-proxy/context-share.ts'
import { forward, MAX_HEADER_BYTES } from './guard-proxy/forward.ts'
import { createRefusals } from './guard-proxy/refusals.ts'
import { tunnel } from './guard-proxy/tunnel.ts'
import { createReach } from './guard-proxy/reach-target.ts'
import { isSignedIn } from './proxy-request.ts'
import type { Refusal } from './guard-proxy/refusal.ts'
import type { ProxyLimits } from './guard-proxy/context-share.ts'

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

const LIMITS: ProxyLimits = { maxBytes: 50_000_000, maxConnections: 100 }

/** A context has ended by then. */
const KEEP_ALIVE_MS = 300_000

const CHALLENGE = 'Basic realm="Sightline"'

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
  const closed = new AbortController()
  const share = createContextShare(limits)
  const refusals = createRefusals(share.cut)
  const reach = createReach({ dial, family, share, refusals, closed: closed.signal })
  const ways = { reach, refusals, share }

  const maySpeak = ({ headers }: IncomingMessage): boolean =>
    isSignedIn(headers['proxy-authorization'], credentials)

  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A page may take its time to send a form.
    requestTimeout: 0,
  })
  server.on('connection', share.keep)
  server.on('clientError', ({ code }: NodeJS.ErrnoException, client: Duplex) => {
    if (code === 'HPE_HEADER_OVERFLOW') share.cut()
    client.destroy()
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, early: Buffer) => {
    if (!maySpeak(request)) {
      const status = 'HTTP/1.1 407 Proxy Authentication Required'
      client.end(`${status}\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    // Whatever a page asks for in a way that cannot be passed on is broken off, and nothing besides.
    tunnel(request, client, early, ways).catch(() => client.destroy())
  })
  server.on('request', (request, response) => {
    // Chrome asks once more where a connection breaks that has served before.
    response.shouldKeepAlive = false
    if (maySpeak(request)) forward(request, response, ways).catch(() => response.destroy())
    else response.writeHead(407, { 'content-length': 0, 'proxy-authenticate': CHALLENGE }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()

  return {
    port: (server.address() as AddressInfo).port,
    credentials,
    refusalOf: refusals.of,
    wasCut: share.wasCut,
    close() {
      closed.abort()
      server.close()
      share.end()
    },
  }
}
