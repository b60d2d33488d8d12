import { MAX_PATH_GLOBS } from '@sightline/shared/crawl/settings'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import { pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

export const CRAWL_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

const count = z.int().min(0)

/** What every answer about a crawl begins with. Source: contract, "Crawl job header"; decisions, section 5 */
export const CRAWL_HEADER = {
  jobId: z.string().meta({ description: 'Id of the crawl.', example: 'crw_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  startUrl: z.string().meta({
    description: 'Where the crawl began, after redirects; as asked until it begins.',
    example: 'https://www.example.com/',
  }),
  host: z.string().meta({ description: 'Host of the crawl.', example: 'www.example.com' }),
  status: z.enum(CRAWL_STATUSES).meta({
    description:
      'queued: it waits for an agent; failed: the site could not be crawled, or not to its end (error says why).',
    example: 'done',
  }),
  maxPages: count.meta({ description: 'Most pages of the crawl.', example: 100 }),
  createdAt: IsoTime.meta({
    description: 'When it was asked for.',
    example: '2026-02-01T12:00:00.000Z',
  }),
  finishedAt: IsoTime.nullable().meta({
    description: 'When it ended; null until then.',
    example: '2026-02-01T12:00:21.480Z',
  }),
  pagesCrawled: count.meta({ description: 'Pages that are there so far.', example: 87 }),
  pagesQueued: count.meta({
    description: 'Addresses that were found and wait to be crawled, as far as is known.',
    example: 0,
  }),
  complete: z.boolean().meta({
    description:
      'Every page that could be found is there: neither the cap nor a cancel cut it short. Addresses of which there were too many alike are left out all the same, and told as the issue tooManyAlike. false until it ends.',
    example: true,
  }),
  error: z.string().nullable().meta({
    description: 'Why it failed, a sentence; null when it did not.',
    example: null,
  }),
} as const

export const CrawlHeader = z.object(CRAWL_HEADER).meta({ id: 'CrawlHeader' })

/** A number that is a whole one from 1 on. */
const pages = z.int().min(1).max(10_000_000)

const glob = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[/*]/, 'must begin with "/" or "*", such as "/blog/**"')

/** Names a program to servers; nothing else may stand in a header. */
const userAgent = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')

/** What people decide of a crawl beside its address, without defaults. */
export const CRAWL_FIELDS = {
  maxPages: pages.meta({
    description: 'Most pages that are crawled. Default 100; the plan has a limit.',
    example: 100,
  }),
  maxDepth: z.int().min(0).max(1_000).nullable().meta({
    description:
      'Clicks from the start page that are followed; 0 is the start page alone. Default null: no limit.',
    example: null,
  }),
  respectRobots: z.boolean().meta({
    description:
      'Keep to robots.txt, its Crawl-delay too (up to 10 seconds). Default true; for sites that are your own it may be false.',
    example: true,
  }),
  includeSitemap: z.boolean().meta({
    description:
      'Crawl addresses that only sitemaps name, after all that links lead to. Default true.',
    example: true,
  }),
  render: z.boolean().meta({
    description:
      'Run the scripts of pages that have hardly any text without them, in a browser. Default false.',
    example: false,
  }),
  includeSubdomains: z.boolean().meta({
    description: 'Hosts below that of the start page belong to the site too. Default false.',
    example: false,
  }),
  followNofollow: z.boolean().meta({
    description: 'Follow links that say nofollow like all others. Default false.',
    example: false,
  }),
  dropTracking: z.boolean().meta({
    description:
      'Leave out parameters of addresses that only tell where visitors came from (utm_source, gclid and such). Default false.',
    example: false,
  }),
  checkExternal: z.boolean().meta({
    description:
      'Ask whether the addresses of other sites that pages link to answer, up to 10,000 of them. Default false.',
    example: false,
  }),
  checkImages: z.boolean().meta({
    description:
      'Ask whether the images that pages show are there: of the site, with the files that pages link to as many as "maxPages", and with "checkExternal" those of other sites. Default false.',
    example: false,
  }),
  include: z
    .array(glob)
    .max(MAX_PATH_GLOBS)
    .meta({
      description:
        'Only addresses whose path matches one of these are crawled, and the start page. "*" stands for anything within a segment of the path, "**" for anything across segments; one that holds a "?" is matched with the query too. Default: all.',
      example: ['/blog/**'],
    }),
  exclude: z
    .array(glob)
    .max(MAX_PATH_GLOBS)
    .meta({
      description: 'Addresses whose path matches one of these are not crawled.',
      example: ['/cart/**', '/**?*sort=*'],
    }),
  userAgent: userAgent.nullable().meta({
    description:
      'What the crawler calls itself; its first word is what robots.txt is read for. Default null: Sightline.',
    example: null,
  }),
  maxRequestsPerSecond: z.number().positive().max(1_000).nullable().meta({
    description:
      'Requests to one host in a second, over all crawls and agents. Default null: 5. At most 20; up to 1,000 for hosts whose addresses the operator opened with SIGHTLINE_ALLOW_PRIVATE_TARGETS.',
    example: 5,
  }),
} as const

/** What is asked for with POST /crawl. Source: decisions, section 5 */
export const CrawlCreation = z.strictObject({
  url: z.string().trim().min(1).max(16_384).meta({
    description:
      'Where to begin: an http or https address, or a bare host (https, then http if https cannot be reached). Redirects are followed; the site is that of where they end, with and without "www.", over http and https.',
    example: 'https://example.com/',
  }),
  region: RegionCode.optional().meta({
    description: 'Location to crawl from. Default: the nearest that can, as for one-URL analyses.',
  }),
  maxPages: CRAWL_FIELDS.maxPages.default(100),
  maxDepth: CRAWL_FIELDS.maxDepth.default(null),
  respectRobots: CRAWL_FIELDS.respectRobots.default(true),
  includeSitemap: CRAWL_FIELDS.includeSitemap.default(true),
  render: CRAWL_FIELDS.render.default(false),
  includeSubdomains: CRAWL_FIELDS.includeSubdomains.default(false),
  followNofollow: CRAWL_FIELDS.followNofollow.default(false),
  dropTracking: CRAWL_FIELDS.dropTracking.default(false),
  checkExternal: CRAWL_FIELDS.checkExternal.default(false),
  checkImages: CRAWL_FIELDS.checkImages.default(false),
  include: CRAWL_FIELDS.include.default([]),
  exclude: CRAWL_FIELDS.exclude.default([]),
  userAgent: CRAWL_FIELDS.userAgent.default(null),
  maxRequestsPerSecond: CRAWL_FIELDS.maxRequestsPerSecond.default(null),
})

/** How a crawl goes, complete: nothing is left out because it is the default. */
export const CrawlSettings = z.object({
  ...CRAWL_FIELDS,
  include: CRAWL_FIELDS.include.meta({ example: [] }),
})

/** A crawl with all that was decided of it. */
export const CrawlJob = z
  .object({
    ...CRAWL_HEADER,
    startedAt: IsoTime.nullable().meta({
      description: 'When it began; null until then.',
      example: '2026-02-01T12:00:00.310Z',
    }),
    region: z.string().meta({ description: 'Location it is crawled from.', example: 'eu-west' }),
    score: z.number().min(0).max(100).nullable().meta({
      description:
        'What pages that answer 200 score on average, of all that were there when graph and issues were made last; null before, without any, and of crawls that ended before scores were kept.',
      example: 84.2,
    }),
    settings: CrawlSettings.meta({ description: 'How it crawls, complete.' }),
    sitemaps: z
      .object({
        files: count.meta({ description: 'Sitemaps that were read.', example: 1 }),
        errors: z.array(z.string()).meta({
          description: 'What could not be read of them, sentences.',
          example: [],
        }),
      })
      .meta({ description: 'What came of the sitemaps.' }),
  })
  .meta({ id: 'CrawlJob' })

export const CrawlList = z
  .object({
    ...pageOf('All there are.'),
    jobs: z.array(CrawlJob).meta({ description: 'The latest first.' }),
  })
  .meta({ id: 'CrawlList' })

/** The id of a crawl in a path. Any text will do: what is no id is no crawl's, 404. */
export const CrawlPath = z.object({
  jobId: z.string().meta({ description: 'Id of the crawl.', example: 'crw_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})
