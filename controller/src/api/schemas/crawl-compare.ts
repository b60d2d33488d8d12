import { z } from 'zod'
import { SLICE } from './answers.ts'
import { ISSUE_TRENDS } from '../../crawl/compare/issue-changes.ts'
import { COMPARED_FIELDS } from '../../crawl/compare/page-changes.ts'
import { CrawlIssue } from './crawl-issue.ts'
import { CRAWL_HEADER, CrawlHeader } from './crawl-job.ts'

const count = z.int().min(0)

const Sum = z
  .object({
    pages: count.meta({ description: 'Pages of the crawl.', example: 87 }),
    indexable: count.meta({ description: 'Those that search engines may show.', example: 80 }),
    score: z.number().nullable().meta({
      description: 'What pages that answer 200 score on average; null without any.',
      example: 91.4,
    }),
  })
  .meta({ id: 'CrawlSum' })

const url = z
  .string()
  .meta({ description: 'Its address.', example: 'https://www.example.com/trees' })

const total = count.meta({ description: 'All there are.', example: 1 })

const LonePages = z.object({
  total,
  items: z
    .array(
      z.object({
        url,
        statusCode: z.int().meta({ description: 'HTTP status.', example: 200 }),
        title: z.string().meta({ description: 'Its title.', example: 'Garden trees' }),
      }),
    )
    .meta({ description: 'In the order of the crawl, from offset up to limit.' }),
})

const value = z.union([z.string(), z.number(), z.boolean()]).nullable()

const PageChange = z
  .object({
    field: z.enum(COMPARED_FIELDS).meta({ description: 'What is other.', example: 'title' }),
    before: value.meta({ description: 'As it was.', example: 'Trees for every garden' }),
    after: value.meta({ description: 'As it is.', example: 'Garden trees' }),
  })
  .meta({ id: 'CrawlPageChange' })

const IssueChange = z
  .object({
    ...CrawlIssue.shape,
    trend: z.enum(ISSUE_TRENDS).meta({
      description:
        'From the crawl before to this one; moved: as many addresses have it, but others. Of a mended one the rest is as it was.',
      example: 'new',
    }),
    countBefore: count.meta({ description: 'Addresses that had it.', example: 0 }),
    countAfter: count.meta({ description: 'Addresses that have it.', example: 2 }),
    gained: count.meta({
      description: 'Addresses that have it and did not before, new ones among them.',
      example: 2,
    }),
    lost: count.meta({
      description: 'Addresses that had it and do not any more, gone ones among them.',
      example: 0,
    }),
  })
  .meta({ id: 'CrawlIssueChange' })

export const CrawlComparison = z.object({
  ...CRAWL_HEADER,
  with: CrawlHeader.meta({ description: 'The crawl before.' }),
  summary: z
    .object({
      before: Sum.meta({ description: 'The crawl before.' }),
      after: Sum.meta({ description: 'This crawl.' }),
    })
    .meta({ description: 'Both crawls in numbers.' }),
  issues: z.array(IssueChange).meta({
    description: 'Issues that other pages have than before; those of now first.',
  }),
  notCompared: z.array(z.string()).meta({
    description:
      'Ids of issues that one of the two has and that the other could not be looked through for: it was cut short, or did not ask for what they are about.',
    example: ['orphanPages'],
  }),
  ...SLICE,
  newPages: LonePages.meta({ description: 'Pages that the crawl before did not have.' }),
  gonePages: LonePages.meta({ description: 'Pages that only the crawl before has.' }),
  changedPages: z
    .object({
      total,
      items: z
        .array(
          z.object({
            url,
            changes: z.array(PageChange).meta({ description: 'All that is other.' }),
          }),
        )
        .meta({ description: 'In the order of the crawl, from offset up to limit.' }),
    })
    .meta({ description: 'Pages of both that are other than they were.' }),
})

const LoneAffected = z.object({
  total,
  items: z
    .array(
      z.object({
        url,
        statusCode: z.int().nullable().meta({
          description: 'HTTP status; null where it gave no answer.',
          example: 200,
        }),
        inBoth: z.boolean().meta({
          description:
            'Whether the other crawl has read the address too: false of a page that is new, or gone.',
          example: true,
        }),
      }),
    )
    .meta({ description: 'In the order of the crawl, from offset up to limit.' }),
})

export const CrawlIssueComparison = z.object({
  ...CRAWL_HEADER,
  with: CrawlHeader.meta({ description: 'The crawl before.' }),
  issue: IssueChange,
  ...SLICE,
  gained: LoneAffected.meta({ description: 'Addresses that have it and did not before.' }),
  lost: LoneAffected.meta({ description: 'Addresses that had it and do not any more.' }),
})
