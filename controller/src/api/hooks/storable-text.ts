import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { holdsNul, unstorableText } from '../../input/storable-text.ts'

/** Refuses text that the database cannot hold (NUL, half of a surrogate pair) and bodies nested deeper
 *  than anything here is, before a schema looks at them. An id that holds NUL is no id: 404. */
export function addStorableTextCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (isPage(request)) return
    if (Object.values(request.params as Readonly<Record<string, string>>).some(holdsNul)) {
      throw new AppError('notFound', 'There is nothing with that id in the workspace.')
    }
    const problem =
      unstorableText(request.body, 'field') ??
      unstorableText(knownParameters(request), 'query parameter')
    if (problem !== null) throw new AppError('badRequest', problem)
  })
}

/** Pages say with a page what is wrong with what was sent to them. */
function isPage({ routeOptions: { url = '', config } }: FastifyRequest): boolean {
  return config.access?.area === 'open' && !url.startsWith('/api/')
}

/** Parameters that no schema names are ignored, whatever they hold. */
function knownParameters(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { querystring } = request.routeOptions.schema ?? {}
  const known = querystring instanceof z.ZodObject ? querystring.shape : {}
  const sent = Object.entries(request.query as Readonly<Record<string, unknown>>)
  return Object.fromEntries(sent.filter(([name]) => Object.hasOwn(known, name)))
}
