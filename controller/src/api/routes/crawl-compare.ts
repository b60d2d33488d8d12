import { clampedInteger } from '@sightline/shared/clamped-integer'
import { z } from 'zod'
import type { CrawlReads } from '../../crawl/read/crawl-reads.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { CrawlComparison } from '../schemas/crawl-compare.ts'

const CompareQuery = KeyQuery.extend({
  with: z.string().min(1).meta({
    description: 'Id of the crawl before: one of the same host that is over.',
    example: 'crl_9XbQ4mT1yKz8Lp7Hc2Vn',
  }),
  limit: clampedInteger({
    min: 1,
    max: 1_000,
    default: 100,
    description: 'Most pages of each list.',
  }),
  offset: clampedInteger({
    min: 0,
    max: 10_000_000,
    default: 0,
    description: 'Pages of each list to pass over.',
  }),
})

/** What is other in one crawl of a site than in another. */
export function addCrawlCompareRoute(app: Api, reads: Pick<CrawlReads, 'compare'>): void {
  app.get(
    '/api/v1/crawl/:jobId/compare',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Compare a crawl with one before',
        description:
          'Pages that are new, gone or changed (status, indexability, canonical, title, meta description, words, score), and issues that are new, mended, or concern more or fewer pages. Pages are the same when their addresses are. Where one of the two is not complete, a page may be missing because it was not reached. 409 while the crawl itself runs.',
        operationId: 'compareCrawls',
        querystring: CompareQuery,
        response: { 200: CrawlComparison, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { with: other, limit, offset } = request.query
      const { jobId } = request.params
      const query = { with: other, limit, offset }
      const { header, ...found } = await reads.compare(callerOf(request), jobId, query)
      return { ...header, ...found, limit, offset }
    },
  )
}
