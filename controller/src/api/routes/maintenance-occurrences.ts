import { z } from 'zod'
import type { MaintenanceService } from '../../maintenance/maintenance-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { OccurrenceAnswer } from '../schemas/maintenance.ts'
import { OccurrenceChange } from '../schemas/maintenance-input.ts'

/** The id of an occurrence in a path. Any text will do: what is no id is no occurrence's, 404. */
const OccurrencePath = z.object({
  id: z.string().meta({
    description: 'Id of the occurrence.',
    example: 'occ_9bQw3Tz5Ld1Hs8Vk2XnR0mnhte71c0',
  }),
})

const COMMON = {
  tags: ['Maintenance'],
  security: [{ apiKey: [] }],
  params: OccurrencePath,
  response: { 200: OccurrenceAnswer, ...errors(400, 404, 409), ...KEYED_ERRORS },
}

/** Single occurrences of maintenance windows. Source: contract, "Monitoring API endpoints"; decisions,
 *  section 7 */
export function addMaintenanceOccurrenceRoutes(app: Api, windows: MaintenanceService): void {
  const config = { access: { area: 'monitoring', permission: 'manage' } } as const

  app.patch(
    '/api/v1/maintenance/occurrences/:id',
    {
      config,
      schema: {
        ...COMMON,
        summary: 'Move one occurrence',
        description:
          'The others stay. It must not overlap them. Of one under way only to may change. One that is cancelled or over is 409.',
        operationId: 'moveMaintenanceOccurrence',
        body: OccurrenceChange,
      },
    },
    async (request) => {
      const { workspaceId } = actorOf(request)
      const occurrence = await windows.moveOccurrence(workspaceId, request.params.id, request.body)
      return { occurrence, usage: usage(request) }
    },
  )

  app.delete(
    '/api/v1/maintenance/occurrences/:id',
    {
      config,
      schema: {
        ...COMMON,
        summary: 'Cancel one occurrence',
        description:
          'The others stay. One under way ends now. One that is cancelled or over is 409.',
        operationId: 'cancelMaintenanceOccurrence',
      },
    },
    async (request) => {
      const { workspaceId } = actorOf(request)
      const occurrence = await windows.cancelOccurrence(workspaceId, request.params.id)
      return { occurrence, usage: usage(request) }
    },
  )
}
