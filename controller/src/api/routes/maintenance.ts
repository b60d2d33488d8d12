import { z } from 'zod'
import type { MaintenanceService } from '../../maintenance/maintenance-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { WindowAnswer, WindowDetail, WindowList } from '../schemas/maintenance.ts'
import { WindowChange, WindowCreation } from '../schemas/maintenance-input.ts'
import { Deleted } from '../schemas/monitor.ts'
import { paging } from '../schemas/parameters.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Maintenance'], security: [{ apiKey: [] }] }

const MAX_PER = 200

/** The id of a window in a path. Any text will do: what is no id is no window's, 404. */
const WindowPath = z.object({
  id: z.string().meta({ description: 'Id of the window.', example: 'mw_9bQw3Tz5Ld1Hs8Vk2XnR' }),
})

const CHANGES = {
  patch: { summary: 'Change a maintenance window', operationId: 'changeMaintenance' },
  put: {
    summary: 'Change a maintenance window, as PATCH does',
    operationId: 'changeMaintenanceByPut',
  },
} as const

/** Maintenance windows. Source: contract, "POST /api/v1/maintenance" and "PATCH or PUT"; decisions,
 *  section 7 */
export function addMaintenanceRoutes(app: Api, windows: MaintenanceService): void {
  app.get(
    '/api/v1/maintenance',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'List maintenance windows',
        operationId: 'listMaintenance',
        querystring: z.object(paging(MAX_PER)),
        response: { 200: WindowList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per } = request.query
      const found = await windows.list(actorOf(request).workspaceId, {
        limit: per,
        offset: (page - 1) * per,
      })
      return {
        total: found.total,
        page,
        per,
        maintenance: found.maintenance,
        usage: usage(request),
      }
    },
  )

  app.post(
    '/api/v1/maintenance',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Create a maintenance window',
        description:
          'While an occurrence is under way, the monitors it covers have the status maintenance: their checks run and are stored, nothing alerts, no outage opens, and the time does not count in their uptime. At its end they are checked at once, and that decides. A window that is under way when it is created covers its monitors from that moment.',
        operationId: 'createMaintenance',
        body: WindowCreation,
        response: { 201: WindowAnswer, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const maintenance = await windows.create(actorOf(request).workspaceId, request.body)
      return reply.code(201).send({ maintenance, usage: usage(request) })
    },
  )

  app.get(
    '/api/v1/maintenance/:id',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read one maintenance window',
        operationId: 'readMaintenance',
        params: WindowPath,
        response: { 200: WindowDetail, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      ...(await windows.get(actorOf(request).workspaceId, request.params.id)),
      usage: usage(request),
    }),
  )

  for (const method of ['patch', 'put'] as const) {
    app[method](
      '/api/v1/maintenance/:id',
      {
        config: MANAGE,
        schema: {
          ...COMMON,
          ...CHANGES[method],
          description:
            'Only what is sent changes. Another schedule (from, to, recurrence, repeatEvery, effectiveTo, timezone) replaces every occurrence that has not begun, moved and cancelled ones too; one under way is kept as it is, and none of the new ones may overlap it. A value that is sent as it is already changes nothing. Description and monitors leave the occurrences alone, and monitors take effect at once.',
          params: WindowPath,
          body: WindowChange,
          response: { 200: WindowAnswer, ...errors(400, 404), ...KEYED_ERRORS },
        },
      },
      async (request) => ({
        maintenance: await windows.change(
          actorOf(request).workspaceId,
          request.params.id,
          request.body,
        ),
        usage: usage(request),
      }),
    )
  }

  app.delete(
    '/api/v1/maintenance/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Delete a maintenance window',
        description:
          'Ends an occurrence under way and removes those to come. The maintenance there was stays in the history of the monitors.',
        operationId: 'deleteMaintenance',
        params: WindowPath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      await windows.remove(actorOf(request).workspaceId, request.params.id)
      return { deleted: true as const, id: request.params.id, usage: usage(request) }
    },
  )
}
