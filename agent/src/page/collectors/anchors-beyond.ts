import type { Anchor, ListedAnchors } from '../facts.ts'
import { hostInHref } from '../host-in-href.ts'
import { siteOfHost } from '../is-internal.ts'
import { PAGE_LIMITS } from '../limits.ts'

type Link = Pick<Anchor, 'url' | 'rel'>

/** Gathers what is told of anchors behind the end of the list. */
interface Beyond<T> {
  /** @param make called only for one that is kept */
  readonly add: (link: Link, make: () => T) => void
  readonly finish: () => Pick<ListedAnchors, 'beyond'> & { readonly more: readonly T[] }
}

/** An address without its fragment; null for what is no page of the web. */
function pageIn({ url }: Link): string | null {
  return url !== null && /^https?:/.test(url) ? (url.split('#', 1)[0] ?? null) : null
}

/** @param pageUrl where the page came from
 *  @param list the anchors before: all of them when the first is added */
export function createBeyond<T extends Link>(pageUrl: string, list: readonly T[]): Beyond<T> {
  const own = pageUrl.split('#', 1)[0] ?? ''
  const { host } = new URL(pageUrl)
  const site = siteOfHost(host)
  const more: T[] = []
  const beyond = { internal: 0, external: 0 }
  /** By page: whether a link to it says something else than nofollow. Most pages never need it. */
  let known: Map<string, boolean> | null = null

  function note(page: string, { rel }: Link, into: Map<string, boolean>): void {
    into.set(page, into.get(page) === true || !rel.includes('nofollow'))
  }

  function knownBefore(): Map<string, boolean> {
    const before = new Map<string, boolean>()
    for (const link of list) {
      const page = pageIn(link)
      if (page !== null) note(page, link, before)
    }
    return before
  }

  return {
    add(link, make) {
      const page = pageIn(link)
      // A place in the page itself is none of the web.
      if (page === null || (page === own && link.url !== page)) return
      if (siteOfHost(hostInHref(page)) === site) beyond.internal += 1
      else beyond.external += 1
      known ??= knownBefore()
      const isFollowed = known.get(page)
      const isNew = isFollowed === undefined || (!isFollowed && !link.rel.includes('nofollow'))
      if (!isNew || more.length === PAGE_LIMITS.listed) return
      note(page, link, known)
      more.push(make())
    },
    finish: () => ({ more, beyond }),
  }
}
