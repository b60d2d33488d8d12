import { clampedInteger } from '@sightline/shared/clamped-integer'
import { z } from 'zod'
import type { CrawlReads } from '../../crawl/read/crawl-reads.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { CrawlIssuePages, CrawlIssues } from '../schemas/crawl-issue.ts'
import { CrawlPath } from '../schemas/crawl-job.ts'

const IssuePath = CrawlPath.extend({
  issueId: z.string().meta({ description: 'Id of the issue.', example: 'duplicateTitles' }),
})

const PagesQuery = KeyQuery.extend({
  limit: clampedInteger({ min: 1, max: 1_000, default: 100, description: 'Most pages.' }),
  offset: clampedInteger({
    min: 0,
    max: 10_000_000,
    default: 0,
    description: 'Pages to pass over.',
  }),
})

/** What is wrong with a crawled site as a whole, and with which pages. */
export function addCrawlIssueRoutes(
  app: Api,
  reads: Pick<CrawlReads, 'issues' | 'affected'>,
): void {
  app.get(
    '/api/v1/crawl/:jobId/issues',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Read what is wrong with a crawled site',
        description:
          'Every check of the audit summed over the pages that answer 200, and what only shows when all pages are seen together: links to broken and to redirecting pages, chains and loops of redirects, duplicate titles, descriptions and headings, nearly the same texts, canonicals and alternates that lead nowhere good, sitemaps that do not fit the site, pages that are hard to reach.',
        operationId: 'readCrawlIssues',
        querystring: KeyQuery,
        response: { 200: CrawlIssues, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const found = await reads.issues(callerOf(request), request.params.jobId)
      const { header, pagesJudged, items } = found
      return { ...header, pagesJudged, count: items.length, items }
    },
  )

  app.get(
    '/api/v1/crawl/:jobId/issues/:issueId',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        params: IssuePath,
        summary: 'Read which pages have an issue',
        description: 'With what there is to know of each. 404 when no page has it.',
        operationId: 'readCrawlIssue',
        querystring: PagesQuery,
        response: { 200: CrawlIssuePages, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { jobId, issueId } = request.params
      const { limit, offset } = request.query
      const query = { issueId, limit, offset }
      const { header, ...found } = await reads.affected(callerOf(request), jobId, query)
      return { ...header, ...found, limit, offset, count: found.items.length }
    },
  )
}
