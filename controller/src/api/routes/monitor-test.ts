import type { Readable } from 'node:stream'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MonitorCreation } from '../../monitors/monitor-input.ts'
import type { MonitorService } from '../../monitors/monitor-service.ts'
import type { MonitorTest } from '../../monitors/test-monitor.ts'
import type { SettingsReport } from '../../on-demand/check-settings.ts'
import type { RegionCheck } from '../../on-demand/region-answer.ts'
import type { Api } from '../api-types.ts'
import { clientGone } from '../client-gone.ts'
import { createTextStream, eventText } from '../event-stream.ts'
import { endWithClient } from '../long-answer.ts'
import { actorOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { UptimeCheckReport } from './uptime-check.ts'

const EVENTS = 'text/event-stream'

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms))

const shownCheck = (check: RegionCheck) => ({ ...check, responseMs: rounded(check.responseMs) })

const shownReport = (report: SettingsReport) => ({
  ...report,
  responseMs: rounded(report.responseMs),
  regions: report.regions.map(shownCheck),
})

const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(EVENTS) === true

/** What would be a monitor, checked once before it is saved. Source: app design, section 3 */
export function addMonitorTestRoute(
  app: Api,
  { monitors, log }: { monitors: MonitorService; log: Logger },
): void {
  app.post(
    '/api/v1/monitors/test',
    {
      config: { access: { area: 'monitoring', permission: 'manage' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Test a monitor before it is made',
        description:
          'Takes the body of POST /monitors and judges it in the same way, then checks once from each of its regions, with all its settings. Nothing is stored. A target that is down is an answer (200); a region that gives none is unknown, with an error that says why. With Accept: text/event-stream each answer comes as it is there: `started` (url, regions), `region` for each, then `done` with the whole report, or `failed` with an error.',
        operationId: 'testMonitor',
        body: MonitorCreation,
        response: {
          200: {
            content: {
              'application/json': { schema: UptimeCheckReport },
              [EVENTS]: {
                schema: z.string().meta({
                  example:
                    'event: started\ndata: {"url":"https://example.com/","regions":["eu-west"]}\n\n',
                }),
              },
            },
          },
          ...errors(400),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const test = await monitors.test(actorOf(request), request.body)
      const gone = clientGone(reply)
      if (!wantsEvents(request)) {
        const report = await test.run(gone, () => undefined)
        return reply.type('application/json').send(shownReport(report))
      }
      const body = eventsOf(test, gone, log)
      endWithClient(reply, body)
      reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return reply.type(`${EVENTS}; charset=utf-8`).send(body as never)
    },
  )
}

/** The answers as they come. There are as many as regions, so that none has to be left out for a slow reader. */
function eventsOf(test: MonitorTest, gone: AbortSignal, log: Logger): Readable {
  const { url, regions } = test
  let waiting = eventText('started', { url, regions })
  const stream = createTextStream(() => {
    const text = waiting
    waiting = ''
    return text === '' ? null : text
  })
  function tell(event: string, data: object): void {
    waiting += eventText(event, data)
    stream.flush()
  }
  test
    .run(gone, (check) => tell('region', shownCheck(check)))
    .then(
      (report) => tell('done', shownReport(report)),
      (error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error }, 'a test of a monitor failed')
        const message =
          error instanceof AppError
            ? error.message
            : 'Internal error: it was logged, please try again.'
        tell('failed', { error: message })
      },
    )
    .finally(stream.end)
  return stream.body
}
