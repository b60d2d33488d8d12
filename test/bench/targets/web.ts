import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'

/** Bytes of the page every web check reads. */
const PAGE_BYTES = 2_048

const page = Buffer.alloc(PAGE_BYTES, '<p>The same small page for everybody.</p>\n')

const answer: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': page.byteLength })
  response.end(page)
}

export function createWebServer(): Server {
  return createServer(answer)
}

/** Takes one way of key exchange only, the one that every client knows: left to themselves, two newer
 *  ones would do more work (ML-KEM) than an older one is able to. */
export function createSecureWebServer(certificate: { key: Buffer; cert: Buffer }): Server {
  const options = { ...certificate, ecdhCurve: 'X25519', ALPNProtocols: ['http/1.1'] }
  return createSecureServer(options, answer)
}
