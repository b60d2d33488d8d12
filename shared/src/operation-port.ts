import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendsToken } from './bearer-token.ts'
import type { Logger } from './logger.ts'

/** Whoever asks is one Prometheus or a few. */
const MAX_CONNECTIONS = 32
const REQUEST_MS = 10_000

const PLAIN = 'text/plain; charset=utf-8'

/** What a program tells of itself. */
export interface OperationAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** What can be asked, by its path. */
export type OperationAnswers = Readonly<Record<string, () => Promise<OperationAnswer>>>

/** A port for whoever looks after the program. */
export interface OperationPort {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** Opens a port that tells how a program is doing, and nothing else.
 *  @param token what has to be sent; null: whoever reaches the port may ask
 *  @throws when the port is taken */
export async function openOperationPort(
  answers: OperationAnswers,
  where: { readonly host: string; readonly port: number; readonly token: string | null },
  log: Logger,
): Promise<OperationPort> {
  const { host, port, token } = where
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    const tell = (answer: OperationAnswer): void => send(response, answer, request.method)
    const [path = ''] = (request.url ?? '').split('?', 1)
    const ask = Object.hasOwn(answers, path) ? answers[path] : undefined
    if (ask === undefined) {
      tell(plain(404, `There is ${Object.keys(answers).join(', ')} here, and nothing else.`))
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      tell(plain(405, 'This can only be read.'))
    } else if (token !== null && !sendsToken(request.headers.authorization, token)) {
      response.setHeader('www-authenticate', 'Bearer')
      tell(plain(401, 'Send the token: Authorization: Bearer SIGHTLINE_METRICS_TOKEN.'))
    } else {
      ask().then(tell, (error: unknown) => {
        log.error({ err: error, path }, 'a question could not be answered')
        tell(plain(500, 'This could not be answered; the log says why.'))
      })
    }
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const plain = (status: number, sentence: string): OperationAnswer => ({
  status,
  type: PLAIN,
  text: `${sentence}\n`,
})

function send(
  response: ServerResponse,
  { status, type, text }: OperationAnswer,
  method: string | undefined,
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(method === 'HEAD' ? undefined : text)
}
