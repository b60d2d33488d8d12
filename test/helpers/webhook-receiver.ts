import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** A request that arrived. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server on the loopback interface, gone when the test ends. */
export interface WebhookReceiver {
  readonly url: string
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
}

/** @param answer what is answered; 200 without a body when it is left out */
export async function receiveWebhooks(
  answer: (response: ServerResponse, request: ReceivedRequest) => void = (response) =>
    response.end(),
): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = []
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const request = {
        method: message.method ?? '',
        path: message.url ?? '',
        headers: message.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      requests.push(request)
      answer(response, request)
    })
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/hook`, port, requests }
}
