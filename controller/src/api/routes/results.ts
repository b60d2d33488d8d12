import { RESULT_STATUSES } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { MonitorService } from '../../monitoring/monitor-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorPath, paging, wordList } from '../schemas/parameters.ts'
import { ResultList } from '../schemas/result.ts'
import { TimeParameter } from '../schemas/time.ts'

const DAY_MS = 86_400_000
const MAX_PER = 1_000

const ResultsQuery = z.object({
  from: TimeParameter.optional().meta({ description: 'Default: 24 hours before to.' }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
  region: RegionCode.optional().meta({ description: 'Only those of a location.' }),
  status: wordList(RESULT_STATUSES, 'Only results of a status').optional(),
  ...paging(MAX_PER),
})

/** The window a reader asks for: the last 24 hours unless told otherwise.
 *  @throws AppError badRequest when it does not begin before it ends */
function windowOf(query: { from?: Date | undefined; to?: Date | undefined }, now: Date) {
  const to = query.to ?? now
  const from = query.from ?? new Date(to.getTime() - DAY_MS)
  if (from < to) return { from, to }
  throw new AppError(
    'badRequest',
    `The query parameter "from" is ${from.toISOString()}: it must be before "to", which is ${to.toISOString()}.`,
  )
}

/** Raw check results. Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addResultRoutes(app: Api, monitors: MonitorService, now: () => Date): void {
  app.get(
    '/api/v1/monitors/:id/results',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read raw check results',
        description:
          'Newest first. Without from and to, the last 24 hours. A result belongs to the window its check began in; to is not included. Results are kept for 400 days.',
        operationId: 'readResults',
        params: MonitorPath,
        querystring: ResultsQuery,
        response: { 200: ResultList, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, region, status } = request.query
      const { id } = request.params
      const { from, to } = windowOf(request.query, now())
      const found = await monitors.results(actorOf(request).workspaceId, id, {
        from,
        to,
        region: region ?? null,
        statuses: status ?? null,
        limit: per,
        offset: (page - 1) * per,
      })
      return { id, from, to, page, per, ...found, usage: usage(request) }
    },
  )
}
