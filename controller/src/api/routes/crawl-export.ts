import { clampedInteger } from '@sightline/shared/clamped-integer'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import { z } from 'zod'
import type { CrawlReads } from '../../crawl/read/crawl-reads.ts'
import type { ExportFormat, ExportedThing } from '../../crawl/read/export/export-file.ts'
import { EXPORTS } from '../../crawl/read/export/export-file.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { sendInPieces } from '../long-answer.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'

const THINGS = Object.keys(EXPORTS) as ExportedThing[]
const FORMATS = ['csv', 'ndjson', 'xml'] as const satisfies readonly ExportFormat[]

const ExportQuery = KeyQuery.extend({
  what: z
    .enum(THINGS, `must be one of ${THINGS.join(', ')}`)
    .optional()
    .meta({ description: `Default pages, or sitemap with format=xml.` }),
  format: z
    .enum(FORMATS, `must be one of ${FORMATS.join(', ')}`)
    .optional()
    .meta({ description: 'Default csv, and xml for a sitemap, which has no other form.' }),
  part: clampedInteger({
    min: 1,
    max: 1_000,
    default: 1,
    description: 'Of a sitemap with more than 50,000 addresses.',
  }),
})

const file = z.string()

/** What a crawl found, as a file. */
export function addCrawlExportRoute(
  app: Api,
  { reads, log }: { readonly reads: Pick<CrawlReads, 'export'>; readonly log: Logger },
): void {
  app.get(
    '/api/v1/crawl/:jobId/export',
    {
      config: CRAWL_CONFIG,
      // Its length is only known when it was made.
      exposeHeadRoute: false,
      schema: {
        ...OF_CRAWL,
        summary: 'Export a crawl as a file',
        description:
          "pages: an item a line, with what is wrong with it; links: each address that a page links to, with the text and the place of the link; issues: each address for each issue of the site that it has; sitemap: an XML sitemap of the pages that search engines may show (status 200, no noindex, no other canonical, no refresh that leads elsewhere at once), 50,000 in each part. CSV has a line of names, RFC 4180's quoting and an apostrophe before text that a spreadsheet would take for a formula; NDJSON has an object with the same names in each line. The file is written while it is sent.",
        operationId: 'exportCrawl',
        querystring: ExportQuery,
        response: {
          200: {
            content: {
              'text/csv': { schema: file },
              'application/x-ndjson': { schema: file },
              'application/xml': { schema: file },
            },
          },
          ...errors(400, 404),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const { part } = request.query
      const asked = { ...chosen(request.query), part }
      const made = await reads.export(callerOf(request), request.params.jobId, asked)
      reply.headers({
        'content-disposition': `attachment; filename="${made.fileName}"`,
        // It is what it says, whatever a site put into it.
        'x-content-type-options': 'nosniff',
      })
      return sendInPieces(reply, { pieces: made.pieces, type: made.type, log })
    },
  )
}

/** @throws AppError badRequest for a form that a thing does not have */
function chosen(query: {
  readonly what?: ExportedThing | undefined
  readonly format?: ExportFormat | undefined
}): { what: ExportedThing; format: ExportFormat } {
  const what = query.what ?? (query.format === 'xml' ? 'sitemap' : 'pages')
  const formats: readonly ExportFormat[] = EXPORTS[what]
  const format = query.format ?? EXPORTS[what][0]
  if (formats.includes(format)) return { what, format }
  throw new AppError(
    'badRequest',
    `The query parameter "format" is "${format}", but what=${what} is exported as ${formats.join(' or ')}.`,
  )
}
