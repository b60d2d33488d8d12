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

/** @param pageUrl where the page came from: with a base element "#top" is no place in the page itself, and
 *    one in the page may be written in full */
export function kindOf({ href, url }: Pick<Anchor, 'href' | 'url'>, pageUrl: string): LinkKind {
  if (href === null || url === null) return 'none'
  const fragmentAt = url.indexOf('#')
  if (fragmentAt !== -1 && url.slice(0, fragmentAt) === pageUrl.split('#', 1)[0]) return 'anchor'
  return KINDS.get(url.slice(0, url.indexOf(':'))) ?? 'other'
}
