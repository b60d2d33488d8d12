import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Takes whatever people and programs are told, and counts it. */
export interface Sink {
  /** Without a path: any below it will do. */
  readonly url: string
  readonly messages: () => number
  readonly close: () => void
}

export async function openSink(): Promise<Sink> {
  let messages = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      messages += 1
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages: () => messages,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
