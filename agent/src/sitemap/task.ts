import { Handover } from '../bounds/serve-questions.ts'
import type { gunzipLeniently } from './gunzip.ts'
import type { LookedUp } from './look-up.ts'
import type { SitemapFile, SitemapLimits, SitemapSite } from './sitemap-file.ts'

/** What a thread is given to read a sitemap. */
export interface ReadSitemapInput {
  /** As it came. */
  readonly body: Uint8Array
  readonly site: SitemapSite
  readonly limits: SitemapLimits
}

function unpacked(body: Uint8Array, gunzip: typeof gunzipLeniently) {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  return { isGzip, chunks: isGzip ? gunzip(body) : [body] }
}

/** Reads a sitemap that may be in gzip, whatever its name and type say. It is unpacked while it is read,
 *  so one that swells ends at the limit. */
export async function readSitemapBody(input: ReadSitemapInput): Promise<Handover<SitemapFile>> {
  const { body, site, limits } = input
  // Most threads never read one.
  const [{ readSitemap }, { gunzipLeniently }] = await Promise.all([
    import('./read-sitemap.ts'),
    import('./gunzip.ts'),
  ])
  const { isGzip, chunks } = unpacked(body, gunzipLeniently)
  const file = { ...(await readSitemap(chunks, site, limits)), isGzip }
  const { urlKeys, addresses } = file
  const handed = addresses === undefined ? [urlKeys] : [urlKeys, addresses]
  return new Handover(
    file,
    handed.map(({ buffer }) => buffer as ArrayBuffer),
  )
}

/** What a thread is given to look for a page in a sitemap. */
export interface LookUpInput {
  /** As it came. */
  readonly body: Uint8Array
  /** Where it came from. */
  readonly url: string
  readonly limits: SitemapLimits
  readonly pageUrl: string
}

/** Looks for a page in a sitemap that may be in gzip. */
export async function lookUpInBody({ body, pageUrl, ...file }: LookUpInput): Promise<LookedUp> {
  const [{ lookUpPage }, { gunzipLeniently }] = await Promise.all([
    import('./look-up.ts'),
    import('./gunzip.ts'),
  ])
  return lookUpPage(unpacked(body, gunzipLeniently).chunks, file, pageUrl)
}

/** Lines of several lists, each once, in the order of the lists; the first ones where there are too many.
 *  @returns also how many different ones there are */
export function joinLists({
  lists,
  max,
}: {
  readonly lists: readonly Uint8Array[]
  readonly max: number
}): Handover<{ readonly lines: Uint8Array; readonly total: number }> {
  const decoder = new TextDecoder()
  const seen = new Set(lists.flatMap((list) => decoder.decode(list).split('\n')))
  seen.delete('')
  const lines = new TextEncoder().encode([...seen].slice(0, max).join('\n'))
  return new Handover({ lines, total: seen.size }, [lines.buffer])
}
