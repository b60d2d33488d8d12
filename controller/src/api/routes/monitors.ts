import { clampedInteger } from '@sightline/shared/clamped-integer'
import { z } from 'zod'
import { MonitorChange, MonitorCreation } from '../../monitors/monitor-input.ts'
import type { MonitorService } from '../../monitors/monitor-service.ts'
import { etagOf, expectedRevision } from '../revision-header.ts'
import { actorOf, usage } from '../request-context.ts'
import { errorAnswer, ERROR_MEANINGS, errors, KEYED_ERRORS } from '../schemas/answers.ts'
import {
  Deleted,
  MonitorAnswer,
  MonitorConflict,
  MonitorList,
  MonitorRefused,
} from '../schemas/monitor.ts'
import { filtersOf, monitorFilterParameters } from '../schemas/monitor-filters.ts'
import { MonitorPath, paging } from '../schemas/parameters.ts'
import type { Api } from '../api-types.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Monitors'], security: [{ apiKey: [] }] }

/** The body names the monitor that has the target. */
const REFUSED = errorAnswer(ERROR_MEANINGS[409], MonitorRefused)
/** The body of a change that was not made says what is other than it was. */
const CONFLICT = errorAnswer(ERROR_MEANINGS[409], MonitorConflict)

const MAX_PER = 200
const MAX_BEATS = 50

const ListQuery = z.object({
  ...monitorFilterParameters,
  sort: z
    .enum(['name', 'status', 'responseMs', 'uptime24h', 'createdAt'])
    .default('createdAt')
    .meta({
      description:
        'Order of the list; status sorts by urgency, down first. What has no value to sort by comes last.',
    }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'Default: desc for createdAt (newest first), asc for the others.' }),
  beats: clampedInteger({
    min: 0,
    max: MAX_BEATS,
    default: 0,
    description: 'How many of its latest intervals each monitor is shown with.',
  }),
  ...paging(MAX_PER),
})

/** The monitors themselves. Source: contract, "Monitoring API endpoints"; decisions, sections 6 and 7 */
export function addMonitorRoutes(app: Api, monitors: MonitorService): void {
  app.get(
    '/api/v1/monitors',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'List monitors',
        operationId: 'listMonitors',
        querystring: ListQuery,
        response: { 200: MonitorList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, sort, order, beats } = request.query
      const found = await monitors.list(actorOf(request).workspaceId, {
        ...filtersOf(request.query),
        sort,
        descending: (order ?? (sort === 'createdAt' ? 'desc' : 'asc')) === 'desc',
        limit: per,
        offset: (page - 1) * per,
        ...(beats === 0 ? {} : { beats }),
      })
      return { total: found.total, page, per, monitors: found.monitors, usage: usage(request) }
    },
  )

  app.post(
    '/api/v1/monitors',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Create a monitor',
        description:
          'Only url is required. The first check runs at once, beside the grid; its result has attempt 1 and confirmation false. A url whose name does not exist, or that leads to a private, local or otherwise blocked address, is refused; a name server that does not answer is not held against it.',
        operationId: 'createMonitor',
        body: MonitorCreation,
        response: { 201: MonitorAnswer, ...errors(400), 409: REFUSED, ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { monitor, revision } = await monitors.create(actorOf(request), request.body)
      return reply
        .code(201)
        .header('etag', etagOf(revision))
        .send({ monitor, usage: usage(request) })
    },
  )

  app.get(
    '/api/v1/monitors/:id',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read one monitor',
        description:
          'The header ETag names the settings it has; sent with a change as If-Match, it keeps two people from undoing what the other did.',
        operationId: 'readMonitor',
        params: MonitorPath,
        response: { 200: MonitorAnswer, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { workspaceId } = actorOf(request)
      const { monitor, revision } = await monitors.get(workspaceId, request.params.id)
      reply.header('etag', etagOf(revision))
      return { monitor, usage: usage(request) }
    },
  )

  app.patch(
    '/api/v1/monitors/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Change a monitor',
        description:
          'Any subset of the fields; null resets one to its default. settings, confirmation, recovery and alerts merge per key, lists are replaced, "***" leaves a secret as it is. Stored secrets go along to https, another port or another path of the same host; a change to another host, or from an encrypted way to a plain one, must send them again. A changed url is checked at once. type cannot change. With the header If-Match, the ETag of a read of the monitor, it is only changed while nobody else changed it: otherwise 409, which tells what is other than it was.',
        operationId: 'changeMonitor',
        params: MonitorPath,
        body: MonitorChange,
        response: { 200: MonitorAnswer, ...errors(400, 404), 409: CONFLICT, ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const expected = expectedRevision(request.headers['if-match'])
      const { id } = request.params
      const changed = await monitors.change(actorOf(request), id, request.body, expected)
      reply.header('etag', etagOf(changed.revision))
      return { monitor: changed.monitor, usage: usage(request) }
    },
  )

  app.delete(
    '/api/v1/monitors/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Delete a monitor',
        description: 'Its history can no longer be read.',
        operationId: 'deleteMonitor',
        params: MonitorPath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      await monitors.remove(actorOf(request).workspaceId, request.params.id)
      return { deleted: true as const, id: request.params.id, usage: usage(request) }
    },
  )
}
