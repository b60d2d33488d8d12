import { MAX_SITEMAP_FILES } from '@sightline/shared/analyses/sitemap'
import { counted } from '@sightline/shared/counted'
import { resolveUrl } from '../page/resolve-url.ts'
import { headerText } from '../page/content-type.ts'
import { isXhtml } from '../page/is-html.ts'
import { scanTags } from '../page/scan-tags.ts'
import { sitemapLinesOf } from '../robots/sitemap-lines.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { FoundSitemap, SitemapFindings } from './artifacts.ts'
import type { Page } from '../http/page.ts'
import type { RobotsFile } from '../robots/robots-file.ts'
import type { SitemapPlace, SitemapTools } from './fetch-sitemap.ts'
import { fetchSitemap } from './fetch-sitemap.ts'
import type { GatherContext, Gatherer } from './gatherer.ts'
import {
  MAX_NAMED_SITEMAPS,
  MAX_SITEMAP_ADDRESSES,
  MAX_SITEMAP_BYTES,
  MAX_SITEMAP_DEPTH,
  USUAL_SITEMAPS,
} from './sitemap-places.ts'

const PARALLEL = 3
/** After that no file is begun, so that what was read is told in time; the robots.txt is part of it. */
const BEGIN_WITHIN_MS = 18_000
/** How much of a page is looked at for a link to a sitemap. */
const SCANNED_BYTES = 256 * 1024

/** An answer with one of these says that there is no sitemap; with 200 it is a page. */
const SAYS_NO: ReadonlySet<number> = new Set([200, 204, 400, 404, 410])

const root = (url: string): SitemapPlace => ({ url, parent: null, lastmod: null })

const isSitemap = ({ content }: FoundSitemap): boolean => (content?.type ?? null) !== null

/** When no more files are begun, on the clock of `performance`. */
interface TimeToRead {
  readonly beganAtMs: number
  readonly withinMs: number
}

/** Reads files and those they name, level by level. */
function createWalk(homes: readonly string[], time: TimeToRead, tools: SitemapTools) {
  const files: FoundSitemap[] = []
  const errors: string[] = []
  const seen = new Set<string>()
  let addresses = 0
  let bytes = 0
  let begun = 0
  let isCut = false
  let isUnsure = false

  function leaveOut(sentence: string): void {
    isCut = true
    errors.push(sentence)
  }

  /** Why no more is read; null while more may be. */
  function full(): string | null {
    if (begun >= MAX_SITEMAP_FILES) return `${MAX_SITEMAP_FILES} files`
    if (addresses >= MAX_SITEMAP_ADDRESSES)
      return `${MAX_SITEMAP_ADDRESSES.toLocaleString('en')} addresses`
    if (bytes >= MAX_SITEMAP_BYTES) return `${MAX_SITEMAP_BYTES / 1024 / 1024} MB`
    if (performance.now() > time.beganAtMs + time.withinMs) return `${time.withinMs / 1_000} s`
    return null
  }

  /** A few at a time; in the order of the places. */
  async function readLevel(places: readonly SitemapPlace[]): Promise<FoundSitemap[]> {
    const found: FoundSitemap[] = []
    let next = 0
    async function readOn(): Promise<void> {
      for (;;) {
        const at = next
        const place = places[at]
        if (place === undefined || full() !== null) return
        next += 1
        begun += 1
        const file = await fetchSitemap(place, homes, tools)
        found[at] = file
        bytes += file.content?.bytes ?? 0
        if (file.content !== null && file.content.type !== 'index')
          addresses += file.content.urlCount
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, readOn))
    const left = places.length - next
    if (left > 0) leaveOut(`Files that were not read: ${left}; the limit is ${full()}.`)
    return found
  }

  function isNew({ url }: SitemapPlace): boolean {
    if (seen.has(url)) return false
    seen.add(url)
    return true
  }

  function childrenOf({ url, content }: FoundSitemap): SitemapPlace[] {
    const { children = [], urlCount = 0 } = content ?? {}
    const more = urlCount - children.length
    if (content?.type === 'index' && more > 0) {
      leaveOut(
        `${url} names ${counted(urlCount, 'file')}; the last ${more === 1 ? 'one was' : `${more} were`} not read.`,
      )
    }
    return children.map((child) => ({ ...child, parent: url })).filter(isNew)
  }

  /** Of places that were only guessed, those with a sitemap; and what may have been meant as one, or may be one. */
  function tell(file: FoundSitemap, isGuess: boolean): void {
    const { url, parent, statusCode, problem } = file
    const [error] = file.content?.errors ?? []
    if (!isGuess || parent !== null || isSitemap(file)) files.push(file)
    else if (error !== undefined) errors.push(`${url} answers, but is no sitemap: ${error}`)
    else if (problem !== null && !(statusCode !== null && SAYS_NO.has(statusCode))) {
      isUnsure = true
      errors.push(`${url} may be a sitemap, but cannot be read: ${problem}`)
    }
  }

  /** @param isGuess nobody named these places
   *  @returns whether one of them is a sitemap */
  async function walk(urls: readonly string[], isGuess = false): Promise<boolean> {
    let level = urls.map(root).filter(isNew)
    let isFound = false
    for (let depth = 1; level.length > 0; depth += 1) {
      if (depth > MAX_SITEMAP_DEPTH) {
        const [first] = level
        leaveOut(
          `Indexes are nested more than ${MAX_SITEMAP_DEPTH} deep: ${first?.url} and its like were not read.`,
        )
        break
      }
      const read = await readLevel(level)
      for (const file of read) tell(file, isGuess)
      isFound ||= read.some(isSitemap)
      level = read.flatMap(childrenOf)
    }
    return isFound
  }

  return { files, errors, isCut: () => isCut, isUnsure: () => isUnsure || isCut, walk }
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

type LinkingPage = Pick<Page, 'url' | 'headers' | 'body'>

/** Addresses that a page's head names as its sitemaps. */
function linksOfPage({ url, headers, body }: LinkingPage): readonly string[] {
  const html = new TextDecoder().decode(body.subarray(0, SCANNED_BYTES))
  const links = new Set<string>()
  for (const { name, attributes } of scanTags(html, isXhtml(headerText(headers, 'content-type')))) {
    if (name !== 'link' || !/(?:^|\s)sitemap(?:\s|$)/i.test(attributes.get('rel') ?? '')) continue
    const link = resolveUrl(attributes.get('href') ?? '', url)
    if (link !== null && /^https?:/.test(link)) links.add(link)
    if (links.size >= MAX_SITEMAP_FILES) break
  }
  return [...links]
}

/** The page, as far as it can be had: it may be gone, or forbidden, and the site has sitemaps all the same. */
async function pageOrNull(get: GatherContext['get']): Promise<Page | null> {
  try {
    return await get('page')
  } catch (error) {
    if (error instanceof WorkRefusal) return null
    throw error
  }
}

/** What is known of a site whose sitemaps are looked for. */
interface SiteToLookThrough {
  readonly siteUrl: string
  readonly robots: Pick<RobotsFile, 'fetchedUrl' | 'text'> | WorkRefusal
  /** Asked only where nothing else names sitemaps; null where it cannot be had. */
  readonly page: () => Promise<LinkingPage | null>
  readonly time: TimeToRead
}

/** Sitemaps of a site: those robots.txt names, else the first one that is at a usual place, else those the
 *  page links to.
 *  Source: analyses design, "sitemap" (order and limits) */
export async function findSitemaps(
  { siteUrl, robots, page, time }: SiteToLookThrough,
  tools: SitemapTools,
): Promise<SitemapFindings> {
  const isRead = !(robots instanceof WorkRefusal)
  const homes = isRead ? [siteUrl, robots.fetchedUrl] : [siteUrl]
  const { files, errors, isCut, isUnsure, walk } = createWalk(homes, time, tools)
  const findings = (source: SitemapFindings['source']): SitemapFindings => {
    return { siteUrl, source, files, errors, isCut: isCut() }
  }
  if (!isRead) errors.push(`robots.txt could not be read: ${robots.message}`)
  const named = isRead ? sitemapLinesOf(robots.text ?? '', MAX_NAMED_SITEMAPS) : []
  if (await walk(named)) return findings('robots')
  for (const path of USUAL_SITEMAPS) {
    if (await walk([new URL(path, siteUrl).href], true)) return findings('default')
    // No more is read, of the other places either.
    if (isCut()) break
  }
  const linking = await page()
  if (linking !== null && (await walk(linksOfPage(linking)))) return findings('link')
  const places = USUAL_SITEMAPS.join(', ')
  const none = isUnsure() ? 'none could be read at' : 'none is at'
  errors.push(
    `No sitemap was found: robots.txt names none that can be read, and ${none} ${places}.`,
  )
  return findings('none')
}

/** Sitemaps of the site that was asked for.
 *  @throws WorkRefusal where nothing of the site answers, or its robots.txt leads to where nothing may be
 *    fetched */
export const gatherSitemaps: Gatherer<'sitemaps'> = async (context) => {
  const { target, get } = context
  const time = { beganAtMs: performance.now(), withinMs: BEGIN_WITHIN_MS }
  const robots = await robotsOfSite(get)
  const site = new URL(target.url)
  // A bare host may have been asked over http.
  const asked = robots instanceof WorkRefusal ? (await get('page')).askedUrl : robots.url
  site.protocol = new URL(asked).protocol
  const page = (): Promise<Page | null> => pageOrNull(get)
  return findSitemaps({ siteUrl: site.href, robots, page, time }, context)
}
