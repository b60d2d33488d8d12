import { AUDIT_SEVERITIES } from '@sightline/shared/analyses/audit-checks/words'
import { z } from 'zod'
import { SLICE } from './answers.ts'
import { CRAWL_HEADER } from './crawl-job.ts'

const count = z.int().min(0)

/** Something that is wrong with a site. */
export const CrawlIssue = z
  .object({
    id: z.string().meta({
      description: 'Of a check of the audit, or of one of the site as a whole.',
      example: 'duplicateTitles',
    }),
    source: z.enum(['page', 'site']).meta({
      description:
        'page: audits found it on pages by themselves; site: it shows when all pages are seen together.',
      example: 'site',
    }),
    title: z.string().meta({ description: 'What it is.', example: 'Pages with the same title' }),
    description: z.string().meta({
      description: 'Why it matters, and how it is mended.',
      example:
        'In search results they cannot be told apart. Give each page a title of its own, or let copies name one page as canonical.',
    }),
    severity: z.enum(AUDIT_SEVERITIES).meta({ description: 'How bad it is.', example: 'error' }),
    weight: z.int().min(1).max(10).meta({ description: 'As those of the audit.', example: 5 }),
    count: count.meta({ description: 'Addresses that have it.', example: 2 }),
    ofTotal: count.meta({ description: 'Addresses it was looked for in.', example: 80 }),
    share: z.number().min(0).max(100).meta({
      description:
        'count of ofTotal, in percent with two decimals; with four where it would be 0 or 100 and is not.',
      example: 2.5,
    }),
    examples: z
      .array(z.string())
      .max(5)
      .meta({
        description: 'The first of those that have it.',
        example: ['https://www.example.com/trees', 'https://www.example.com/trees?page=2'],
      }),
  })
  .meta({ id: 'CrawlIssue' })

const pagesJudged = count.meta({
  description:
    'Pages that the issues are about: all of them in the end; while a crawl runs, those that were there when the issues were last made.',
  example: 87,
})

export const CrawlIssues = z.object({
  ...CRAWL_HEADER,
  pagesJudged,
  count: count.meta({ description: 'Entries of items.', example: 1 }),
  items: z.array(CrawlIssue).meta({
    description:
      'By severity, the worst first; then by weight times count. What nothing is wrong with is left out.',
  }),
})

const AffectedPage = z
  .object({
    url: z
      .string()
      .meta({ description: 'The address that has it.', example: 'https://www.example.com/trees' }),
    statusCode: z.int().nullable().meta({
      description: 'HTTP status; null where it gave no answer.',
      example: 200,
    }),
    issue: z.string().nullable().meta({
      description: 'What the audit of the page says; null for an issue of the site.',
      example: null,
    }),
    detail: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          'What there is to know of it, by issue: the pages with the same title, the links that are broken with their text and place, the images that are broken, the way of a chain of redirects. null where nothing more is known.',
        example: {
          text: 'Garden trees',
          pages: 2,
          others: ['https://www.example.com/trees?page=2'],
        },
      }),
  })
  .meta({ id: 'CrawlAffectedPage' })

export const CrawlIssuePages = z.object({
  ...CRAWL_HEADER,
  pagesJudged,
  issue: CrawlIssue,
  ...SLICE,
  count: count.meta({ description: 'Entries of items.', example: 1 }),
  items: z.array(AffectedPage).meta({
    description:
      'In the order of the crawl; where they are addresses of the sitemap, in its order.',
  }),
})
