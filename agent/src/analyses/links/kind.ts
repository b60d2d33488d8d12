import type { Anchor } from '../../page/facts.ts'

/** What a link leads to: a page of the web, a place in the page itself, or what a program opens. `none`
 *  leads nowhere. */
export type LinkKind = 'web' | 'anchor' | 'mailto' | 'tel' | 'javascript' | 'other' | 'none'

/** By scheme; the rest is `other`. */
const KINDS: ReadonlyMap<string, LinkKind> = new Map([
  ['http', 'web'],
  ['https', 'web'],
  ['mailto', 'mailto'],
  ['tel', 'tel'],
  ['javascript', 'javascript'],
])

export function kindOf({ href, url }: Pick<Anchor, 'href' | 'url'>): LinkKind {
  if (href === null || url === null) return 'none'
  if (href.startsWith('#')) return 'anchor'
  return KINDS.get(url.slice(0, url.indexOf(':'))) ?? 'other'
}
