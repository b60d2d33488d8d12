import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { ALERT_KINDS } from '../../alerting/outbox/alert-event.ts'
import { ALERT_STATES } from '../../alerting/outbox/alert-words.ts'
import { CHANNEL_NAMES } from '../../alerting/channels/index.ts'
import { readAlerts } from '../../alerting/delivery/read-alerts.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { AlertList } from '../schemas/alert.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { paging, wordList } from '../schemas/parameters.ts'
import { TimeParameter } from '../schemas/time.ts'

const MAX_PER = 200

const AlertsQuery = z.object({
  monitorId: z.string().optional().meta({
    description: 'Only those about a monitor, also one that was deleted.',
    example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
  }),
  channel: wordList(CHANNEL_NAMES, 'Only those on a channel').optional(),
  kind: wordList(ALERT_KINDS, 'Only those of a kind').optional(),
  state: wordList(ALERT_STATES, 'Only those in a state').optional(),
  from: TimeParameter.optional().meta({ description: 'Only those planned at or after this time.' }),
  to: TimeParameter.optional().meta({ description: 'Only those planned before this time.' }),
  ...paging(MAX_PER),
})

/** The history of alerts. Source: decisions, section 7 */
export function addAlertRoutes(app: Api, db: Queryable): void {
  app.get(
    '/api/v1/alerts',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Alerting'],
        security: [{ apiKey: [] }],
        summary: 'Read the history of alerts',
        description:
          'What was told to whom, newest first: one entry for each recipient and channel, readable while it is still being tried. What was held back is here too, with the reason. Alerts are kept for 400 days.',
        operationId: 'listAlerts',
        querystring: AlertsQuery,
        response: { 200: AlertList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, monitorId, channel, kind, state, from, to } = request.query
      if (from !== undefined && to !== undefined && from >= to) {
        throw new AppError(
          'badRequest',
          `The query parameter "from" is ${from.toISOString()}: it must be before "to", which is ${to.toISOString()}.`,
        )
      }
      const found = await readAlerts(db, actorOf(request).workspaceId, {
        monitorId: monitorId ?? null,
        channels: channel ?? null,
        kinds: kind ?? null,
        states: state ?? null,
        from: from ?? null,
        to: to ?? null,
        limit: per,
        offset: (page - 1) * per,
      })
      return { total: found.total, page, per, alerts: found.alerts, usage: usage(request) }
    },
  )
}
