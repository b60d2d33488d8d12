import { createComplaints } from './complaints.ts'
import { readFile } from './read-file.ts'
import type { SitemapFile, SitemapLimits, SitemapSite } from './sitemap-file.ts'
import { listAddresses } from './list-addresses.ts'
import { createTally } from './tally.ts'

/** Reads one sitemap file of any kind to its end, a limit, or what is broken; what was read before that
 *  is kept. Memory does not grow with the file, but for eight bytes an address, or what is
 *  wanted of all of them.
 *  @param chunks the file without gzip */
export async function readSitemap(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  site: SitemapSite,
  limits: SitemapLimits,
): Promise<Omit<SitemapFile, 'isGzip'>> {
  const complaints = createComplaints()
  const tally = createTally(site, limits.keptEntries)
  const listing = limits.list === undefined ? null : listAddresses(tally, limits.list.dropTracking)
  const file = await readFile(chunks, site.url, limits, { tally: listing ?? tally, complaints })
  const { entries, figures, urlKeys } = tally.finish()
  return {
    type: file.type,
    bytes: file.bytes,
    urlCount: file.type === 'index' ? file.childCount : figures.urls,
    isWhole: file.isWhole,
    entries,
    children: file.children,
    figures,
    urlKeys,
    ...(listing === null ? {} : { addresses: listing.lines() }),
    ...complaints.finish(),
  }
}
