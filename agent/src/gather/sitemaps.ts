import { isHtml } from '../page/is-html.ts'
import { scanTags } from '../page/scan-tags.ts'
import { sitemapLinesOf } from '../robots/sitemap-lines.ts'
import { WorkRefusal } from '../run/work.ts'
import type { SitemapLimits } from '../sitemap/sitemap-file.ts'
import { PROTOCOL_LIMITS } from '../sitemap/sitemap-file.ts'
import type { FoundSitemap, RobotsFile, SitemapFindings } from './artifacts.ts'
import type { GatherContext, Gatherer } from './gatherer.ts'

const MAX_FILES = 50
/** An index, what it names, and what an index among those names. */
const MAX_DEPTH = 3
const MAX_URLS = 200_000
/** Unpacked, of all files together. */
const MAX_TOTAL_BYTES = 200 * 1024 * 1024
const PARALLEL = 3
/** After that no file is begun, so that what was read is told in time; the robots.txt is part of it. */
const BEGIN_WITHIN_MS = 18_000
const FILE_TIMEOUT_MS = 8_000
/** Lines of a robots.txt that are looked at, to tell how many files are left out. */
const MAX_NAMED = 1_000
/** How much of a page is looked at for a link to a sitemap. */
const SCANNED_BYTES = 256 * 1024

const LIMITS: SitemapLimits = {
  ...PROTOCOL_LIMITS,
  keptEntries: 500,
  keptChildren: MAX_FILES,
  runMs: 6_000,
}

/** Where sitemaps usually are, the likeliest first. */
const USUAL_PLACES = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/sitemap.txt',
] as const

type Place = Pick<FoundSitemap, 'url' | 'parent' | 'lastmod'>

const root = (url: string): Place => ({ url, parent: null, lastmod: null })

/** Reads one file after its redirects. */
async function readFile(
  place: Place,
  homes: readonly string[],
  { fetch, run, signal: whole }: Pick<GatherContext, 'fetch' | 'run' | 'signal'>,
): Promise<FoundSitemap> {
  const signal = AbortSignal.any([whole, AbortSignal.timeout(FILE_TIMEOUT_MS)])
  const request = {
    url: new URL(place.url),
    // One more tells that there is more.
    maxBodyBytes: LIMITS.bytes + 1,
    followRedirects: 5,
    headers: { accept: 'application/xml, text/xml, application/gzip, text/plain, */*;q=0.5' },
  }
  const fetched = await fetch(request, signal)
  const without = { ...place, statusCode: null, content: null }
  if (!fetched.ok) {
    const statusCode = fetched.hops.at(-1)?.statusCode ?? null
    return { ...without, statusCode, problem: fetched.failure.message }
  }
  const { statusCode, body, url } = fetched.page
  if (statusCode !== 200) {
    return { ...without, statusCode, problem: `It answers with status ${statusCode}.` }
  }
  // Whatever its type says: many servers call everything HTML. XML may begin with a comment as well.
  const beginning = Buffer.from(body.subarray(0, 1_024)).toString('latin1')
  if (!/^\s*<!--/.test(beginning) && isHtml(null, beginning)) {
    return { ...without, statusCode, problem: 'It is an HTML page, no sitemap.' }
  }
  const input = { body, site: { url, homes }, limits: LIMITS }
  const transfer = [body.buffer as ArrayBuffer]
  try {
    const content = await run('readSitemap', input, { signal, bytes: body.byteLength, transfer })
    return { ...place, statusCode, problem: null, content }
  } catch (error) {
    if (!(error instanceof WorkRefusal)) throw error
    return { ...without, statusCode, problem: error.message }
  }
}

/** Reads files and those they name, level by level. */
function createWalk(homes: readonly string[], beganAtMs: number, context: GatherContext) {
  const files: FoundSitemap[] = []
  const errors: string[] = []
  const seen = new Set<string>()
  let addresses = 0
  let bytes = 0
  let begun = 0

  /** Why no more is read; null while more may be. */
  function full(): string | null {
    if (begun >= MAX_FILES) return `${MAX_FILES} files`
    if (addresses >= MAX_URLS) return `${MAX_URLS.toLocaleString('en')} addresses`
    if (bytes >= MAX_TOTAL_BYTES) return `${MAX_TOTAL_BYTES / 1024 / 1024} MB`
    if (performance.now() - beganAtMs > BEGIN_WITHIN_MS) return `${BEGIN_WITHIN_MS / 1_000} s`
    return null
  }

  /** A few at a time; in the order of the places. */
  async function readLevel(places: readonly Place[]): Promise<FoundSitemap[]> {
    const found: FoundSitemap[] = []
    let next = 0
    async function readOn(): Promise<void> {
      for (;;) {
        const at = next
        const place = places[at]
        if (place === undefined || full() !== null) return
        next += 1
        begun += 1
        const file = await readFile(place, homes, context)
        found[at] = file
        bytes += file.content?.bytes ?? 0
        if (file.content !== null && file.content.type !== 'index')
          addresses += file.content.urlCount
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, readOn))
    const left = places.length - next
    if (left > 0) errors.push(`Files that were not read: ${left}; the limit is ${full()}.`)
    return found
  }

  const unseen = ({ url }: Place): boolean => !seen.has(url) && seen.add(url).has(url)

  function childrenOf({ url, content }: FoundSitemap): Place[] {
    const { children = [], urlCount = 0 } = content ?? {}
    const more = urlCount - children.length
    if (content?.type === 'index' && more > 0) {
      errors.push(`${url} names ${urlCount} files; the last ${more} were not read.`)
    }
    return children.map((child) => ({ ...child, parent: url })).filter(unseen)
  }

  /** What is at a guessed place and is no sitemap is only told where it may have been meant as one. */
  function isWorthTelling({ url, parent, content }: FoundSitemap): boolean {
    if (parent !== null || (content !== null && content.type !== null)) return true
    const [problem] = content?.errors ?? []
    if (problem !== undefined) errors.push(`${url} answers, but is no sitemap: ${problem}`)
    return false
  }

  /** @param isGuess nobody named these places
   *  @returns whether one of them is a sitemap */
  async function walk(urls: readonly string[], isGuess = false): Promise<boolean> {
    let level = urls.map(root).filter(unseen)
    let isFound = false
    for (let depth = 1; level.length > 0; depth += 1) {
      if (depth > MAX_DEPTH) {
        const [first] = level
        errors.push(
          `Indexes are nested more than ${MAX_DEPTH} deep: ${first?.url} and its like were not read.`,
        )
        break
      }
      const read = await readLevel(level)
      isFound ||= read.some(({ content }) => (content?.type ?? null) !== null)
      files.push(...(isGuess ? read.filter(isWorthTelling) : read))
      level = read.flatMap(childrenOf)
    }
    return isFound
  }

  return { files, errors, walk }
}

/** The robots.txt of the site, or why it cannot be had: sitemaps may be there all the same.
 *  @throws WorkRefusal where the site does not even give its page */
async function robotsOfSite(get: GatherContext['get']): Promise<RobotsFile | WorkRefusal> {
  try {
    return await get('siteRobots')
  } catch (error) {
    if (!(error instanceof WorkRefusal) || error.code !== 'upstreamFailed') throw error
    await get('page')
    return error
  }
}

/** Addresses that a page's head names as its sitemaps. */
async function linksOfPage(get: GatherContext['get']): Promise<readonly string[]> {
  try {
    const { url, body } = await get('page')
    const html = new TextDecoder().decode(body.subarray(0, SCANNED_BYTES))
    const links = new Set<string>()
    for (const { name, attributes } of scanTags(html)) {
      if (name !== 'link' || !/(?:^|\s)sitemap(?:\s|$)/i.test(attributes.get('rel') ?? '')) continue
      const link = URL.parse(attributes.get('href') ?? '', url)
      if (link !== null && /^https?:$/.test(link.protocol)) links.add(link.href)
      if (links.size >= MAX_FILES) break
    }
    return [...links]
  } catch (error) {
    // The page may be gone, or forbidden: the site may have sitemaps all the same.
    if (error instanceof WorkRefusal) return []
    throw error
  }
}

/** Sitemaps of the site that was asked for: those robots.txt names, else the first one that is at a usual
 *  place, else those the page links to.
 *  @throws WorkRefusal where nothing of the site answers, or its robots.txt leads to where nothing may be
 *    fetched
 *  Source: analyses design, "sitemap" (order and limits) */
export const gatherSitemaps: Gatherer<'sitemaps'> = async (context) => {
  const { target, get } = context
  const beganAtMs = performance.now()
  const robots = await robotsOfSite(get)
  const isRead = !(robots instanceof WorkRefusal)
  // A bare host may have been asked over http.
  const site = new URL(isRead ? robots.url : target.url)
  const homes = isRead ? [target.url, robots.fetchedUrl] : [target.url]
  const { files, errors, walk } = createWalk(homes, beganAtMs, context)
  const findings = (source: SitemapFindings['source']): SitemapFindings => {
    return { siteUrl: target.url, source, files, errors }
  }
  if (!isRead) errors.push(`robots.txt could not be read: ${robots.message}`)
  const named = isRead ? sitemapLinesOf(robots.text ?? '', MAX_NAMED) : []
  if (await walk(named)) return findings('robots')
  for (const path of USUAL_PLACES) {
    if (await walk([new URL(path, site).href], true)) return findings('default')
  }
  if (await walk(await linksOfPage(get))) return findings('link')
  const places = USUAL_PLACES.join(', ')
  errors.push(
    `No sitemap was found: robots.txt names none that can be read, and none is at ${places}.`,
  )
  return findings('none')
}
