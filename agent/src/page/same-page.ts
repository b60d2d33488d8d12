import { withNormalEscapes } from '@sightline/shared/normal-escapes'

/** Whether two addresses name the same page: a fragment is no part of that, nor how bytes are escaped.
 *  @param reference resolved against `baseUrl`; one that is no address is no page
 *  Source: RFC 3986, section 6.2.2 */
export function isSamePage(reference: string, url: string, baseUrl: string = url): boolean {
  const parsed = URL.parse(reference, baseUrl)
  return parsed !== null && pageOf(parsed.href) === pageOf(url)
}

/** A parsed address in the one form that all its spellings have. */
export function pageOf(href: string): string {
  const at = href.indexOf('#')
  const address = at === -1 ? href : href.slice(0, at)
  return withNormalEscapes(address)
}
