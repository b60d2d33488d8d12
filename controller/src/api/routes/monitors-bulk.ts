import { monitorNotFound } from '../../input/not-found.ts'
import type { MonitorService } from '../../monitors/monitor-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import {
  IdsQuery,
  MonitorSetAnswer,
  MonitorSetChangeBody,
  MonitorSetDeleted,
} from '../schemas/monitor-sets.ts'

const COMMON = { tags: ['Monitors'], security: [{ apiKey: [] }] }
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const

/** Changes of many monitors in one call. Source: decisions, section 7 */
export function addMonitorBulkRoutes(app: Api, monitors: MonitorService): void {
  app.patch(
    '/api/v1/monitors',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Pause, resume, re-time or tag many monitors',
        description:
          'One call against the quota. What cannot be changed (an id the workspace does not have, a time limit that is not below the new interval, too many tags) has ok false and a sentence; the others are changed, all at one instant. Of two such calls at once one follows on the whole outcome of the other.',
        operationId: 'changeMonitors',
        body: MonitorSetChangeBody,
        response: { 200: MonitorSetAnswer, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { set, change } = request.body
      const { updated, results } = await monitors.changeAll(actorOf(request), set, change)
      return { updated, results, usage: usage(request) }
    },
  )

  app.delete(
    '/api/v1/monitors',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Delete many monitors',
        description:
          'One call against the quota. Their history can no longer be read. An id the workspace does not have has ok false; the others are deleted.',
        operationId: 'deleteMonitors',
        querystring: IdsQuery,
        response: { 200: MonitorSetDeleted, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { ids } = request.query
      const deleted = await monitors.removeAll(actorOf(request).workspaceId, ids)
      const results = ids.map((id) =>
        deleted.has(id)
          ? { id, ok: true as const }
          : { id, ok: false as const, error: monitorNotFound(id).message },
      )
      return { deleted: deleted.size, results, usage: usage(request) }
    },
  )
}
