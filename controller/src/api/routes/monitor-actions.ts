import type { MonitorService } from '../../monitors/monitor-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { MonitorAnswer } from '../schemas/monitor.ts'
import { NoBody } from '../schemas/no-body.ts'
import { MonitorPath } from '../schemas/parameters.ts'

const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const

const ACTIONS = {
  pause: {
    summary: 'Pause a monitor',
    description:
      'Stops its checks; the pause does not count in its uptime, and an open outage ends. A paused monitor stays as it is.',
  },
  resume: {
    summary: 'Resume a monitor',
    description:
      'Starts its checks again, the first one at once; until it is in, the status is pending. A monitor that is not paused stays as it is.',
  },
} as const

/** Pausing and resuming one monitor. Source: decisions, section 6 */
export function addMonitorActions(app: Api, monitors: MonitorService): void {
  for (const action of ['pause', 'resume'] as const) {
    app.post(
      `/api/v1/monitors/:id/${action}`,
      {
        config: MANAGE,
        schema: {
          tags: ['Monitors'],
          security: [{ apiKey: [] }],
          ...ACTIONS[action],
          operationId: `${action}Monitor`,
          params: MonitorPath,
          body: NoBody,
          response: { 200: MonitorAnswer, ...errors(400, 404), ...KEYED_ERRORS },
        },
      },
      async (request) => ({
        monitor: await monitors.act(actorOf(request).workspaceId, request.params.id, action),
        usage: usage(request),
      }),
    )
  }
}
