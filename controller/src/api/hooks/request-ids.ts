import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { withLogContext } from '@sightline/shared/log-context'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** What a proxy or client may call its request: no more than any log can take as it is. */
const OTHERS_ID = /^[\w.:-]{8,64}$/

/** 96 bits, and no padding. */
const ID_BYTES = 12
const ID_LENGTH = 16
/** Drawn at once: to ask the system for one took a sixth of what it takes to refuse a request. */
const IDS_DRAWN = 256
let drawn = ''
let used = 0

function newRequestId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(ID_BYTES * IDS_DRAWN).toString('base64url')
    used = 0
  }
  const from = used
  used += ID_LENGTH
  return `req_${drawn.slice(from, used)}`
}

/** The id that a request came with, where it is one; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && OTHERS_ID.test(given) ? given : newRequestId()
}

/** Tells each request's id in its answer, and has all that is logged for it carry it. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    withLogContext({ request: request.id }, done)
  })
  // A body comes by events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) =>
    withLogContext({ request: request.id }, done),
  )
}
