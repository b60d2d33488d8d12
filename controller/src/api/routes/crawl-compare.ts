import { clampedInteger } from '@sightline/shared/clamped-integer'
import { z } from 'zod'
import type { CrawlReads } from '../../crawl/read/crawl-reads.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { CrawlComparison, CrawlIssueComparison } from '../schemas/crawl-compare.ts'
import { CrawlPath } from '../schemas/crawl-job.ts'

const CompareQuery = KeyQuery.extend({
  with: z.string().min(1).meta({
    description: 'Id of the crawl before: one of the same host that is over.',
    example: 'crw_9XbQ4mT1yKz8Lp7Hc2Vn',
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

const IssuePath = CrawlPath.extend({
  issueId: z.string().meta({ description: 'Id of the issue.', example: 'duplicateTitles' }),
})

/** What is other in one crawl of a site than in another. */
export function addCrawlCompareRoutes(
  app: Api,
  reads: Pick<CrawlReads, 'compare' | 'compareIssue'>,
): void {
  app.get(
    '/api/v1/crawl/:jobId/compare',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Compare a crawl with one before',
        description:
          'Pages that are new, gone or changed (status, indexability, canonical, title, meta description, words, score), and issues that are new, mended, or that other pages have. Pages are the same when their addresses are. Where one of the two is not complete, a page may be missing because it was not reached. 409 while the crawl itself runs.',
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

  app.get(
    '/api/v1/crawl/:jobId/compare/:issueId',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        params: IssuePath,
        summary: 'Read which pages got or lost an issue',
        description:
          'Since a crawl before. 404 when the same pages have it as before, or when one of the two could not be looked through for it. 409 while the crawl itself runs.',
        operationId: 'compareCrawlIssue',
        querystring: CompareQuery,
        response: { 200: CrawlIssueComparison, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { with: other, limit, offset } = request.query
      const { jobId, issueId } = request.params
      const query = { with: other, issueId, limit, offset }
      const { header, ...found } = await reads.compareIssue(callerOf(request), jobId, query)
      return { ...header, ...found, limit, offset }
    },
  )
}
