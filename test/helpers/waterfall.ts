import { WaterfallResult } from '@sightline/shared/analyses/waterfall'
import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { waterfallAnalysis } from '../../agent/src/analyses/waterfall.ts'
import type { AnalysisBrowser } from '../../agent/src/gather/analysis-browser.ts'
import type { GatherContext } from '../../agent/src/gather/gatherer.ts'
import type { LoadLimits } from '../../agent/src/gather/page-load.ts'
import { pageLoadGatherer } from '../../agent/src/gather/page-load.ts'
import { PATIENCE_MS } from './browser.ts'
import { makeCertificate } from './certificates.ts'
import { listen } from './listen.ts'

/** Of a machine that is busy with other tests. */
export const PATIENT: LoadLimits = { enoughMs: PATIENCE_MS, giveUpMs: PATIENCE_MS }

/** The body of a style sheet that is worth compressing. */
export const FEATURE = 'body { margin: 0 }\n'.repeat(3_000)

/** What answers with a body of a type. */
export const of =
  (type: string, body: string | Buffer = '', headers: object = {}): RequestListener =>
  (_, to) => {
    to.writeHead(200, { 'content-type': type, ...headers }).end(body)
  }

/** What answers with a script. */
export const script = (body: string, headers: object = {}): RequestListener =>
  of('text/javascript', body, headers)

/** A site by path, 404 for any other, whose WebSockets say "hi". */
export async function shop(
  pages: Readonly<Record<string, RequestListener>>,
): Promise<{ origin: string; userAgents: string[] }> {
  const userAgents: string[] = []
  const server = createServer((request, to) => {
    userAgents.push(request.headers['user-agent'] ?? '')
    const page = pages[request.url ?? '']
    if (page === undefined) to.writeHead(404, { 'content-type': 'text/html' }).end('none')
    else page(request, to)
  })
  server.on('upgrade', ({ headers }, socket) => {
    // Source: RFC 6455, section 1.3
    const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.write(Buffer.from([0x81, 2, 0x68, 0x69]))
    // What comes is that the page closes it.
    socket.once('data', () => socket.end(Buffer.from([0x88, 0])))
    socket.on('error', () => {})
  })
  const port = await listen(server)
  return { origin: `http://127.0.0.1:${port}`, userAgents }
}

/** What the server saw of a request. */
export interface Served {
  readonly httpVersion: string
  readonly path: string
  statusCode: number
}

/** A site by path over TLS that answers as a client negotiates it, HTTP/2 or 1.1, and remembers what it
 *  answered. Its certificate is one that nobody trusts.
 *  @param options.http1 offers nothing newer */
export async function secureShop(
  pages: Readonly<Record<string, RequestListener>>,
  { http1 = false } = {},
): Promise<{ origin: string; served: Served[] }> {
  const served: Served[] = []
  const { key, cert } = await makeCertificate({ names: ['shop.test'] })
  // Of the two APIs, which are alike, this test uses what both have.
  const answer: RequestListener = (request, to) => {
    const { httpVersion, url: path = '' } = request
    const entry = { httpVersion, path, statusCode: 0 }
    served.push(entry)
    to.on('finish', () => void (entry.statusCode = to.statusCode))
    const page = pages[path] ?? of('text/html', 'none')
    page(request, to)
  }
  const server = http1
    ? createHttpsServer({ key, cert }, answer)
    : createSecureServer({ key, cert }, answer as never)
  const port = await listen(server)
  return { origin: `https://127.0.0.1:${port}`, served }
}

/** The waterfall of an address, as an agent with this browser makes it, checked by the contract. */
export async function loadWaterfall(
  browser: AnalysisBrowser,
  url: string,
  {
    limits = PATIENT,
    device = 'mobile',
    limit = 500,
    isBare = false,
    verifyTls = true,
    filmstrip = 'false',
  }: {
    limits?: LoadLimits
    device?: 'mobile' | 'desktop'
    limit?: number
    isBare?: boolean
    verifyTls?: boolean
    filmstrip?: 'true' | 'false'
  } = {},
) {
  const context = {
    target: { url, isBare },
    browser,
    signal: AbortSignal.timeout(PATIENCE_MS),
    options: { device, limit, filmstrip },
  } as unknown as GatherContext
  const pageLoad = await pageLoadGatherer({ ...limits, verifyTls })(context)
  return WaterfallResult.parse(
    waterfallAnalysis.analyse({ pageLoad }, { device, limit, filmstrip }),
  )
}
