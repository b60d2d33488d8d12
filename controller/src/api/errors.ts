import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseTroubleOf } from '../db/database-trouble.ts'
import { isBusy } from '../db/pool.ts'
import { MAX_BODY_BYTES } from './json-body.ts'

/** Seconds after which a client may find the database back. */
const RETRY_AFTER_SECONDS = 5

/** What the framework refuses by itself, in our words; all of it is the client's to mend. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: `The body is too large: at most ${MAX_BODY_BYTES} bytes (64 KiB) are allowed.`,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The body must be JSON: send it with the header Content-Type: application/json.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty: send a JSON object.',
  FST_ERR_BAD_URL: 'The URL is not valid: a "%" in it must be followed by two hexadecimal digits.',
}

/** The one place where errors become answers. */
export function addErrorHandler(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
}

/** An address that nothing is at, outside the API. */
export function noSuchPage(): AppError {
  return new AppError('notFound', 'There is no such page. The API is described at /docs.')
}

/** Answers an error; for the framework's own errors before a route is found too. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal === null) {
    // Without the query: it may hold a key.
    const path = request.url.split('?', 1)[0]
    log.error({ err: error, method: request.method, path }, 'a request failed')
  }
  const { status, headers, message, body } =
    refusal ?? new AppError('internal', 'Internal error: it was logged, please try again.')
  return (
    reply
      .code(status)
      // Whoever asked for a file has not got one.
      .removeHeader('content-disposition')
      .headers(headers)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ error: message, ...body })
  )
}

function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const trouble = databaseTroubleOf(error)
  if (trouble !== null) {
    return new AppError(
      'unavailable',
      trouble.lasts === true
        ? `${trouble.what}, so nothing can be stored: whoever runs this installation has to see to that.`
        : 'The service is unavailable for the moment: try again shortly.',
      { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
    )
  }
  if (isBusy(error)) {
    return new AppError(
      'unavailable',
      'Another change is still under way that this one has to wait for: try again shortly.',
      { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
    )
  }
  if (!(error instanceof Error)) return null
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null
  const known = typeof code === 'string' ? FRAMEWORK_MESSAGES[code] : undefined
  return new AppError('badRequest', known ?? 'The request is not valid.')
}

/** What a client reads that does not speak HTTP, or sends headers without end. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [
          '431 Request Header Fields Too Large',
          'The URL and headers are too large: at most 16 KiB.',
        ]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'The request is not valid HTTP.']
  const body = JSON.stringify({ error: message })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Answers a request with an Expect header that is not "100-continue" (RFC 9110, section 10.1.1). */
export function answerUnmetExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ error: 'The header Expect must be "100-continue", or absent.' }))
}
