import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import { matchesGlob, readPathGlob } from './path-glob.ts'

/** Why an address that is known is not crawled by itself. */
export type LeftOut = 'external' | 'excluded' | 'type' | 'trap'

/** How often one segment of a path may come: more is a relative link that leads into itself.
 *  Source: analyses design, section 4 (loop traps) */
const MAX_SEGMENT_REPEATS = 10

/** Endings of files that are no pages: only whether they answer is asked, at last. An ending that this does not know, or none,
 *  is asked for, and its content type decides. */
const FILE_ENDING =
  /\.(?:avif|bmp|gif|ico|jpe?g|png|svgz?|tiff?|webp|aac|flac|m4a|mp3|ogg|opus|wav|avi|m4v|mkv|mov|mp4|mpe?g|ogv|webm|wmv|7z|bz2|dmg|exe|gz|iso|jar|msi|pkg|rar|tar|tgz|xz|zip|apk|deb|rpm|css|js|mjs|map|wasm|json|xml|rss|atom|csv|tsv|pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|mobi|eot|otf|ttf|woff2?|swf|ics|vcf|sig|asc|whl)$/i

/** Tells what belongs to the site that is crawled. */
export interface Scope {
  /** @param url as `crawlUrl` writes it  @param parsed the same, where it is there already
   *  @returns null for what is crawled */
  readonly judge: (url: string, parsed?: URL) => LeftOut | null
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

function isTrap(pathname: string): boolean {
  const segments = pathname.split('/')
  if (segments.length <= MAX_SEGMENT_REPEATS) return false
  const counts = new Map<string, number>()
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1
    if (segment !== '' && count > MAX_SEGMENT_REPEATS) return true
    counts.set(segment, count)
  }
  return false
}

/** The site of a start page: its host and port with and without "www.", over http and https alike; with the
 *  setting also what lies below its host.
 *  @param startUrl after redirects  Source: analyses design, section 4 */
export function createScope(
  startUrl: string,
  settings: Pick<CrawlSettings, 'include' | 'exclude' | 'includeSubdomains'>,
): Scope {
  const start = new URL(startUrl)
  const site = withoutWww(start.hostname)
  const include = settings.include.map(readPathGlob)
  const exclude = settings.exclude.map(readPathGlob)

  function isInside({ hostname, port }: URL): boolean {
    // One that names no port has that of its scheme, and both schemes are one site.
    if (port !== start.port) return false
    const host = withoutWww(hostname)
    return host === site || (settings.includeSubdomains && host.endsWith(`.${site}`))
  }

  function isExcluded(url: URL): boolean {
    if (include.length > 0 && !include.some((glob) => matchesGlob(glob, url))) return true
    return exclude.some((glob) => matchesGlob(glob, url))
  }

  return {
    judge(url, parsed = new URL(url)) {
      if (!isInside(parsed)) return 'external'
      if (isTrap(parsed.pathname)) return 'trap'
      if (url !== startUrl && isExcluded(parsed)) return 'excluded'
      return FILE_ENDING.test(parsed.pathname) ? 'type' : null
    },
  }
}
