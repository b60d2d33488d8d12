import { AUDIT_GRADES } from '@sightline/shared/analyses/audit-checks/words'
import { z } from 'zod'
import { SLICE } from './answers.ts'
import { answerObject } from '../one-url-answers.ts'
import { CRAWL_HEADER } from './crawl-job.ts'

const count = z.int().min(0)

/** What pages have in all lists. */
const PAGE = {
  url: z
    .string()
    .meta({ description: 'Address of the page.', example: 'https://www.example.com/trees' }),
  statusCode: z.int().meta({ description: 'HTTP status.', example: 200 }),
}

const depth = z.int().min(0).nullable().meta({
  description: 'Clicks from the start page, which has 0; null: no links lead there from it.',
  example: 1,
})

const outlinks = count.meta({
  description:
    'Addresses of the site that it links to, each once and itself not counted, whether or not they were crawled.',
  example: 18,
})

/** Source: contract, "Crawl link-graph item" */
const CrawlLinkItem = z
  .object({
    ...PAGE,
    inlinks: count.meta({
      description: 'Pages that link to it, each once and itself not counted.',
      example: 41,
    }),
    outlinks,
    depth,
    pageRank: z.number().min(0).max(100).meta({
      description:
        'What its place in the links of the site is worth: PageRank with a damping of 0.85, links that say nofollow left out, in percent of the best page.',
      example: 47.31,
    }),
  })
  .meta({ id: 'CrawlLinkItem' })

export const CrawlLinks = z.object({
  ...CRAWL_HEADER,
  totalPages: count.meta({ description: 'Pages in the link graph.', example: 87 }),
  maxDepth: count.meta({ description: 'Most clicks that a page is away.', example: 4 }),
  count: count.meta({ description: 'Entries of items.', example: 1 }),
  items: z.array(CrawlLinkItem).meta({
    description: 'By pageRank, the highest first; equal ones by address.',
  }),
})

/** Source: contract, "Orphan item" */
const CrawlOrphan = z.object({ ...PAGE, depth, outlinks }).meta({ id: 'CrawlOrphan' })

export const CrawlOrphans = z.object({
  ...CRAWL_HEADER,
  items: z.array(CrawlOrphan).meta({ description: 'All of them, in the order of the crawl.' }),
  orphanCount: count.meta({ description: 'Entries of items.', example: 1 }),
})

/** The audit of a page that was crawled. */
export const CrawledAudit = answerObject('audit').meta({
  id: 'CrawledAudit',
  description: 'As GET /audit answers it for the page.',
})

/** What is told of a page beside its audit. Source: contract, "Crawl page item" */
export const CRAWL_PAGE = {
  ...PAGE,
  score: z.int().min(0).max(100).meta({ description: 'Of the audit.', example: 97 }),
  grade: z.enum(AUDIT_GRADES).meta({ description: 'Of the audit.', example: 'A' }),
  title: z
    .string()
    .meta({ description: 'Text of the title tag; empty without one.', example: 'Garden trees' }),
  metaDescription: z.string().meta({
    description: 'Meta description; empty without one.',
    example: 'Apple, pear and plum trees from a nursery that has grown them by hand since 1932.',
  }),
  h1: z.string().meta({
    description: 'Text of the first h1; empty without one.',
    example: 'Trees for every garden',
  }),
  wordCount: count.meta({ description: 'Words of the visible text in the body.', example: 362 }),
  internalLinks: count.meta({ description: 'Links to the same host.', example: 3 }),
  depth,
  issues: z.array(z.string()).meta({
    description: 'What is wrong, as in the audit; only "broken" when the status is not 200.',
    example: [
      '1 of 3 images have no alt attribute',
      'Title is too short (12 characters, recommended 30-60)',
      'Favicon link is missing',
      'URL redirects (1 hop)',
    ],
  }),
}

export const CrawlPageItem = z
  .object({
    ...CRAWL_PAGE,
    audit: CrawledAudit.optional().meta({
      description: 'The whole audit, as GET /audit answers it; left out with fields=summary.',
    }),
  })
  .meta({ id: 'CrawlPageItem' })

export const CrawlPages = z.object({
  ...CRAWL_HEADER,
  ...SLICE,
  items: z.array(CrawlPageItem).meta({ description: 'In the order of the crawl.' }),
  count: count.meta({ description: 'Entries of items.', example: 1 }),
})
