import { z } from 'zod'
import type { MonitorService } from '../../monitors/monitor-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorCountsAnswer } from '../schemas/monitor.ts'
import { filtersOf, monitorFilterParameters } from '../schemas/monitor-filters.ts'

/** What a page of filters says beside each status. An addition beside the contract: seven listings in one. */
export function addMonitorCountsRoute(app: Api, monitors: MonitorService): void {
  app.get(
    '/api/v1/monitors/counts',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Count monitors by status',
        description: 'Of those that match, as GET /monitors would list them.',
        operationId: 'countMonitors',
        querystring: z.object(monitorFilterParameters),
        response: { 200: MonitorCountsAnswer, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      ...(await monitors.count(actorOf(request).workspaceId, filtersOf(request.query))),
      usage: usage(request),
    }),
  )
}
