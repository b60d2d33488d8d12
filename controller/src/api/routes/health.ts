import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { databaseTroubleOf } from '../../db/database-trouble.ts'
import { pingDatabase } from '../../db/ping.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { errors } from '../schemas/answers.ts'

/** Whoever asks usually waits for a few seconds at most. */
const PING_TIMEOUT_MS = 2_000

const State = z.object({ status: z.literal('ok').meta({ description: 'All is well.' }) })

/** What load balancers and supervisors ask. Source: decisions, sections 6 and 8
 *  @param db the pool that every request needs first, and that no slow statement fills
 *  @param isDraining the controller is about to be stopped */
export function addHealthRoutes(app: Api, db: Queryable, isDraining: () => boolean): void {
  // Whoever calls goes on by a connection of its own: to another controller, where somebody shares them out.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
  app.get(
    '/healthz',
    {
      config: { access: { area: 'open' } },
      schema: {
        tags: ['Operation'],
        summary: 'Does the program run',
        description: 'Answers 200 as long as it does, also without its database.',
        operationId: 'readHealth',
        security: [],
        response: { 200: State, ...errors(429) },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      config: { access: { area: 'open' } },
      schema: {
        tags: ['Operation'],
        summary: 'Can it serve',
        description:
          'Answers 503 while the database cannot be reached or does not answer within 2 seconds, and from when the controller is told to hand over what it does.',
        operationId: 'readReadiness',
        security: [],
        response: { 200: State, ...errors(429, 503) },
      },
    },
    async () => {
      if (isDraining()) {
        throw new AppError('unavailable', 'This controller is about to be stopped: use another.')
      }
      try {
        await pingDatabase(db, PING_TIMEOUT_MS)
      } catch (error: unknown) {
        const { what } = databaseTroubleOf(error) ?? { what: 'The database does not answer' }
        throw new AppError('unavailable', `${what}.`, {
          headers: { 'Retry-After': '5' },
          cause: error,
        })
      }
      return { status: 'ok' as const }
    },
  )
}
