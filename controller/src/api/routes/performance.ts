import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { ReportService } from '../../reports/report-service.ts'
import type { PerformanceInterval } from '../../reports/performance.ts'
import { PERFORMANCE_INTERVALS } from '../../reports/performance.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorPath } from '../schemas/parameters.ts'
import { PerformanceAnswer } from '../schemas/performance.ts'
import { KEPT_NOTE, utcOffsetParameter } from '../schemas/report.ts'
import { TimeParameter } from '../schemas/time.ts'
import { windowOf } from '../time-window.ts'

/** Days of a window: the longest, and what it is without from. Source: decisions, section 7 */
const WINDOW_DAYS = {
  hour: { max: 31, standard: 1 },
  day: { max: 400, standard: 30 },
  week: { max: 1_096, standard: 84 },
} as const satisfies Record<PerformanceInterval, { max: number; standard: number }>

const describeDays = (which: 'max' | 'standard'): string =>
  PERFORMANCE_INTERVALS.map((word) => `${WINDOW_DAYS[word][which]} days by ${word}`).join(', ')

const PerformanceQuery = z.object({
  interval: z
    .enum(PERFORMANCE_INTERVALS, `must be one of ${PERFORMANCE_INTERVALS.join(', ')}`)
    .default('hour')
    .meta({ description: 'What a point stands for. Weeks begin on Monday. Default hour.' }),
  from: TimeParameter.optional().meta({
    description: `Default, before to: ${describeDays('standard')}. At most: ${describeDays('max')}.`,
  }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
  region: RegionCode.optional().meta({
    description:
      'Only checks and response times of a location. Uptime stays that of the monitor as a whole.',
  }),
  utcOffsetMinutes: utcOffsetParameter,
})

/** Response times over time. Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addPerformanceRoute(app: Api, reports: ReportService, now: () => Date): void {
  app.get(
    '/api/v1/monitors/:id/performance',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read response times per hour, day or week',
        description: `Calendar hours, days or weeks of the local time; those without checks are there too, with nulls. A check belongs to the one it began in. Without from and to, the latest ${describeDays('standard')}; a window can be up to ${describeDays('max')}. ${KEPT_NOTE}`,
        operationId: 'readPerformance',
        params: MonitorPath,
        querystring: PerformanceQuery,
        response: { 200: PerformanceAnswer, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      const { interval, region = null, utcOffsetMinutes } = request.query
      const { max, standard } = WINDOW_DAYS[interval]
      const { from, to } = windowOf(request.query, now(), max, standard)
      const query = { from, to, interval, region, utcOffsetMinutes }
      const found = await reports.performance(actorOf(request).workspaceId, id, query)
      return { id, interval, from, to, utcOffsetMinutes, ...found, usage: usage(request) }
    },
  )
}
