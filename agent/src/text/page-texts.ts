import type { PageFacts } from '../page/facts.ts'

/** Text of a page's title: its first title element in the head, else anywhere; empty without one. */
export function titleOf({ titles }: PageFacts): string {
  return (titles.find(({ isInHead }) => isInHead) ?? titles[0])?.text ?? ''
}

/** Content of a page's first description that has any; null without a description. */
export function descriptionOf({ metas }: PageFacts): string | null {
  const tags = metas.filter(({ name }) => name?.trim().toLowerCase() === 'description')
  const tag = tags.find(({ content }) => (content ?? '').trim() !== '') ?? tags[0]
  return tag?.content ?? null
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
