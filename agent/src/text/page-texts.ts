import type { PageFacts } from '../page/facts.ts'

/** Text of a page's first title element; empty without one. */
export function titleOf(facts: PageFacts): string {
  return facts.titles[0]?.text ?? ''
}

/** Content of a page's first description; null without one. */
export function descriptionOf(facts: PageFacts): string | null {
  return facts.metas.find((meta) => meta.name?.toLowerCase() === 'description')?.content ?? null
}

/** What an address says in words: host, path and query, with spaces for what parts them. */
export function wordsOfUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return ''
  const { hostname, pathname, search } = parsed
  return decoded(`${hostname} ${pathname} ${search}`)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not UTF-8, or a lone percent sign.
    return text
  }
}
