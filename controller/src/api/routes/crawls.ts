import { z } from 'zod'
import type { CrawlService } from '../../crawl/crawl-service.ts'
import type { Api } from '../api-types.ts'
import type { ContinentOf } from '../caller-continent.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { paging } from '../schemas/parameters.ts'
import { CrawlCreation, CrawlJob, CrawlList, CrawlPath } from '../schemas/crawl-job.ts'

const ACCESS = { access: { area: 'analysis' } } as const
const COMMON = { tags: ['Site crawl'], security: [{ apiKey: [] }, { apiKeyInQuery: [] }] }

const KeyQuery = z.object({
  key: z.string().optional().meta({ description: 'The API key, if the header is not used.' }),
})

const ListQuery = KeyQuery.extend({
  host: z.string().toLowerCase().optional().meta({
    description: 'Only those of this host, as crawls name it: with its port, if it has one.',
    example: 'www.example.com',
  }),
  ...paging(200),
})

/** Starting, following and ending crawls. Source: contract, "Crawl endpoints"; decisions, section 5 */
export function addCrawlRoutes(app: Api, crawls: CrawlService, continentOf: ContinentOf): void {
  app.post(
    '/api/v1/crawl',
    {
      config: ACCESS,
      schema: {
        ...COMMON,
        summary: 'Start a crawl',
        description:
          'Agents follow the links of a site from a start page, level by level, and audit every page as GET /audit does. The answer comes at once; the crawl goes on by itself, and everything it has found so far can be read meanwhile. The same site and settings give the same pages, whatever happens on the way. It is polite: each host is asked 5 times a second at most unless you say otherwise, less where its robots.txt says so, and more gently when it refuses or gets slow.',
        operationId: 'startCrawl',
        querystring: KeyQuery,
        body: CrawlCreation,
        response: { 202: CrawlJob, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { url, region = null, ...settings } = request.body
      const continent = continentOf(request)
      const crawl = await crawls.start({ ...callerOf(request), url, region, continent, settings })
      return reply.code(202).send(crawl)
    },
  )

  app.get(
    '/api/v1/crawl',
    {
      config: ACCESS,
      schema: {
        ...COMMON,
        summary: 'List crawls',
        operationId: 'listCrawls',
        querystring: ListQuery,
        response: { 200: CrawlList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, host = null } = request.query
      const part = { host, limit: per, offset: (page - 1) * per }
      const found = await crawls.list(callerOf(request), part)
      return { ...found, page, per }
    },
  )

  app.get(
    '/api/v1/crawl/:jobId',
    {
      config: ACCESS,
      schema: {
        ...COMMON,
        summary: 'Read a crawl',
        operationId: 'readCrawl',
        params: CrawlPath,
        querystring: KeyQuery,
        response: { 200: CrawlJob, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => crawls.get(callerOf(request), request.params.jobId),
  )

  app.delete(
    '/api/v1/crawl/:jobId',
    {
      config: ACCESS,
      schema: {
        ...COMMON,
        summary: 'Cancel a crawl',
        description: 'What it has found stays and can be read. One that is over stays as it is.',
        operationId: 'cancelCrawl',
        params: CrawlPath,
        querystring: KeyQuery,
        response: { 200: CrawlJob, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => crawls.cancel(callerOf(request), request.params.jobId),
  )
}
