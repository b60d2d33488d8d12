import { clampedInteger } from '@sightline/shared/clamped-integer'
import type { CrawlReads } from '../../crawl/read/crawl-reads.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { CrawlFigures, CrawlGraph } from '../schemas/crawl-graph.ts'

const GraphQuery = KeyQuery.extend({
  limit: clampedInteger({ min: 1, max: 1_000, default: 300, description: 'Most pages.' }),
})

/** A crawl in numbers and as a picture. */
export function addCrawlGraphRoutes(app: Api, reads: Pick<CrawlReads, 'graph' | 'figures'>): void {
  app.get(
    '/api/v1/crawl/:jobId/figures',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Read a crawl in numbers',
        description: 'All its pages by status, grade and clicks from the start page.',
        operationId: 'readCrawlFigures',
        querystring: KeyQuery,
        response: { 200: CrawlFigures, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { header, ...figures } = await reads.figures(callerOf(request), request.params.jobId)
      return { ...header, ...figures }
    },
  )

  app.get(
    '/api/v1/crawl/:jobId/graph',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Read the links among the most linked pages',
        description:
          'To be drawn: the pages of highest pageRank and the links from one of them to another. Empty until the link graph is made.',
        operationId: 'readCrawlGraph',
        querystring: GraphQuery,
        response: { 200: CrawlGraph, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { header, pages, links, ...rest } = await reads.graph(
        callerOf(request),
        request.params.jobId,
        request.query.limit,
      )
      return {
        ...header,
        ...rest,
        pages: [...pages],
        links: links.map(([from, to]): [number, number] => [from, to]),
      }
    },
  )
}
