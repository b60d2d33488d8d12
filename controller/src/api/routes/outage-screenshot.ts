import { IMAGE_TYPES } from '@sightline/shared/analyses/image-header'
import { z } from 'zod'
import type { OutageService } from '../../outages/outage-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'

const OutagePath = z.object({
  id: z.string().meta({ description: 'Id of the outage.', example: 'out_9sLq2Xn4Vb7Kd1Rm5TzC' }),
})

const image = { schema: z.string().meta({ format: 'binary', description: 'The image.' }) }

/** What the page of an outage showed. Source: app design, section 3 */
export function addOutageScreenshotRoute(
  app: Api,
  outages: Pick<OutageService, 'screenshot'>,
): void {
  app.get(
    '/api/v1/outages/:id/screenshot',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Read what the page showed when an outage began',
        description:
          'A picture of what a browser in a location that saw the page fail was shown, some seconds after it was certain. There is none where nothing answered, and of pages that are asked for with headers, a sign-in or a body, which the browser does not send.',
        operationId: 'readOutageScreenshot',
        params: OutagePath,
        response: {
          200: { content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, image])) },
          ...errors(404),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const { image: bytes, mimeType } = await outages.screenshot(
        actorOf(request).workspaceId,
        request.params.id,
      )
      return (
        reply
          .headers({
            'content-type': mimeType,
            'content-disposition': 'inline; filename="outage"',
            // A picture stays what it is, and whose it is.
            'cache-control': 'private, max-age=86400, immutable',
            // It is what it says, whatever somebody put into it.
            'x-content-type-options': 'nosniff',
          })
          // The types know but one answer for a status.
          .send(bytes as never)
      )
    },
  )
}
