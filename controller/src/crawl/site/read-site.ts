import { LINK_NOFOLLOW } from '@sightline/shared/crawl/link'
import type { SiteJobRow, SitePageRow } from '../../db/crawl-site.ts'
import { readSitePages, readSiteUrls } from '../../db/crawl-site.ts'
import type { Queryable } from '../../db/pool.ts'
import { unpackLinks } from '../pack.ts'
import type { LinkGraph } from './link-graph.ts'
import { depthsFrom, inlinksOf } from './link-graph.ts'
import { Numbers } from './numbers.ts'
import { createShared } from './shared.ts'
import type {
  BrokenImages,
  FaultyLink,
  FaultyLinks,
  LinkFault,
  Site,
  SitePage,
  SiteUrl,
} from './site.ts'
import { endOf, isBroken } from './site.ts'
import { MAX_NAMED } from './site-check.ts'

/** Faulty links that are kept of a site, with their text: a menu whose links all redirect stands on every page. More
 *  than anybody is told beside the issues, and some MB. */
const MAX_KEPT_LINKS = 20_000

const URLS_AT_ONCE = 2_000
/** With their links some MB. */
const PAGES_AT_ONCE = 250

async function readUrls(
  db: Queryable,
  jobId: number,
  { lastUrlId }: SiteJobRow,
): Promise<Map<number, SiteUrl>> {
  const urls = new Map<number, SiteUrl>()
  for (let from = 0; from <= lastUrlId; from += URLS_AT_ONCE) {
    for (const row of await readSiteUrls(db, jobId, from, from + URLS_AT_ONCE - 1)) {
      urls.set(row.id, { ...row, item: -1 })
    }
  }
  return urls
}

/** Links as they are read, page by page. */
interface ReadLinks {
  /** One after the other: how many follow, then of each the number of the address, times two, and one more where it
   *  says nofollow. */
  readonly packed: Numbers
  readonly faulty: Record<LinkFault, FaultyLinks[]>
  readonly isHttps: boolean
  /** Faulty links that may still be kept. */
  room: number
  readonly outlinks: Numbers
}

/** What is wrong with a link by its target. */
function faultsOf(
  target: SiteUrl,
  isHttps: boolean,
  urls: ReadonlyMap<number, SiteUrl>,
): LinkFault[] {
  const isExternal = target.leftOut === 'external'
  if (isBroken(endOf(target, urls))) return [isExternal ? 'brokenExternal' : 'broken']
  const isInsecure = isHttps && !isExternal && target.url.startsWith('http:')
  return [
    ...(target.outcome === 'redirect' ? (['redirecting'] as const) : []),
    ...(isInsecure ? (['insecure'] as const) : []),
  ]
}

/** Links of an item with one fault, while they are read. */
interface OpenFaults {
  count: number
  readonly first: FaultyLink[]
}

function readLinks(
  { urlId, links }: SitePageRow,
  from: number,
  urls: ReadonlyMap<number, SiteUrl>,
  into: ReadLinks,
): void {
  const own = unpackLinks(links).filter(([toUrlId]) => toUrlId !== urlId)
  const faults = new Map<LinkFault, OpenFaults>()
  // Where a redirect leads is no link of a page.
  const isRedirect = urls.get(urlId)?.outcome === 'redirect'
  const isSecure = into.isHttps && urls.get(urlId)?.url.startsWith('https:') === true
  into.packed.push(own.length)
  let internal = 0
  for (const [toUrlId, flags, area, text] of own) {
    into.packed.push(2 * toUrlId + (flags & LINK_NOFOLLOW))
    const target = urls.get(toUrlId)
    if (target === undefined) continue
    if (target.leftOut !== 'external') internal += 1
    if (isRedirect) continue
    for (const fault of faultsOf(target, isSecure, urls)) {
      const open = faults.get(fault) ?? { count: 0, first: [] }
      faults.set(fault, open)
      open.count += 1
      if (open.first.length === MAX_NAMED || into.room === 0) continue
      into.room -= 1
      open.first.push({ toUrlId, area, text })
    }
  }
  into.outlinks.push(internal)
  for (const [fault, open] of faults) into.faulty[fault].push({ from, ...open })
}

/** The images of an item that are broken; none where all of them are there. */
function brokenImagesOf(
  { images }: SitePageRow,
  from: number,
  urls: ReadonlyMap<number, SiteUrl>,
): BrokenImages[] {
  const broken = (images ?? []).filter((id) => {
    const image = urls.get(id)
    return image !== undefined && isBroken(endOf(image, urls))
  })
  return broken.length === 0
    ? []
    : [{ from, count: broken.length, first: broken.slice(0, MAX_NAMED) }]
}

/** The links between items, of those to any address: they take the place of these. */
function graphOf(packed: Int32Array, count: number, urls: ReadonlyMap<number, SiteUrl>): LinkGraph {
  const offsets = new Int32Array(count + 1)
  const nofollow = new Uint8Array(packed.length)
  let [at, kept] = [0, 0]
  for (let from = 0; from < count; from += 1) {
    const end = at + 1 + (packed[at] ?? 0)
    for (at += 1; at < end; at += 1) {
      const link = packed[at] ?? 0
      const item = urls.get(link >>> 1)?.item ?? -1
      if (item === -1) continue
      packed[kept] = item
      nofollow[kept] = link & 1
      kept += 1
    }
    offsets[from + 1] = kept
  }
  return { offsets, targets: packed.subarray(0, kept), nofollow: nofollow.subarray(0, kept) }
}

function asksExternal(urls: ReadonlyMap<number, SiteUrl>): boolean {
  for (const { leftOut, outcome } of urls.values()) {
    if (leftOut === 'external' && outcome !== null) return true
  }
  return false
}

/** A site with the places of its items in the crawl. */
export interface ReadSite {
  readonly site: Site
  readonly seqs: Int32Array
}

/** Reads what all that is told of a site is made from. A site of 50,000 pages with a million links takes some
 *  150 MB. */
export async function readSite(db: Queryable, jobId: number, job: SiteJobRow): Promise<ReadSite> {
  const urls = await readUrls(db, jobId, job)
  const pages: SitePage[] = []
  const seqs = new Numbers()
  const share = createShared()
  const links: ReadLinks = {
    packed: new Numbers(),
    faulty: { broken: [], brokenExternal: [], redirecting: [], insecure: [] },
    isHttps: job.startUrl.startsWith('https:'),
    room: MAX_KEPT_LINKS,
    outlinks: new Numbers(),
  }
  const brokenImages: BrokenImages[] = []
  let asksImages = false
  for (let begin = 0; begin <= job.lastSeq; begin += PAGES_AT_ONCE) {
    for (const row of await readSitePages(db, jobId, begin, begin + PAGES_AT_ONCE - 1)) {
      const url = urls.get(row.urlId)
      if (url === undefined) continue
      const { urlId, statusCode, title, description, h1, failed, facts } = row
      url.item = pages.length
      readLinks(row, pages.length, urls, links)
      asksImages ||= row.images !== null
      brokenImages.push(...brokenImagesOf(row, pages.length, urls))
      seqs.push(row.seq)
      const isRedirect = url.outcome === 'redirect'
      pages.push({
        urlId,
        url: url.url,
        statusCode,
        isRedirect,
        title,
        description,
        h1,
        failed: share.failed(failed),
        facts: facts && share.facts(facts, url.url),
      })
    }
  }
  const graph = graphOf(links.packed.all(), pages.length, urls)
  const startItem = seqs.all()[0] === 0 ? 0 : -1
  const site: Site = {
    startUrl: job.startUrl,
    startItem,
    isComplete: job.isComplete,
    hasSitemap: job.sitemapFiles > 0,
    isSitemapCut: job.sitemapsCut,
    hasSitemapAlternates: job.sitemapAlternates,
    checkIds: job.checkIds,
    pages,
    urls,
    graph,
    outlinks: links.outlinks.all(),
    depths: depthsFrom(graph, startItem),
    inlinks: inlinksOf(graph),
    faultyLinks: links.faulty,
    brokenImages: asksImages ? brokenImages : null,
    asksExternal: asksExternal(urls),
  }
  return { site, seqs: seqs.all() }
}
