import { MAX_SITEMAP_FILES } from '@sightline/shared/analyses/sitemap'
import { createKeptConnections } from '../http/kept-connections.ts'
import type { KeptConnections } from '../http/kept-connections.ts'
import { sitemapLinesOf } from '../robots/sitemap-lines.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { LookedUp } from '../sitemap/look-up.ts'
import { PROTOCOL_LIMITS } from '../sitemap/sitemap-file.ts'
import type { RobotsFile } from '../robots/robots-file.ts'
import { fetchSitemapBody } from './fetch-sitemap.ts'
import type { GatherContext, Gatherer } from './gatherer.ts'
import {
  MAX_NAMED_SITEMAPS,
  MAX_SITEMAP_ADDRESSES,
  MAX_SITEMAP_BYTES,
  MAX_SITEMAP_DEPTH,
  USUAL_SITEMAPS,
} from './sitemap-places.ts'

/** A file may take tens of MB. */
const PARALLEL = 2
/** No file is begun later than that after the page and the robots.txt are there, or than that after all
 *  began: it is one field of an answer that is wanted in time. */
const LOOK_MS = 8_000
const ALL_MS = 18_000
/** Reads a file of the protocol's largest number of addresses; a thread is kept from others so long. */
const READ_MS = 2_000

const LIMITS = {
  ...PROTOCOL_LIMITS,
  keptEntries: 0,
  keptChildren: MAX_SITEMAP_FILES,
  runMs: READ_MS,
}

/** What is known of the page so far, or of one file. */
type Found = LookedUp['found']

/** An answer that tells what is there, or that nothing is, unlike one that keeps it from us. */
const isTelling = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode < 500 && ![401, 403, 407, 408, 429, 451].includes(statusCode)

const NOTHING: Omit<LookedUp, 'found'> = { isSitemap: false, children: [], bytes: 0, urls: 0 }

/** Looks for one page in one file. */
async function lookInFile(
  url: string,
  pageUrl: string,
  connections: KeptConnections,
  { fetch, run, signal }: Pick<GatherContext, 'fetch' | 'run' | 'signal'>,
): Promise<LookedUp> {
  const came = await fetchSitemapBody(url, { fetch, signal, connections })
  if (came.page === null) {
    return { ...NOTHING, found: isTelling(came.statusCode) ? 'absent' : 'unread' }
  }
  const { body, url: fileUrl } = came.page
  const input = { body, url: fileUrl, limits: LIMITS, pageUrl }
  const transfer = [body.buffer as ArrayBuffer]
  try {
    return await run('lookUpInSitemap', input, { signal, bytes: body.byteLength, transfer })
  } catch (error) {
    if (error instanceof WorkRefusal) return { ...NOTHING, found: 'unread' }
    throw error
  }
}

/** Looks through files and those they name, level by level, until one names the page. */
function createSearch(
  look: (url: string) => Promise<LookedUp>,
  endsAtMs: number,
): (urls: readonly string[]) => Promise<{ found: Found; isSitemap: boolean }> {
  const seen = new Set<string>()
  let begun = 0
  let addresses = 0
  let bytes = 0

  const isFull = (): boolean =>
    begun >= MAX_SITEMAP_FILES ||
    addresses >= MAX_SITEMAP_ADDRESSES ||
    bytes >= MAX_SITEMAP_BYTES ||
    performance.now() > endsAtMs

  const isNew = (url: string): boolean => seen.size < seen.add(url).size

  async function lookInLevel(urls: readonly string[]): Promise<LookedUp[]> {
    const looked: LookedUp[] = []
    let next = 0
    let isListed = false
    async function lookOn(): Promise<void> {
      for (;;) {
        const url = urls[next]
        if (url === undefined || isListed || isFull()) return
        next += 1
        begun += 1
        const file = await look(url)
        looked.push(file)
        addresses += file.urls
        bytes += file.bytes
        isListed ||= file.found === 'listed'
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, lookOn))
    return next < urls.length ? [...looked, { ...NOTHING, found: 'unread' }] : looked
  }

  return async (urls) => {
    let level = urls.filter(isNew)
    let isSitemap = false
    let isRead = true
    for (let depth = 1; level.length > 0; depth += 1) {
      if (depth > MAX_SITEMAP_DEPTH) return { found: 'unread', isSitemap }
      const looked = await lookInLevel(level)
      isSitemap ||= looked.some((file) => file.isSitemap)
      if (looked.some(({ found }) => found === 'listed')) return { found: 'listed', isSitemap }
      isRead &&= looked.every(({ found }) => found === 'absent')
      level = looked.flatMap(({ children }) => children.map(({ url }) => url)).filter(isNew)
    }
    return { found: isRead ? 'absent' : 'unread', isSitemap }
  }
}

/** Whether robots.txt told all the sitemaps it names. */
const isTold = ({ statusCode, isTruncated }: RobotsFile): boolean =>
  isTelling(statusCode) && !isTruncated

/** Whether a sitemap of the site that the page came from lists it: those robots.txt names, else the first
 *  that is at a usual place. null where none does as far as they could be read, but not all could.
 *  Source: analyses design, "indexability" and "sitemap" (order and limits) */
export const gatherSitemapListing: Gatherer<'sitemapListing'> = async (context) => {
  const beganAtMs = performance.now()
  const { url: pageUrl } = await context.get('page')
  const robots = await context.get('robots')
  const endsAtMs = Math.min(performance.now() + LOOK_MS, beganAtMs + ALL_MS)
  const connections = createKeptConnections()
  try {
    const search = createSearch((url) => lookInFile(url, pageUrl, connections, context), endsAtMs)
    const named = await search(sitemapLinesOf(robots.text ?? '', MAX_NAMED_SITEMAPS))
    if (named.found === 'listed') return true
    let isRead = named.found === 'absent' && isTold(robots)
    if (named.isSitemap) return isRead ? false : null
    for (const path of USUAL_SITEMAPS) {
      const usual = await search([new URL(path, pageUrl).href])
      if (usual.found === 'listed') return true
      isRead &&= usual.found === 'absent'
      if (usual.isSitemap) break
    }
    return isRead ? false : null
  } finally {
    connections.close()
  }
}
