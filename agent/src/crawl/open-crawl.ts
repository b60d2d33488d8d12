import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { CrawlOpening, CrawlOpeningInput } from '@sightline/shared/crawl/work'
import { MAX_CRAWL_URL } from '@sightline/shared/crawl/settings'
import { MAX_SITEMAP_URLS } from '@sightline/shared/crawl/work'
import { enterGate } from '../bounds/enter-gate.ts'
import type { FoundSitemap, SitemapFindings } from '../gather/artifacts.ts'
import { fetchTarget } from '../gather/fetch-target.ts'
import { refusalOf } from '../gather/page.ts'
import { findSitemaps } from '../gather/sitemaps.ts'
import type { Page } from '../http/page.ts'
import { hostOf } from '../net/target-host.ts'
import { printable } from '../outcome/printable.ts'
import { WithBytes, WorkRefusal } from '../outcome/work.ts'
import type { RobotsFile } from '../robots/robots-file.ts'
import { fetchCrawlRobots } from './crawl-robots.ts'
import type { CrawlTools } from './crawl-tools.ts'
import { fetchAs, productToken } from './user-agent.ts'

/** As much of the start page as is looked at for a link to a sitemap. */
const START_BYTES = 256 * 1024
/** After that no sitemap is begun: the whole is answered within 90 s. */
const SITEMAPS_MS = 50_000
const MAX_ERRORS = 100
const MAX_ERROR = 900

type Needed = Pick<CrawlTools, 'fetch' | 'run' | 'limits'>

async function startPage(
  { url, isBare }: CrawlOpeningInput,
  { fetch }: Needed,
  signal: AbortSignal,
): Promise<Page> {
  const context = { target: { url, isBare }, fetch, signal }
  const asked = { url: new URL(url), maxBodyBytes: START_BYTES }
  const fetched = await fetchTarget(asked, context)
  if (!fetched.ok) throw refusalOf(fetched, 'crawled')
  return fetched.page
}

function errorsOf({ url, problem, content }: FoundSitemap): string[] {
  const said = problem === null ? (content?.errors ?? []) : [problem]
  return said.map((sentence) => `${url}: ${sentence}`)
}

/** What sitemaps told. */
interface ReadSitemaps {
  readonly lines: Uint8Array
  readonly errors: readonly string[]
  readonly files: number
  /** Not all that they name is known. */
  readonly isCut: boolean
  /** They name versions in other languages. */
  readonly hasAlternates: boolean
}

const NO_SITEMAPS: ReadSitemaps = {
  lines: new Uint8Array(),
  errors: [],
  files: 0,
  isCut: false,
  hasAlternates: false,
}

/** What a file is answered with that is not there: it names nothing. */
const GONE = new Set([404, 410])

/** Whether a file names more than is known. What is no sitemap names nothing. */
function isUnread({ problem, statusCode, content }: FoundSitemap): boolean {
  if (content !== null) return content.type !== null && !content.isWhole
  return problem !== null && statusCode !== 200 && !GONE.has(statusCode ?? 0)
}

async function joinAddresses(
  { files, errors, isCut }: SitemapFindings,
  { run }: Needed,
  signal: AbortSignal,
): Promise<ReadSitemaps> {
  const lists = files.flatMap(({ content }) => content?.addresses ?? [])
  const bytes = lists.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const transfer = lists.map(({ buffer }) => buffer as ArrayBuffer)
  const input = { lists, max: MAX_SITEMAP_URLS }
  const { lines, total } = await run('joinSitemapLists', input, { signal, bytes, transfer })
  const max = MAX_SITEMAP_URLS.toLocaleString('en')
  const cut = `The sitemaps name ${total.toLocaleString('en')} addresses; the first ${max} are taken.`
  return {
    lines,
    errors: [
      ...(total > MAX_SITEMAP_URLS ? [cut] : []),
      ...errors,
      ...files.flatMap((file) => errorsOf(file)),
    ],
    files: files.filter(({ content }) => (content?.type ?? null) !== null).length,
    isCut: isCut || total > MAX_SITEMAP_URLS || files.some(isUnread),
    hasAlternates: files.some(({ content }) => (content?.figures.withHreflang ?? 0) > 0),
  }
}

async function readSitemaps(
  siteUrl: string,
  found: { readonly file: RobotsFile; readonly page: Page; readonly dropTracking: boolean },
  needed: Needed,
  signal: AbortSignal,
): Promise<ReadSitemaps> {
  const { file, page, dropTracking } = found
  const time = { beganAtMs: performance.now(), withinMs: SITEMAPS_MS }
  const site = { siteUrl, robots: file, page: () => Promise.resolve(page), time }
  const { fetch, run } = needed
  const findings = await findSitemaps(site, { fetch, run, signal, list: { dropTracking } })
  return joinAddresses(findings, needed, signal)
}

/** Finds out where a crawl begins: the address after its redirects, what robots.txt says there, and what its
 *  sitemaps name.
 *  @throws WorkRefusal where there is no start */
export async function openCrawl(
  input: CrawlOpeningInput,
  tools: CrawlTools,
  signal: AbortSignal,
): Promise<WithBytes> {
  const { userAgent, dropTracking, respectRobots, includeSitemap } = input
  const needed: Needed = { ...tools, fetch: fetchAs(userAgent, tools.fetch) }
  const leave = await enterGate(tools.lanes.crawl, hostOf(input.url), signal)
  try {
    const page = await startPage(input, needed, signal)
    const startUrl = crawlUrl(page.url, dropTracking)
    if (startUrl === null) {
      const limit = MAX_CRAWL_URL.toLocaleString('en')
      const message = `The address is longer than ${limit} characters, so it cannot be crawled.`
      throw new WorkRefusal('upstreamFailed', message)
    }
    const token = productToken(userAgent)
    const { robots, file } = await fetchCrawlRobots(startUrl, token, needed, signal)
    const mayRead = includeSitemap && !(respectRobots && robots.refusal !== null)
    const found = { file, page, dropTracking }
    const read = mayRead ? await readSitemaps(startUrl, found, needed, signal) : NO_SITEMAPS
    const opening: CrawlOpening = {
      startUrl,
      robots,
      sitemapErrors: read.errors
        .slice(0, MAX_ERRORS)
        .map((sentence) => printable(sentence, MAX_ERROR)),
      sitemapFiles: read.files,
      sitemapsCut: read.isCut,
      sitemapAlternates: read.hasAlternates,
    }
    return new WithBytes(opening, read.lines)
  } finally {
    leave()
  }
}
