import { z } from 'zod'
import type { ReportService } from '../../reports/report-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { OutageList } from '../schemas/outage.ts'
import { MonitorPath, paging } from '../schemas/parameters.ts'
import { TimeParameter } from '../schemas/time.ts'
import { windowOf } from '../time-window.ts'

/** Three years. */
const MAX_WINDOW_DAYS = 1_096
const DEFAULT_WINDOW_DAYS = 30
const MAX_PER = 200

const OutagesQuery = z.object({
  from: TimeParameter.optional().meta({
    description: `Default: ${DEFAULT_WINDOW_DAYS} days before to; at most ${MAX_WINDOW_DAYS} days before it.`,
  }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
  ...paging(MAX_PER),
})

/** Outages and timeline. Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addOutagesRoute(app: Api, reports: ReportService, now: () => Date): void {
  app.get(
    '/api/v1/monitors/:id/outages',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read outages and the timeline of statuses',
        description: `Outages that were going on at some time in the window, newest first, each with its whole length, and the statuses of the window one after the other. Without from and to, the last ${DEFAULT_WINDOW_DAYS} days; a window can be up to ${MAX_WINDOW_DAYS} days. Outages are kept for ever.`,
        operationId: 'readOutages',
        params: MonitorPath,
        querystring: OutagesQuery,
        response: { 200: OutageList, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      const { page, per } = request.query
      const { from, to } = windowOf(request.query, now(), MAX_WINDOW_DAYS, DEFAULT_WINDOW_DAYS)
      const query = { from, to, limit: per, offset: (page - 1) * per }
      const found = await reports.outages(actorOf(request).workspaceId, id, query)
      return { id, from, to, page, per, ...found, usage: usage(request) }
    },
  )
}
