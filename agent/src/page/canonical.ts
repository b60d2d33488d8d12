import type { Headers } from '../http/page.ts'
import { headerText } from './content-type.ts'
import type { PageFacts } from './facts.ts'
import { readLinkHeader } from './link-header.ts'
import { resolveUrl } from './resolve-url.ts'
import { pageOf } from './same-page.ts'

/** One statement of which address a page is to be known by. */
export interface Canonical {
  readonly source: 'html' | 'header'
  /** As written. */
  readonly href: string
  /** Absolute; null where it is no address. */
  readonly url: string | null
  /** Search engines leave one that stands in the body alone. True for a header. */
  readonly isInHead: boolean
}

/** Every canonical that a page states, in the order in which they count: those of its head, those of its
 *  Link header, those that stand where they should not. Empty ones are no statement.
 *  Source: RFC 6596; RFC 8288 */
export function canonicalsOf(facts: PageFacts, headers: Headers): Canonical[] {
  const inHtml = facts.links
    .filter(({ rel, href }) => rel.includes('canonical') && href !== null && href !== '')
    .map(({ href, url, isInHead }): Canonical => ({
      source: 'html',
      href: href ?? '',
      url,
      isInHead,
    }))
  const inHeader = readLinkHeader(headerText(headers, 'link') ?? '')
    .filter(({ rel, href }) => rel.includes('canonical') && href !== '')
    .map(({ href }): Canonical => ({
      source: 'header',
      href,
      // A header knows nothing of a base element.
      url: resolveUrl(href, facts.document.url),
      isInHead: true,
    }))
  const isInHead = (canonical: Canonical) => canonical.isInHead
  return [
    ...inHtml.filter(isInHead),
    ...inHeader,
    ...inHtml.filter((canonical) => !isInHead(canonical)),
  ]
}

/** How many different pages are stated; what is no address is one too. */
export function countDifferent(canonicals: readonly Canonical[]): number {
  return new Set(canonicals.map(({ url }) => (url === null ? null : pageOf(url)))).size
}

/** The address that a page states for itself, absolute; null where it states none. */
export function canonicalUrl(facts: PageFacts, headers: Headers): string | null {
  return canonicalsOf(facts, headers).find(({ url }) => url !== null)?.url ?? null
}
