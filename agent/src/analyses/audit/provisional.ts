import type { PageFacts } from '../../page/facts.ts'
import { metasNamed } from './metas.ts'

export interface CanonicalLink {
  readonly source: 'html' | 'header'
  readonly href: string
  readonly url: string | null
  readonly isInHead: boolean
}
export function canonicalLinks(facts: PageFacts): CanonicalLink[] {
  return facts.links.flatMap(({ rel, href, url, isInHead }) =>
    rel.includes('canonical') && href !== null && href !== ''
      ? [{ source: 'html' as const, href, url, isInHead }]
      : [],
  )
}
export function readDirectives(facts: PageFacts) {
  const words = ['robots', 'googlebot'].flatMap((name) =>
    metasNamed(facts, name).flatMap(({ content }) =>
      (content ?? '')
        .toLowerCase()
        .split(',')
        .map((word) => word.trim()),
    ),
  )
  return {
    noindex: words.includes('noindex') || words.includes('none'),
    nofollow: words.includes('nofollow') || words.includes('none'),
    nosnippet: words.includes('nosnippet'),
    maxSnippet: words.includes('max-snippet:0') ? 0 : null,
  }
}
export function hreflangLinks(facts: PageFacts) {
  return facts.links.flatMap(({ rel, href, url, hreflang }) =>
    rel.includes('alternate') && hreflang !== null ? [{ hreflang, href: href ?? '', url }] : [],
  )
}
export function isHreflang(value: string): boolean {
  return /^(?:x-default|[a-z]{2,3}(?:-[a-z]{4})?(?:-(?!uk)[a-z]{2}|-\d{3})?)$/i.test(value)
}
export function isLanguageTag(value: string): boolean {
  try {
    return /^[a-z]{2,3}(-|$)/i.test(value) && new Intl.Locale(value).language.length > 0
  } catch {
    return false
  }
}
export function isValidJsonLd(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
