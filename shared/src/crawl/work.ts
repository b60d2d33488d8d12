import { z } from 'zod'
import { AuditResult } from '../analyses/audit.ts'
import type { CrawlLink } from './link.ts'
import {
  LINK_AREAS,
  LINK_IS_IMAGE,
  LINK_IS_REDIRECT,
  LINK_NOFOLLOW,
  MAX_ANCHOR_CHARACTERS,
  MAX_PAGE_IMAGES,
  MAX_PAGE_LINKS,
} from './link.ts'
import { MAX_CRAWL_URL } from './settings.ts'
import { ShortAudit } from './short-audit.ts'

/** Addresses that an agent gets at once. Source: analyses design, section 4 */
export const MAX_BATCH_URLS = 50
/** Addresses that are taken from a site's sitemaps. */
export const MAX_SITEMAP_URLS = 100_000

const Address = z.string().max(MAX_CRAWL_URL)
const sentence = z.string().max(1_000)
/** Stands in a header: nothing in it may begin another. null for Sightline's own. */
const UserAgent = z
  .string()
  .regex(/^[\x20-\x7e]{1,1000}$/)
  .nullable()
const PageUrl = z.url({ protocol: /^https?$/ }).max(MAX_CRAWL_URL)

/** robots.txt of one origin, as an agent found it. */
export const CrawlRobots = z.object({
  /** null where no answer came. */
  statusCode: z.int().nullable(),
  contentType: z.string().max(1_000).nullable(),
  /** null where the answer was not 2xx. */
  text: z
    .string()
    .max(1024 * 1024)
    .nullable(),
  /** Why there is no answer; null when there is. A loop of redirects counts as "not there". */
  failure: z.object({ cause: z.string().max(100), message: sentence }).nullable(),
  /** What it asks of the crawler's user agent; null where it asks for nothing. */
  crawlDelaySeconds: z.number().min(0).nullable(),
  /** Why nothing may be fetched, where the file cannot be had; null where its rules decide. */
  refusal: sentence.nullable(),
})
export type CrawlRobots = z.output<typeof CrawlRobots>

/** What an agent is sent to find out where a crawl begins. */
export const CrawlOpeningInput = z.object({
  /** Normalised. */
  url: z.url({ protocol: /^https?$/ }).max(16_384),
  /** Asked for without a scheme: http is tried when https cannot be reached. */
  isBare: z.boolean(),
  userAgent: UserAgent,
  respectRobots: z.boolean(),
  dropTracking: z.boolean(),
  /** Whether sitemaps are read. */
  includeSitemap: z.boolean(),
})
export type CrawlOpeningInput = z.output<typeof CrawlOpeningInput>

/** Where a crawl begins. The addresses of its sitemaps come as lines in the bytes beside this, each once, as
 *  `crawlUrl` writes them, in the order of the files. */
export const CrawlOpening = z.object({
  /** After redirects, as `crawlUrl` writes it. */
  startUrl: PageUrl,
  robots: CrawlRobots,
  /** What could not be read of the sitemaps, as sentences. */
  sitemapErrors: z.array(sentence).max(100),
  /** Files that were read. */
  sitemapFiles: z.int().min(0),
  /** Not all that the sitemaps name is known. Agents of earlier versions do not say. */
  sitemapsCut: z.boolean().optional(),
  /** They name versions in other languages (hreflang). Agents of earlier versions do not say. */
  sitemapAlternates: z.boolean().optional(),
})
export type CrawlOpening = z.output<typeof CrawlOpening>

/** One address of a batch. */
export const BatchUrl = z.object({
  /** What the answer names it by. */
  id: z.int().min(0),
  /** As `crawlUrl` writes it. */
  url: PageUrl,
  /** Of another site: only whether it answers is asked. */
  isExternal: z.boolean(),
  /** A file of the site: only whether it answers is asked, where its robots.txt allows. Agents of earlier versions fetch
   *  it as a page, which nothing is kept of but its status. */
  isFile: z.boolean().optional(),
})

/** What an agent is sent to fetch some addresses of one origin, or some of other sites. */
export const CrawlBatchInput = z.object({
  urls: z.array(BatchUrl).min(1).max(MAX_BATCH_URLS),
  /** Of the origin; null: not known yet, and the answer tells it. Not asked for external addresses. */
  robots: CrawlRobots.nullable(),
  respectRobots: z.boolean(),
  render: z.boolean(),
  dropTracking: z.boolean(),
  /** Records name the images that pages show. Controllers of earlier versions do not ask, and agents of earlier versions
   *  do not answer. */
  withImages: z.boolean().optional(),
  userAgent: UserAgent,
  /** What `auditWordsDigest` says of the controller: audits come short where the agent says the same. Controllers of
   *  earlier versions send none. */
  auditWords: z.string().max(100).nullish(),
  /** From the agent's receiving it to the first request. */
  startAfterMs: z.number().min(0),
  /** Between the beginnings of two requests; 0 for none. */
  intervalMs: z.number().min(0),
  /** Requests under way at once. */
  parallel: z.int().min(1).max(20),
})
export type CrawlBatchInput = z.output<typeof CrawlBatchInput>

/** What came of a batch beside its records, which come in the bytes: a line of JSON each. */
export const CrawlBatchOutput = z.object({
  /** Where it was not sent; null else. */
  robots: CrawlRobots.nullable(),
})
export type CrawlBatchOutput = z.output<typeof CrawlBatchOutput>

const MAX_FLAGS = LINK_NOFOLLOW | LINK_IS_IMAGE | LINK_IS_REDIRECT

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length <= max

const isPlace = (value: unknown, last: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= last

function isCrawlLink(link: unknown): boolean {
  if (!Array.isArray(link) || link.length !== 4) return false
  const [url, flags, area, text]: readonly unknown[] = link
  const isPlaced = isPlace(flags, MAX_FLAGS) && isPlace(area, LINK_AREAS.length - 1)
  return isPlaced && isText(url, MAX_CRAWL_URL) && isText(text, MAX_ANCHOR_CHARACTERS)
}

/** Looked at by hand: a schema for each of them made a fifth of all the garbage of a controller that crawls. */
const CrawlLinks = z.custom<CrawlLink[]>(
  (links) => Array.isArray(links) && links.length <= MAX_PAGE_LINKS && links.every(isCrawlLink),
)

/** By hand as the links. */
const CrawlImages = z.custom<string[]>(
  (images) =>
    Array.isArray(images) &&
    images.length <= MAX_PAGE_IMAGES &&
    images.every((url) => isText(url, MAX_CRAWL_URL)),
)

/** What a page says of itself that its audit does not tell whole, for what is asked of the site. */
export const CrawlFacts = z.object({
  /** As `crawlUrl` writes it; null where the page states none, or what is no address. Where it stands outside of the
   *  head it states none. */
  canonical: Address.nullable(),
  /** Where it leads at once by itself, as `crawlUrl` writes it; absent where it does not. */
  refresh: Address.optional(),
  /** For Googlebot, from meta elements and headers. */
  noindex: z.boolean(),
  nofollow: z.boolean(),
  /** hreflang and address of each alternate. */
  alternates: z.array(z.tuple([z.string().max(100), Address])).max(200),
  lang: z.string().max(100),
  /** SimHash over shingles of three words of the visible text, 16 hex digits; null with fewer than 50 words. */
  simHash: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable(),
})
export type CrawlFacts = z.output<typeof CrawlFacts>

/** What an address turned out to be.
 *  - page: an answer of the type HTML, any status but a redirect
 *  - redirect: an answer that leads elsewhere
 *  - other: an answer of another type
 *  - failed: no usable answer
 *  - blocked: robots.txt forbids it; it was not asked for
 *  - forbidden: it leads to where nothing may be fetched
 *  - again: the host asks for patience (429, 503), or could not be reached: worth another try */
export const CRAWL_OUTCOMES = [
  'page',
  'redirect',
  'other',
  'failed',
  'blocked',
  'forbidden',
  'again',
] as const
export type CrawlOutcome = (typeof CRAWL_OUTCOMES)[number]

/** What came of one address. An audit is there for pages and redirects, in one of two forms. */
export const CrawlRecord = z.object({
  id: z.int().min(0),
  outcome: z.enum(CRAWL_OUTCOMES),
  /** null where no answer came. */
  statusCode: z.int().min(100).max(999).nullable(),
  contentType: z.string().max(200).nullable(),
  /** To the last byte; null where no answer came. */
  ms: z.number().min(0).nullable(),
  /** Of the body as it was sent. */
  bytes: z.int().min(0),
  /** Retry-After, where it was sent. */
  retryAfterMs: z.number().min(0).nullable(),
  /** Why there is no page, a sentence; null when there is. */
  error: sentence.nullable(),
  audit: AuditResult.nullable(),
  /** In place of the audit. */
  shortAudit: ShortAudit.nullish(),
  facts: CrawlFacts.nullable(),
  links: CrawlLinks,
  /** Images that the page shows, each address once, as `crawlUrl` writes it, in the order of the page; absent where nobody
   *  asked. */
  images: CrawlImages.optional(),
})
export type CrawlRecord = z.output<typeof CrawlRecord>
