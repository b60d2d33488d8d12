import { Handover } from '../threads/serve-questions.ts'
import type { SitemapFile, SitemapLimits, SitemapSite } from './sitemap-file.ts'

/** What a thread is given to read a sitemap. */
export interface ReadSitemapInput {
  /** As it came. */
  readonly body: Uint8Array
  readonly site: SitemapSite
  readonly limits: SitemapLimits
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
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  const chunks = isGzip ? gunzipLeniently(body) : [body]
  const file = { ...(await readSitemap(chunks, site, limits)), isGzip }
  return new Handover(file, [file.urlKeys.buffer as ArrayBuffer])
}
