import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import type { Directory } from '../../status-pages/directory.ts'
import type { KeptPages } from '../../status-pages/kept-pages.ts'
import type { StatusPageService } from '../../status-pages/status-page-service.ts'
import type { Api } from '../api-types.ts'
import { statusPageHtml } from '../pages/status-page/status-page.ts'
import { actorOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const

const StatusPagePath = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the status page.', example: 'stp_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

/** A status page as one file, so that it can be read where this installation is not. */
export function addStatusPageExportRoute(
  app: Api,
  {
    pages,
    directory,
    kept,
  }: {
    readonly pages: Pick<StatusPageService, 'get'>
    readonly directory: Pick<Directory, 'find'>
    readonly kept: Pick<KeptPages, 'get'>
  },
): void {
  app.get(
    '/api/v1/status-pages/:id/export',
    {
      config: VIEW,
      schema: {
        tags: ['Status pages'],
        security: [{ apiKey: [] }],
        summary: 'Export a status page as a file',
        description:
          'The page as it is now, as one HTML file without a script, to be served from elsewhere: put it there every minute, and it can be read while this installation cannot. Logo, feed and JSON stay here. Only a published page is exported.',
        operationId: 'exportStatusPage',
        params: StatusPagePath,
        response: {
          200: { content: { 'text/html': { schema: z.string() } } },
          ...errors(404, 409),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const { slug, url } = await pages.get(actorOf(request).workspaceId, request.params.id)
      const entry = await directory.find(slug)
      const page = entry === null ? null : await kept.get(entry.id)
      if (page === null) {
        throw new AppError('conflict', 'The status page is not published: publish it first.')
      }
      const text = statusPageHtml(page.status, { base: url, canSubscribe: false })
      return reply
        .headers({
          'content-disposition': `attachment; filename="${slug}.html"`,
          'x-content-type-options': 'nosniff',
        })
        .type('text/html; charset=utf-8')
        .send(Buffer.from(text) as never)
    },
  )
}
