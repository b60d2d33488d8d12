import { z } from 'zod'
import type { ReportService } from '../../reports/report-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { AnalysisAnswer } from '../schemas/analysis.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorPath } from '../schemas/parameters.ts'

const AnalysisQuery = z.object({
  outageId: z.string().optional().meta({
    description: 'Outage of the monitor. Default: the current one, else the latest.',
    example: 'out_8Hq2Zb7Kx0Pq2Lr9sWdT',
  }),
})

/** Why a monitor went down. Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addAnalysisRoute(app: Api, reports: ReportService): void {
  app.get(
    '/api/v1/monitors/:id/analysis',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read why a monitor went down',
        description:
          'The analysis is made when an outage is confirmed and stored with it: at once from what the locations found, and some seconds later once more with what agents gathered (traces, other addresses and ports, name servers, certificates). It never changes whether a monitor is down. verdict is null when the monitor never went down.',
        operationId: 'readAnalysis',
        params: MonitorPath,
        querystring: AnalysisQuery,
        response: { 200: AnalysisAnswer, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      const { outageId = null } = request.query
      const found = await reports.analysis(actorOf(request).workspaceId, id, outageId)
      return { id, ...found, usage: usage(request) }
    },
  )
}
