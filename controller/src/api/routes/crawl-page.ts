import { clampedInteger } from '@sightline/shared/clamped-integer'
import { z } from 'zod'
import type { CrawlReads } from '../../crawl/read/crawl-reads.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { CrawlPage } from '../schemas/crawl-page.ts'

const PageQuery = KeyQuery.extend({
  url: z.string().trim().min(1).max(16_384).meta({
    description: 'Address of a page of the crawl; without its scheme, https and then http.',
    example: 'https://www.example.com/trees',
  }),
  limit: clampedInteger({
    min: 1,
    max: 1_000,
    default: 100,
    description: 'Most inlinks, and most outlinks.',
  }),
})

/** One page of a crawl. */
export function addCrawlPageRoute(app: Api, reads: Pick<CrawlReads, 'page'>): void {
  app.get(
    '/api/v1/crawl/:jobId/page',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Read one page of a crawl',
        description:
          'With its audit, the pages that link to it and with which text, and what it links to. 404 says what is known of an address that is no page: blocked by robots.txt, not read and why, left out, of another site.',
        operationId: 'readCrawlPage',
        querystring: PageQuery,
        response: { 200: CrawlPage, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { url, limit } = request.query
      const found = await reads.page(callerOf(request), request.params.jobId, { url, limit })
      const { header, ...page } = found
      return { ...header, ...page }
    },
  )
}
