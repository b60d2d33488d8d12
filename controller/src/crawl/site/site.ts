import type { CrawlFacts, CrawlOutcome } from '@sightline/shared/crawl/work'
import type { LinkGraph } from './link-graph.ts'

/** An address that a crawl knows. */
export interface SiteUrl {
  readonly id: number
  readonly url: string
  /** null where it was not asked for. */
  readonly outcome: CrawlOutcome | null
  readonly leftOut: string | null
  readonly statusCode: number | null
  readonly error: string | null
  /** Among the addresses of the sitemaps; null: none names it. */
  readonly sitemapPlace: number | null
  /** Number of the address it redirects to; null where it does not, or that is not known. */
  readonly redirectTo: number | null
  /** Its place among the items; -1 where it is none. */
  item: number
}

/** An item of a crawl: a page, or a redirect. Its place in the list is its number in the graph. */
export interface SitePage {
  readonly urlId: number
  readonly url: string
  readonly statusCode: number
  readonly isRedirect: boolean
  readonly title: string
  readonly description: string
  readonly h1: string
  /** Places in the list of checks. */
  readonly failed: readonly number[]
  readonly facts: CrawlFacts | null
}

/** What may be wrong with a link, by where it leads. */
export type LinkFault = 'broken' | 'brokenExternal' | 'redirecting' | 'insecure'

/** A link with a fault. */
export interface FaultyLink {
  readonly toUrlId: number
  readonly area: number
  readonly text: string
}

/** Links of one item that have the same fault. */
export interface FaultyLinks {
  /** The item they stand on. */
  readonly from: number
  readonly count: number
  /** The first of them, as far as they are kept. */
  readonly first: readonly FaultyLink[]
}

/** Images of one item that are broken. */
export interface BrokenImages {
  /** The item that shows them. */
  readonly from: number
  readonly count: number
  /** Numbers of the first of them, as far as they are kept. */
  readonly first: readonly number[]
}

/** A crawled site, as all that is told of it as a whole is made from. */
export interface Site {
  readonly startUrl: string
  /** The item of the start page; -1 where that is none. */
  readonly startItem: number
  readonly isComplete: boolean
  readonly hasSitemap: boolean
  /** Not all that its sitemaps name is known. */
  readonly isSitemapCut: boolean
  /** Its sitemaps name versions in other languages; which of what is not kept. */
  readonly hasSitemapAlternates: boolean
  readonly checkIds: readonly string[]
  readonly pages: readonly SitePage[]
  /** By number. */
  readonly urls: ReadonlyMap<number, SiteUrl>
  readonly graph: LinkGraph
  /** Different addresses of the site that each item leads to, crawled or not. */
  readonly outlinks: Int32Array
  readonly depths: Int32Array
  readonly inlinks: Int32Array
  /** In the order of the crawl. */
  readonly faultyLinks: Readonly<Record<LinkFault, readonly FaultyLinks[]>>
  /** In the order of the crawl; null where images were not asked for. */
  readonly brokenImages: readonly BrokenImages[] | null
  /** Addresses of other sites were asked for. */
  readonly asksExternal: boolean
}

/** Whether a search engine may show a page: it is there, and neither hides, nor names another in its place, nor leads
 *  there at once. */
export function isIndexable({ statusCode, isRedirect, facts, url }: SitePage): boolean {
  if (statusCode !== 200 || isRedirect) return false
  if (facts === null) return true
  const { noindex, canonical, refresh } = facts
  return !noindex && (canonical === null || canonical === url) && refresh === undefined
}

/** Longest way over redirects that is followed. */
const MAX_REDIRECTS = 20

/** Where an address leads in the end: itself where it does not redirect, or does so without end. */
export function endOf(from: SiteUrl, urls: Site['urls']): SiteUrl {
  let at = from
  for (let hops = 0; at.outcome === 'redirect' && at.redirectTo !== null; hops += 1) {
    const next = urls.get(at.redirectTo)
    if (next === undefined) break
    if (hops === MAX_REDIRECTS) return from
    at = next
  }
  return at
}

/** Whether an address was asked for and gave no page: nothing, or an error. One that answers well and could not be read,
 *  as it was too long, is there for those who visit it. */
export function isBroken({ outcome, statusCode }: SiteUrl): boolean {
  const isError = (statusCode ?? 0) >= 400
  if (outcome === 'failed') return statusCode === null || isError
  return outcome === 'forbidden' || ((outcome === 'page' || outcome === 'other') && isError)
}
