import { PAGE_LIMITS } from './limits.ts'

/** The absolute address that a reference on a page means, with its fragment; null where it is none, or one
 *  too long to keep. */
export function resolveUrl(reference: string, baseUrl: string): string | null {
  // Checked before too: a long base would be multiplied by every link of the page.
  if (reference.length > PAGE_LIMITS.attributeCharacters) return null
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
