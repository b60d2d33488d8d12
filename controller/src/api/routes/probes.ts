import { z } from 'zod'
import type { ReportService } from '../../reports/report-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorPath } from '../schemas/parameters.ts'
import { ProbeList } from '../schemas/probe.ts'
import { TimeParameter } from '../schemas/time.ts'
import { windowOf } from '../time-window.ts'

/** As long as results are kept. */
const MAX_WINDOW_DAYS = 400

const ProbesQuery = z.object({
  from: TimeParameter.optional().meta({
    description: `Default: 24 hours before to; at most ${MAX_WINDOW_DAYS} days before it.`,
  }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
})

/** A monitor by location. Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addProbesRoute(app: Api, reports: ReportService, now: () => Date): void {
  app.get(
    '/api/v1/monitors/:id/probes',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read checks per location',
        description: `What each location of the monitor found, and how it is now. Without from and to, the last 24 hours; a window can be up to ${MAX_WINDOW_DAYS} days. A check belongs to the window it began in; to is not included. Scheduled and confirming checks count alike, and late results count.`,
        operationId: 'readProbes',
        params: MonitorPath,
        querystring: ProbesQuery,
        response: { 200: ProbeList, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      const { from, to } = windowOf(request.query, now(), MAX_WINDOW_DAYS)
      const found = await reports.probes(actorOf(request).workspaceId, id, { from, to })
      return { id, from, to, ...found, usage: usage(request) }
    },
  )
}
