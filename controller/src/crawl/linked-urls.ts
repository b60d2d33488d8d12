import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlLink } from '@sightline/shared/crawl/link'
import { LINK_NOFOLLOW, MAX_PAGE_LINKS } from '@sightline/shared/crawl/link'
import { RANKS_A_PAGE } from '../db/crawl-levels.ts'
import type { KnownUrl } from '../db/crawl-store.ts'
import type { Scope } from './scope.ts'
import { digestOf, patternOf } from './url-digest.ts'

/** What of a batch's links is kept. */
export interface LinkedUrls {
  /** Each address once, with the first of the links that count. */
  readonly urls: readonly KnownUrl[]
  /** The key of an address that is kept; undefined for one that is not. */
  readonly keyOf: (url: string) => string | undefined
}

/** Whether an address is as `crawlUrl` writes it: as agents write it, or they are wrong. */
function isWritten(url: string, { href }: URL, dropTracking: boolean): boolean {
  const isPlain = /^https?:[^%@#]*[^%@#?]$/.test(url) && !(dropTracking && url.includes('?'))
  return isPlain ? href === url : crawlUrl(url, dropTracking) === url
}

/** A page of a batch, by what it leads to. */
interface LinkingPage {
  /** Its place in the crawl. */
  readonly seq: number
  readonly links: readonly CrawlLink[]
  /** The other page that it names as the one that counts; null where it names none. */
  readonly canonical: string | null
  /** What it shows. */
  readonly images: readonly string[]
}

/** Addresses that the pages of a batch lead to, show as images, or name as canonical. */
export function linkedUrlsOf(
  pages: readonly LinkingPage[],
  scope: Scope,
  settings: Pick<CrawlSettings, 'followNofollow' | 'dropTracking' | 'checkExternal'>,
): LinkedUrls {
  const byUrl = new Map<string, KnownUrl | null>()

  /** null for what is not kept. */
  function judged(url: string): KnownUrl | null {
    // Parsed once: 20 links of a page took the time of a tenth of its audit.
    const parsed = URL.parse(url)
    if (parsed === null || !isWritten(url, parsed, settings.dropTracking)) return null
    const leftOut = scope.judge(url, parsed)
    if (leftOut === 'external' && !settings.checkExternal) return null
    const pattern = leftOut === null ? patternOf(parsed) : null
    return { url, key: digestOf(url), pattern, leftOut, rank: null, sitemapPlace: null }
  }

  function withRank(known: KnownUrl, rank: number): KnownUrl {
    const leftOut = known.leftOut === 'nofollow' ? null : known.leftOut
    return { ...known, leftOut, rank: Math.min(rank, known.rank ?? rank) }
  }

  function add([url, flags]: CrawlLink, rank: number): void {
    const known = byUrl.get(url) ?? (byUrl.has(url) ? null : judged(url))
    if (known === null) {
      byUrl.set(url, null)
      return
    }
    const counts = (flags & LINK_NOFOLLOW) === 0 || settings.followNofollow
    if (counts || known.leftOut === 'external') byUrl.set(url, withRank(known, rank))
    else if (known.rank === null && known.leftOut === null) {
      byUrl.set(url, { ...known, leftOut: 'nofollow' })
    } else byUrl.set(url, known)
  }

  for (const { seq, links } of pages) {
    for (const [place, link] of links.entries()) add(link, seq * RANKS_A_PAGE + place)
  }
  // What is no page of the site anyway has its place behind the links. Of another address nobody knows that it is none:
  // where a link leads there it is crawled, whatever shows it.
  for (const { seq, images } of pages) {
    for (const [place, url] of images.entries()) {
      const known = byUrl.get(url) ?? (byUrl.has(url) ? null : judged(url))
      if (known === null) byUrl.set(url, null)
      else if (known.leftOut === 'type' || known.leftOut === 'external') {
        byUrl.set(url, withRank(known, seq * RANKS_A_PAGE + MAX_PAGE_LINKS + place))
      } else if (known.leftOut === null && known.rank === null) {
        byUrl.set(url, { ...known, leftOut: 'image' })
      } else byUrl.set(url, known)
    }
  }
  // Where no link leads to one, only whether it is there is asked.
  for (const { canonical } of pages) {
    const known = canonical === null || byUrl.has(canonical) ? null : judged(canonical)
    if (known?.leftOut === null) byUrl.set(known.url, { ...known, leftOut: 'canonical' })
  }
  const urls = [...byUrl.values()].filter((known) => known !== null)
  // Always in one order, so that two crawls of the same pages give addresses the same numbers.
  urls.sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity))
  return { urls, keyOf: (url) => byUrl.get(url)?.key }
}
