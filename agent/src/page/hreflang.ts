import type { Headers } from '../http/page.ts'
import { headerText } from './content-type.ts'
import type { PageFacts } from './facts.ts'
import { isCountryCode, isLanguageTag } from './language-tag.ts'
import { readLinkHeader } from './link-header.ts'
import { resolveUrl } from './resolve-url.ts'

/** One version of a page in another language, as the page states it. */
export interface Alternate {
  /** As written. */
  readonly hreflang: string
  readonly href: string
  /** Absolute; null where it is no address. */
  readonly url: string | null
  readonly source: 'html' | 'header'
}

/** The versions in other languages that a page states, in its tags and in its Link header.
 *  Source: Google Search documentation, "Tell Google about localized versions of your page" */
export function alternatesOf(facts: PageFacts, headers: Headers): Alternate[] {
  const inHtml = facts.links.flatMap(({ rel, hreflang, href, url }): Alternate[] =>
    rel.includes('alternate') && hreflang !== null && href !== null
      ? [{ hreflang, href, url, source: 'html' }]
      : [],
  )
  const inHeader = readLinkHeader(headerText(headers, 'link') ?? '').flatMap(
    ({ rel, hreflang, href }): Alternate[] =>
      rel.includes('alternate') && hreflang !== null
        ? [{ hreflang, href, url: resolveUrl(href, facts.document.url), source: 'header' }]
        : [],
  )
  return [...inHtml, ...inHeader]
}

/** Whether search engines take a value of hreflang: x-default, or a language with a script, a country or
 *  both. Regions wider than a country ("es-419") and "UK" are not taken. */
export function isValidHreflang(value: string): boolean {
  if (value.toLowerCase() === 'x-default') return true
  const match = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z0-9]{2,3}))?$/i.exec(value)
  if (match === null || !isLanguageTag(value)) return false
  return match[2] === undefined || isCountryCode(match[2])
}

/** Whether an address is written without a scheme, as search engines do not take it in hreflang. */
export function isRelativeReference(href: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(href)
}
