import { z } from 'zod'

/** Longest address that is crawled, in characters. Source: analyses design, section 4 */
export const MAX_CRAWL_URL = 2_000
/** Globs in `include` and in `exclude`. */
export const MAX_PATH_GLOBS = 50

/** How a site is crawled: what people decide, complete. Source: decisions, section 5 */
export const CrawlSettings = z.object({
  maxPages: z.int().min(1),
  /** Clicks from the start page that are followed; null without limit. */
  maxDepth: z.int().min(0).nullable(),
  respectRobots: z.boolean(),
  includeSitemap: z.boolean(),
  /** Pages are read after their scripts ran. */
  render: z.boolean(),
  /** Hosts below the start page's registered domain belong to the site too. */
  includeSubdomains: z.boolean(),
  /** Links that say nofollow are followed like the others. */
  followNofollow: z.boolean(),
  /** Parameters that only tell where a visitor came from (utm_source and such) are left out of addresses. */
  dropTracking: z.boolean(),
  /** Addresses of other sites are asked whether they answer. */
  checkExternal: z.boolean(),
  /** Images that pages show are asked for: those of the site, and with `checkExternal` the others. */
  checkImages: z.boolean(),
  /** Path globs; with some, only what matches one is crawled. */
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  /** null for Sightline's own. */
  userAgent: z.string().nullable(),
  /** Of one host; null for what is polite. */
  maxRequestsPerSecond: z.number().positive().nullable(),
})
export type CrawlSettings = z.output<typeof CrawlSettings>
