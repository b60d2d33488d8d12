import { RESULT_STATUSES } from '@sightline/shared/check-words'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { ReportService } from '../../reports/report-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorPath, paging, wordList } from '../schemas/parameters.ts'
import { ResultList } from '../schemas/result.ts'
import { TimeParameter } from '../schemas/time.ts'
import { windowOf } from '../time-window.ts'

const MAX_PER = 1_000

const ResultsQuery = z.object({
  from: TimeParameter.optional().meta({ description: 'Default: 24 hours before to.' }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
  region: RegionCode.optional().meta({ description: 'Only those of a location.' }),
  status: wordList(RESULT_STATUSES, 'Only results of a status').optional(),
  ...paging(MAX_PER),
})

/** Raw check results. Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addResultRoutes(app: Api, reports: ReportService, now: () => Date): void {
  app.get(
    '/api/v1/monitors/:id/results',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read raw check results',
        description:
          'Newest first. Without from and to, the last 24 hours. A result belongs to the window its check began in; to is not included. Results are kept for 400 days, or as long as the operator has set.',
        operationId: 'readResults',
        params: MonitorPath,
        querystring: ResultsQuery,
        response: { 200: ResultList, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, region, status } = request.query
      const { id } = request.params
      const { from, to } = windowOf(request.query, now(), null)
      const found = await reports.results(actorOf(request).workspaceId, id, {
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
