import type { FastifyReply } from 'fastify'

/** Aborts when the client leaves before it has its answer: nobody waits for the work any more. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}
