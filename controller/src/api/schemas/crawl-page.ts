import { LINK_AREAS } from '@sightline/shared/crawl/link'
import { z } from 'zod'
import { CRAWL_HEADER } from './crawl-job.ts'
import { CRAWL_PAGE, CrawledAudit } from './crawl-reads.ts'
import { IsoTime } from './time.ts'

const count = z.int().min(0)
const address = z.string().nullable()

const LINK = {
  text: z.string().meta({
    description: 'Text of the first link from the one to the other, or of its image.',
    example: 'Garden trees',
  }),
  area: z.enum(LINK_AREAS).meta({ description: 'Where in the page it stands.', example: 'nav' }),
  nofollow: z.boolean().meta({ description: 'All links from the one to the other say so.' }),
  isImage: z.boolean().meta({ description: 'The link is an image.' }),
  isRedirect: z.boolean().meta({
    description: 'The one address redirects to the other, by its status or at once by a refresh.',
  }),
}

const Inlink = z
  .object({
    url: z
      .string()
      .meta({ description: 'The page that links here.', example: 'https://www.example.com/' }),
    statusCode: z.int().meta({ description: 'HTTP status of that page.', example: 200 }),
    ...LINK,
  })
  .meta({ id: 'CrawlInlink' })

const Outlink = z
  .object({
    url: z.string().meta({
      description: 'The address that is linked to.',
      example: 'https://www.example.com/trees/apple',
    }),
    external: z.boolean().meta({ description: 'It belongs to another site.' }),
    statusCode: z.int().nullable().meta({
      description: 'HTTP status; null where it was not asked for, or gave no answer.',
      example: 200,
    }),
    error: z.string().nullable().meta({ description: 'Why it gave no answer; null else.' }),
    ...LINK,
  })
  .meta({ id: 'CrawlOutlink' })

/** One page of a crawl. */
export const CrawlPage = z.object({
  ...CRAWL_HEADER,
  page: z
    .object({
      ...CRAWL_PAGE,
      inlinks: count.meta({
        description:
          'Pages that link to it. Like outlinks and pageRank, 0 while a crawl runs until the link graph knows the page.',
        example: 41,
      }),
      outlinks: count.meta({ description: 'Addresses of the site that it links to.', example: 18 }),
      pageRank: z
        .number()
        .min(0)
        .max(100)
        .meta({ description: 'As in the link graph.', example: 47.31 }),
      indexable: z.boolean().meta({
        description:
          'Search engines may show it: it answers 200, does not say noindex, names no other address as canonical, and does not lead to one at once by a refresh.',
        example: true,
      }),
      noindex: z.boolean().meta({ description: 'It says noindex, in a meta element or a header.' }),
      nofollow: z.boolean().meta({ description: 'It says so of all its links.' }),
      canonical: address.meta({
        description: 'The canonical address it names; null without one.',
        example: 'https://www.example.com/trees',
      }),
      redirectTo: address.meta({
        description:
          'Where it redirects to, by its status or at once by a refresh; null where it does not.',
      }),
      remark: z.string().nullable().meta({
        description:
          'What could not be read of it: its scripts, links beyond those that are kept of one page, where it redirects to; null when all could.',
      }),
      inSitemap: z
        .boolean()
        .meta({ description: 'A sitemap of the site names it.', example: true }),
      lang: z
        .string()
        .meta({ description: 'Language it says it is in; empty without one.', example: 'en' }),
      hreflang: z
        .array(
          z.object({
            lang: z.string().meta({ description: 'Language, or x-default.', example: 'de' }),
            url: z.string().meta({
              description: 'Address of that version.',
              example: 'https://www.example.com/de/baeume',
            }),
          }),
        )
        .meta({ description: 'Versions of it in other languages that it names.' }),
      responseMs: z
        .number()
        .nullable()
        .meta({ description: 'Until its last byte, in ms.', example: 84 }),
      bytes: count.meta({ description: 'Bytes of its body as they were sent.', example: 20_480 }),
      fetchedAt: IsoTime.meta({
        description: 'When it was stored.',
        example: '2026-02-01T12:00:01.904Z',
      }),
      audit: CrawledAudit,
    })
    .meta({ id: 'CrawlPage' }),
  inlinks: z
    .object({
      total: count.meta({ description: 'All there are.', example: 41 }),
      items: z.array(Inlink).meta({
        description: 'In the order of the crawl, a page each, up to limit; at most 1,000 are kept.',
      }),
    })
    .meta({ description: 'Pages that link to it.' }),
  outlinks: z
    .object({
      total: count.meta({ description: 'All there are.', example: 18 }),
      items: z.array(Outlink).meta({
        description:
          'In the order in which they stand in the page, an address each, up to limit. Those of other sites are there when the crawl checks them (checkExternal).',
      }),
    })
    .meta({ description: 'Addresses that it links to.' }),
})
