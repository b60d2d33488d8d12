import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { withLogContext } from '@sightline/shared/log-context'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** What a proxy or client may call its request: no more than any log can take as it is. */
const OTHERS_ID = /^[\w.:-]{8,64}$/

const ID_BYTES = 12
/** Drawn at once: to ask the system for one took a sixth of what it takes to refuse a request. */
const IDS_DRAWN = 256
const drawn = Buffer.alloc(ID_BYTES * IDS_DRAWN)
let usedBytes = drawn.length

function newRequestId(): string {
  if (usedBytes === drawn.length) {
    randomFillSync(drawn)
    usedBytes = 0
  }
  const from = usedBytes
  usedBytes += ID_BYTES
  return `req_${drawn.toString('base64url', from, usedBytes)}`
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
