import { AUDIT_GRADES } from '@sightline/shared/analyses/audit-checks/words'
import { z } from 'zod'
import { CRAWL_HEADER } from './crawl-job.ts'

const count = z.int().min(0)
const pages = count.meta({ description: 'Pages.', example: 12 })

/** A crawl in numbers. */
export const CrawlFigures = z.object({
  ...CRAWL_HEADER,
  statuses: z
    .array(
      z.object({
        statusCode: z.int().meta({ description: 'HTTP status.', example: 200 }),
        pages,
      }),
    )
    .meta({ description: 'Pages by what they answer.' }),
  grades: z
    .array(
      z.object({
        grade: z.enum(AUDIT_GRADES).meta({ description: 'Of the audit.', example: 'A' }),
        pages,
      }),
    )
    .meta({ description: 'Pages that answer 200, by their audit.' }),
  depths: z
    .array(
      z.object({
        depth: count.nullable().meta({
          description: 'Clicks from the start page; null: no way leads there.',
          example: 2,
        }),
        pages,
      }),
    )
    .meta({ description: 'Pages by how far they are, null last.' }),
})

/** The link graph as it is drawn. */
export const CrawlGraph = z.object({
  ...CRAWL_HEADER,
  totalPages: count.meta({ description: 'Pages that the graph knows.', example: 87 }),
  pages: z
    .array(
      z.object({
        url: z
          .string()
          .meta({ description: 'Its address.', example: 'https://www.example.com/trees' }),
        statusCode: z.int().meta({ description: 'HTTP status.', example: 200 }),
        inlinks: count.meta({ description: 'Pages that link to it.', example: 41 }),
        outlinks: count.meta({ description: 'Addresses that it links to.', example: 18 }),
        depth: count.nullable().meta({ description: 'Clicks from the start page.', example: 1 }),
        pageRank: z.number().meta({ description: '0 to 100.', example: 47.31 }),
      }),
    )
    .meta({ description: 'The highest pageRank first, up to limit.' }),
  links: z.array(z.tuple([count, count])).meta({
    description: 'From one page to another, by their places in pages, from 0.',
    example: [
      [0, 1],
      [1, 0],
    ],
  }),
  truncated: z.boolean().meta({
    description: 'There are more than 20,000 links among these pages.',
    example: false,
  }),
})
