import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { ReportService } from '../../reports/report-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { HoursOfDayAnswer } from '../schemas/hours-of-day.ts'
import { MonitorPath } from '../schemas/parameters.ts'
import { KEPT_NOTE, utcOffsetParameter } from '../schemas/report.ts'
import { TimeParameter } from '../schemas/time.ts'
import { windowOf } from '../time-window.ts'

/** Source: contract, "hours-of-day" */
const MAX_WINDOW_DAYS = 92
const DEFAULT_WINDOW_DAYS = 7

const HoursOfDayQuery = z.object({
  from: TimeParameter.optional().meta({
    description: `Default: ${DEFAULT_WINDOW_DAYS} days before to; at most ${MAX_WINDOW_DAYS} days before it.`,
  }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
  region: RegionCode.optional().meta({ description: 'Only checks of a location.' }),
  utcOffsetMinutes: utcOffsetParameter,
})

/** Response times by hour of the day. Source: contract, "hours-of-day" */
export function addHoursOfDayRoute(app: Api, reports: ReportService, now: () => Date): void {
  app.get(
    '/api/v1/monitors/:id/hours-of-day',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read response times by hour of the day',
        description: `The checks of the window by the hour of the day they began in, in local time, whatever the day. Without from and to, the last ${DEFAULT_WINDOW_DAYS} days; a window can be up to ${MAX_WINDOW_DAYS} days. ${KEPT_NOTE}`,
        operationId: 'readHoursOfDay',
        params: MonitorPath,
        querystring: HoursOfDayQuery,
        response: { 200: HoursOfDayAnswer, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      const { region = null, utcOffsetMinutes } = request.query
      const { from, to } = windowOf(request.query, now(), MAX_WINDOW_DAYS, DEFAULT_WINDOW_DAYS)
      const query = { from, to, region, utcOffsetMinutes }
      const found = await reports.hoursOfDay(actorOf(request).workspaceId, id, query)
      return { id, from, to, utcOffsetMinutes, ...found, usage: usage(request) }
    },
  )
}
