import type { Span } from '@sightline/shared/tracing/trace'
import { beginTrace, within } from '@sightline/shared/tracing/trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createFollowTrace } from './foreign-traces.ts'

/** From where on an answer is the fault of the server. */
const SERVER_ERROR = 500

/** Has each request be a span, in the trace of whoever sent it where it says so (traceparent) and does not say so all
 *  the time, and what is done for it belong to it. Source: OpenTelemetry semantic conventions, HTTP server spans; W3C Trace Context */
export function addTraces(app: FastifyInstance, now: () => number): void {
  const follow = createFollowTrace(now)
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const parent = request.headers['traceparent']
    const facts = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const given = typeof parent === 'string' ? parent : null
    const span = beginTrace(`${method} ${route}`, follow(given), 'server', facts)
    if (span === null) {
      done()
      return
    }
    spans.set(request, span)
    within(span, done)
  })

  // As with the ids of requests: the body's events know nothing of it.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else within(span, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.add({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= SERVER_ERROR) span?.fail(null)
    span?.end()
    done()
  })
}
