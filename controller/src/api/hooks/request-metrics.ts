import type { FastifyInstance } from 'fastify'
import type { AnsweredRequest } from '../../metrics/observers.ts'

/** What is asked for that is not there has no template; what was asked for instead is anybody's text. */
const NO_ROUTE = 'none'

/** Tells of each answer. Streams of events are left out: they last as long as somebody looks. */
export function addRequestMetrics(
  app: FastifyInstance,
  tell: (answered: AnsweredRequest) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      tell({
        method: request.method,
        route: request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE),
        statusCode: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      })
    }
    done()
  })
}
