import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came of one webhook call. */
export interface ReceivedAlert {
  readonly atMs: number
  /** The same for every attempt at one alert. */
  readonly deliveryId: string
  readonly kind: string
  readonly outageId: string | null
  readonly monitor: { readonly name: string } | null
}

/** Receives what is told by webhook. */
export interface AlertRecord {
  readonly url: string
  readonly received: readonly ReceivedAlert[]
  readonly close: () => void
}

export async function openAlertRecord(): Promise<AlertRecord> {
  const received: ReceivedAlert[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    // Of a sender who died in the middle.
    request.on('error', () => undefined)
    request.on('end', () => {
      const alert = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedAlert
      received.push({ ...alert, atMs: Date.now() })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    received,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
