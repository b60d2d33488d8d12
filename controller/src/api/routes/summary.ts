import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { ReportService } from '../../reports/report-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorPath } from '../schemas/parameters.ts'
import { KEPT_NOTE } from '../schemas/report.ts'
import { SummaryAnswer } from '../schemas/summary.ts'
import { TimeParameter } from '../schemas/time.ts'
import { windowOf } from '../time-window.ts'

/** Three years. */
const MAX_WINDOW_DAYS = 1_096
const DEFAULT_WINDOW_DAYS = 30

const SummaryQuery = z.object({
  from: TimeParameter.optional().meta({
    description: `Default: ${DEFAULT_WINDOW_DAYS} days before to; at most ${MAX_WINDOW_DAYS} days before it.`,
  }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
  region: RegionCode.optional().meta({
    description:
      'Only checks and response times of a location. Uptime, times and outages stay those of the monitor.',
  }),
})

/** A period in figures. Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addSummaryRoute(app: Api, reports: ReportService, now: () => Date): void {
  app.get(
    '/api/v1/monitors/:id/summary',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read uptime, downtime and response times of a period',
        description: `Uptime and the seconds of each status are exact at the edges of the window; time that has not come yet is in none. Without from and to, the last ${DEFAULT_WINDOW_DAYS} days; a window can be up to ${MAX_WINDOW_DAYS} days. ${KEPT_NOTE}`,
        operationId: 'readSummary',
        params: MonitorPath,
        querystring: SummaryQuery,
        response: { 200: SummaryAnswer, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      const { region = null } = request.query
      const { from, to } = windowOf(request.query, now(), MAX_WINDOW_DAYS, DEFAULT_WINDOW_DAYS)
      const { workspaceId } = actorOf(request)
      const found = await reports.summary(workspaceId, id, { from, to, region })
      return { id, from, to, ...found, usage: usage(request) }
    },
  )
}
