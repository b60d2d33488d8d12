import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The floor of a refusal: node:http alone that refuses every request. Its body is as long as ours. */
const BODY = Buffer.from(JSON.stringify({ error: 'x'.repeat(86) }))
const HEADERS = {
  'access-control-allow-origin': '*',
  'retry-after': '10',
  'content-type': 'application/json; charset=utf-8',
  'content-length': BODY.length,
}
const server = createServer((_request, response) => {
  response.writeHead(429, HEADERS).end(BODY)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
