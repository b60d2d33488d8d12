import { PAGE_LIMITS } from './limits.ts'

/** Twice as long as any name of a host (RFC 1035, section 2.3.4). A name in other letters takes the parser the square of
 *  its length: 50 ms for 5,000. */
const MAX_HOST = 500
const LONG_HOST = new RegExp(
  String.raw`^[\0-\x20]*(?:(?:https?|wss?|ftp|file):[/\\]*|[/\\]{2,})[^/\\?#]{${MAX_HOST + 1}}`,
  'i',
)

/** Whether a reference names a host that cannot be. Tabs and line ends are passed over wherever they stand.
 *  Source: URL standard, section 4.4 */
export function hasLongHost(reference: string): boolean {
  return reference.length > MAX_HOST && LONG_HOST.test(reference.replaceAll(/[\t\n\r]/g, ''))
}

/** The absolute address that a reference on a page means, with its fragment; null where it is none, or one
 *  too long to keep. */
export function resolveUrl(reference: string, baseUrl: string): string | null {
  // Checked before too: a long base would be multiplied by every link of the page.
  if (reference.length > PAGE_LIMITS.attributeCharacters || hasLongHost(reference)) return null
  const url = URL.parse(reference, baseUrl)
  return url === null || url.href.length > PAGE_LIMITS.attributeCharacters ? null : url.href
}

/** What a page's references are resolved against: its first base element with an address where that is a
 *  usable one, else its own address. Source: HTML standard, section 4.2.3 (set the frozen base URL)
 *  @param baseHref of that element; null without one */
export function baseUrlOf(pageUrl: string, baseHref: string | null): string {
  const base = baseHref === null ? null : resolveUrl(baseHref, pageUrl)
  return base === null || /^(?:data|javascript):/.test(base) ? pageUrl : base
}
