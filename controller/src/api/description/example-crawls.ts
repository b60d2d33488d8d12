import type { z } from 'zod'
import type { CRAWL_HEADER } from '../schemas/crawl-job.ts'
import type { CrawlLinks, CrawlOrphans, CrawlPageItem, CrawlPages } from '../schemas/crawl-reads.ts'
import { AUDIT_WORDS } from './analyses/audit.ts'

/** A crawl that is over. */
const header: z.input<z.ZodObject<typeof CRAWL_HEADER>> = {
  jobId: 'crl_4fTq1Zb7Kx0Pq2Lr9sWd',
  startUrl: 'https://www.example.com/',
  host: 'www.example.com',
  status: 'done',
  maxPages: 100,
  createdAt: '2026-02-01T12:00:00.000Z',
  finishedAt: '2026-02-01T12:00:21.480Z',
  pagesCrawled: 87,
  pagesQueued: 0,
  complete: true,
  error: null,
}

const links: z.input<typeof CrawlLinks> = {
  ...header,
  totalPages: 87,
  maxDepth: 4,
  count: 2,
  items: [
    {
      url: 'https://www.example.com/',
      statusCode: 200,
      inlinks: 86,
      outlinks: 24,
      depth: 0,
      pageRank: 100,
    },
    {
      url: 'https://www.example.com/trees',
      statusCode: 200,
      inlinks: 41,
      outlinks: 18,
      depth: 1,
      pageRank: 47.31,
    },
  ],
}

const orphans: z.input<typeof CrawlOrphans> = {
  ...header,
  items: [
    {
      url: 'https://www.example.com/sale-2019',
      statusCode: 200,
      depth: null,
      outlinks: 12,
    },
  ],
  orphanCount: 1,
}

const { example } = AUDIT_WORDS
const audit: z.input<typeof CrawlPageItem>['audit'] = {
  ...example,
  url: 'https://www.example.com/trees',
  fetchedUrl: 'https://www.example.com/trees',
  region: 'eu-west',
}

const page: z.input<typeof CrawlPageItem> = {
  url: 'https://www.example.com/trees',
  statusCode: example.statusCode,
  score: example.score,
  grade: example.grade,
  title: example.title,
  metaDescription: example.metaDescription,
  h1: example.h1,
  wordCount: example.wordCount,
  internalLinks: example.internalLinks,
  depth: 1,
  issues: example.issues,
}

const pages = (item: z.input<typeof CrawlPageItem>): z.input<typeof CrawlPages> => ({
  ...header,
  limit: 1,
  offset: 1,
  items: [item],
  count: 1,
})

export const CRAWL_EXAMPLES = {
  readCrawlLinks: { answers: { 200: { example: links } } },
  readCrawlOrphans: { answers: { 200: { example: orphans } } },
  readCrawlPages: {
    answers: {
      200: {
        examples: {
          full: { summary: 'With audits', value: pages({ ...page, audit }) },
          summary: { summary: 'With fields=summary', value: pages(page) },
        },
      },
    },
  },
}
