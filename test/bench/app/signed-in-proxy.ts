import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The app as somebody who is signed in sees it, for browsers that cannot sign in. @returns its origin, and what ends it */
export async function openSignedInProxy(
  url: string,
  cookie: string,
): Promise<{ origin: string; stop: () => void }> {
  const server = createServer((asked, answer) => {
    const passed = request(
      new URL(asked.url ?? '/', url),
      { method: asked.method, headers: { ...asked.headers, cookie } },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
