import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@sightline/shared/logger'
import type { Metrics } from './open-metrics.ts'
import { mayReadMetrics } from './metrics-token.ts'

/** Whoever asks is one Prometheus or a few. */
const MAX_CONNECTIONS = 32
const REQUEST_MS = 10_000

/** Where metrics are served. */
export interface MetricsPort {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** Serves the metrics on a port of their own.
 *  @param token what has to be sent; null: whoever reaches the port may read them
 *  @throws when the port is taken */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read'>,
  {
    host,
    port,
    token,
  }: { readonly host: string; readonly port: number; readonly token: string | null },
  log: Logger,
): Promise<MetricsPort> {
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
      response.end(request.method === 'HEAD' ? undefined : text)
    }
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== '/metrics') return answer(404, 'Metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return answer(405, 'Metrics can only be read.\n')
    }
    if (token !== null && !mayReadMetrics(request.headers.authorization, token)) {
      response.setHeader('www-authenticate', 'Bearer')
      return answer(401, 'Send the token: Authorization: Bearer SIGHTLINE_METRICS_TOKEN.\n')
    }
    metrics.read().then(
      ({ type, text }) => answer(200, text, type),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        answer(500, 'The metrics could not be read; the log says why.\n')
      },
    )
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
