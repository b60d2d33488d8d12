import { z } from 'zod'
import { CrawlPath } from './schemas/crawl-job.ts'

/** Any key will do: whose crawl it is decides who sees it. */
export const CRAWL_CONFIG = { access: { area: 'analysis' } } as const

/** What operations on one crawl have in common. */
export const OF_CRAWL = {
  tags: ['Site crawl'],
  security: [{ apiKey: [] }, { apiKeyInQuery: [] }],
  params: CrawlPath,
}

export const KeyQuery = z.object({
  key: z.string().optional().meta({ description: 'The API key, if the header is not used.' }),
})
