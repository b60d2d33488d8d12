import { anySignal } from '@sightline/shared/any-signal'
import { MAX_SITEMAP_FILES, MAX_SITEMAP_URLS } from '@sightline/shared/analyses/sitemap'
import type { KeptConnections } from '../http/kept-connections.ts'
import { isHtml } from '../page/is-html.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { SitemapFile, SitemapLimits } from '../sitemap/sitemap-file.ts'
import { PROTOCOL_LIMITS } from '../sitemap/sitemap-file.ts'
import type { FoundSitemap } from './artifacts.ts'
import type { Page } from '../http/page.ts'
import type { FetchRequest } from '../http/fetch.ts'
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

/** What sitemaps are read with. */
export type SitemapTools = Pick<GatherContext, 'fetch' | 'run' | 'signal'> &
  Pick<SitemapLimits, 'list'>

function requestOf(address: string, connections: KeptConnections | undefined): FetchRequest {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  return {
    url,
    // One more tells that there is more.
    maxBodyBytes: LIMITS.bytes + 1,
    followRedirects: MAX_REDIRECTS,
    headers: { accept: 'application/xml, text/xml, application/gzip, text/plain, */*;q=0.5' },
    ...(connections === undefined ? {} : { connections }),
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
  { run, signal, list }: Pick<SitemapTools, 'run' | 'signal' | 'list'>,
): Promise<SitemapFile> {
  const transfer = [body.buffer as ArrayBuffer]
  const limits = list === undefined ? LIMITS : { ...LIMITS, keptEntries: 0, list }
  const input = { body, site: { url, homes }, limits }
  return run('readSitemap', input, { signal, bytes: body.byteLength, transfer })
}

/** The file at a place, or why there is none, a sentence. */
export type SitemapBody =
  | { readonly page: Page; readonly problem: null }
  /** statusCode: null when no answer came. */
  | { readonly page: null; readonly problem: string; readonly statusCode: number | null }

/** When a file that is asked for now is late. */
const limitOfFile = (): AbortSignal => AbortSignal.timeout(FILE_TIMEOUT_MS)

/** Fetches one file after its redirects. What goes wrong is part of what is given. */
export async function fetchSitemapBody(
  url: string,
  tools: Pick<SitemapTools, 'fetch' | 'signal'> & { readonly connections?: KeptConnections },
  limit = limitOfFile(),
): Promise<SitemapBody> {
  const signal = anySignal([tools.signal, limit])
  const without = (statusCode: number | null, problem: string): SitemapBody => {
    const isLate = limit.aborted && statusCode === null
    const late = `It did not come within ${FILE_TIMEOUT_MS / 1_000} s.`
    return { page: null, statusCode, problem: isLate ? late : problem }
  }
  const fetched = await tools.fetch(requestOf(url, tools.connections), signal)
  if (!fetched.ok) {
    return without(fetched.hops.at(-1)?.statusCode ?? null, fetched.failure.message)
  }
  const { page } = fetched
  const { statusCode } = page
  if (statusCode !== 200) return without(statusCode, `It answers with status ${statusCode}.`)
  if (isHtmlPage(page)) return without(statusCode, 'It is an HTML page, no sitemap.')
  return { page, problem: null }
}

/** Fetches one sitemap, and has it read in a thread. What goes wrong is part of what was found.
 *  @param homes addresses of the site */
export async function fetchSitemap(
  place: SitemapPlace,
  homes: readonly string[],
  tools: SitemapTools,
): Promise<FoundSitemap> {
  const limit = limitOfFile()
  const came = await fetchSitemapBody(place.url, tools, limit)
  if (came.page === null) {
    return { ...place, statusCode: came.statusCode, problem: came.problem, content: null }
  }
  const { page } = came
  const { statusCode } = page
  try {
    const signal = anySignal([tools.signal, limit])
    const content = await readInThread(page, homes, { ...tools, signal })
    return { ...place, statusCode, problem: null, content }
  } catch (error) {
    if (!(error instanceof WorkRefusal)) throw error
    return { ...place, statusCode, problem: error.message, content: null }
  }
}
