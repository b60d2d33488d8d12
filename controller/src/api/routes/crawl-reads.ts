import { clampedInteger } from '@sightline/shared/clamped-integer'
import type { Logger } from '@sightline/shared/logger'
import { z } from 'zod'
import type { CrawlReads } from '../../crawl/read/crawl-reads.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { jsonWithList, sendInPieces } from '../long-answer.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { CrawlLinks, CrawlOrphans, CrawlPages } from '../schemas/crawl-reads.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const LinksQuery = KeyQuery.extend({
  limit: clampedInteger({ min: 1, max: 1_000, default: 200, description: 'Most pages.' }),
})

const FIELDS = ['full', 'summary'] as const

const PagesQuery = KeyQuery.extend({
  limit: clampedInteger({ min: 1, max: 1_000, default: 100, description: 'Most pages.' }),
  offset: clampedInteger({
    min: 0,
    max: 10_000_000,
    default: 0,
    description: 'Pages to pass over.',
  }),
  fields: z
    .enum(FIELDS, `must be one of ${FIELDS.join(', ')}`)
    .default('full')
    .meta({ description: 'summary leaves out the audits.' }),
})

/** What a crawl found: links, orphans, pages.
 *  Source: contract, "Crawl endpoints"; decisions, section 5 */
export function addCrawlReadRoutes(
  app: Api,
  { reads, log }: { readonly reads: CrawlReads; readonly log: Logger },
): void {
  app.get(
    '/api/v1/crawl/:jobId/links',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Read the link graph of a crawl',
        description:
          'Pages by what their place in the links of the site is worth. While a crawl runs the graph is made anew now and then: pages that came since have no inlinks, a pageRank of 0 and the depth at which they were found.',
        operationId: 'readCrawlLinks',
        querystring: LinksQuery,
        response: { 200: CrawlLinks, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { jobId } = request.params
      const { header, items, ...graph } = await reads.links(
        callerOf(request),
        jobId,
        request.query.limit,
      )
      return { ...header, ...graph, count: items.length, items: [...items] }
    },
  )

  app.get(
    '/api/v1/crawl/:jobId/orphans',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Read the orphans of a crawl',
        description:
          'Crawled pages that no other crawled page links to; also the start page, when none does. When complete is false, pages that were not crawled may link to them. While a crawl runs, only pages that the link graph has reached are looked at.',
        operationId: 'readCrawlOrphans',
        querystring: KeyQuery,
        response: { 200: CrawlOrphans, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { header, items } = await reads.orphans(callerOf(request), request.params.jobId)
      const list = { name: 'items', items: asJson(items) }
      const pieces = jsonWithList(header, list, (orphanCount) => ({ orphanCount }))
      return sendInPieces(reply, { pieces, type: JSON_TYPE, log })
    },
  )

  app.get(
    '/api/v1/crawl/:jobId/pages',
    {
      config: CRAWL_CONFIG,
      schema: {
        ...OF_CRAWL,
        summary: 'Read the pages of a crawl',
        description:
          'In the order of the crawl: level by level, and within a level as the links stand on the site. An address that redirects is an item of its own. While a crawl runs, pages of the level it is in may still come between others.',
        operationId: 'readCrawlPages',
        querystring: PagesQuery,
        response: { 200: CrawlPages, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { limit, offset, fields } = request.query
      const query = { limit, offset, isFull: fields === 'full' }
      const found = await reads.pages(callerOf(request), request.params.jobId, query)
      const list = { name: 'items', items: found.items }
      const head = { ...found.header, limit, offset }
      const pieces = jsonWithList(head, list, (count) => ({ count }))
      return sendInPieces(reply, { pieces, type: JSON_TYPE, log })
    },
  )
}

async function* asJson(parts: AsyncIterable<readonly object[]>): AsyncGenerator<string[]> {
  for await (const items of parts) yield items.map((item) => JSON.stringify(item))
}
