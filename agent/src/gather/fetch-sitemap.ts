import { MAX_SITEMAP_FILES, MAX_SITEMAP_URLS } from '@sightline/shared/analyses/sitemap'
import { isHtml } from '../page/is-html.ts'
import { WorkRefusal } from '../run/work.ts'
import type { SitemapFile, SitemapLimits } from '../sitemap/sitemap-file.ts'
import { PROTOCOL_LIMITS } from '../sitemap/sitemap-file.ts'
import type { FoundSitemap, Page } from './artifacts.ts'
import type { FetchRequest } from './client.ts'
import type { GatherContext } from './gatherer.ts'

const FILE_TIMEOUT_MS = 8_000
const MAX_REDIRECTS = 5
/** How much of a body tells that it is an HTML page. */
const SNIFFED_BYTES = 1_024

const LIMITS: SitemapLimits = {
  ...PROTOCOL_LIMITS,
  keptEntries: MAX_SITEMAP_URLS,
  keptChildren: MAX_SITEMAP_FILES,
  runMs: 6_000,
}

/** Where a sitemap is said to be. */
export type SitemapPlace = Pick<FoundSitemap, 'url' | 'parent' | 'lastmod'>

type Tools = Pick<GatherContext, 'fetch' | 'run' | 'signal'>

function requestOf(place: SitemapPlace): FetchRequest {
  const url = new URL(place.url)
  url.username = ''
  url.password = ''
  url.hash = ''
  return {
    url,
    // One more tells that there is more.
    maxBodyBytes: LIMITS.bytes + 1,
    followRedirects: MAX_REDIRECTS,
    headers: { accept: 'application/xml, text/xml, application/gzip, text/plain, */*;q=0.5' },
  }
}

/** Whatever its type says: many servers call everything HTML. What begins with a comment may be either. */
function isHtmlPage({ body }: Page): boolean {
  const beginning = Buffer.from(body.subarray(0, SNIFFED_BYTES)).toString('latin1')
  return !/^\s*<!--/.test(beginning) && isHtml(null, beginning)
}

async function readInThread(
  { body, url }: Page,
  homes: readonly string[],
  { run, signal }: Pick<Tools, 'run' | 'signal'>,
): Promise<SitemapFile> {
  const transfer = [body.buffer as ArrayBuffer]
  const input = { body, site: { url, homes }, limits: LIMITS }
  return run('readSitemap', input, { signal, bytes: body.byteLength, transfer })
}

/** Fetches one sitemap after its redirects, and has it read in a thread. What goes wrong is part of what
 *  was found. @param homes addresses of the site */
export async function fetchSitemap(
  place: SitemapPlace,
  homes: readonly string[],
  { fetch, run, signal: whole }: Tools,
): Promise<FoundSitemap> {
  const limit = AbortSignal.timeout(FILE_TIMEOUT_MS)
  const signal = AbortSignal.any([whole, limit])
  const without = (statusCode: number | null, problem: string): FoundSitemap => {
    const isLate = limit.aborted && statusCode === null
    const late = `It did not come within ${FILE_TIMEOUT_MS / 1_000} s.`
    return { ...place, statusCode, problem: isLate ? late : problem, content: null }
  }
  const fetched = await fetch(requestOf(place), signal)
  if (!fetched.ok) {
    return without(fetched.hops.at(-1)?.statusCode ?? null, fetched.failure.message)
  }
  const { page } = fetched
  const { statusCode } = page
  if (statusCode !== 200) return without(statusCode, `It answers with status ${statusCode}.`)
  if (isHtmlPage(page)) return without(statusCode, 'It is an HTML page, no sitemap.')
  try {
    const content = await readInThread(page, homes, { run, signal })
    return { ...place, statusCode, problem: null, content }
  } catch (error) {
    if (error instanceof WorkRefusal) return without(statusCode, error.message)
    throw error
  }
}
