import type { Anchor, PageFacts } from '../../page/facts.ts'
import { isInternal } from '../../page/is-internal.ts'

/** A link to what can be fetched. */
export interface AuditLink {
  readonly anchor: Anchor
  readonly url: URL
}

/** What stands as a link without an address that can be fetched. */
export interface DeadLink {
  readonly anchor: Anchor
  readonly url: null
}

/** The links of a page that checks count. */
export interface PageLinks {
  /** To http and https addresses, also to places on the page itself. */
  readonly all: readonly AuditLink[]
  /** Those of them to the page's own host. */
  readonly internal: readonly AuditLink[]
  readonly dead: readonly DeadLink[]
}

/** Sorts the anchors of a page; those to mail, telephone and other programs are in none of the lists. */
export function readPageLinks({ anchors }: PageFacts, pageUrl: URL): PageLinks {
  const all: AuditLink[] = []
  const dead: DeadLink[] = []
  for (const anchor of anchors.list) {
    if (isDead(anchor)) dead.push({ anchor, url: null })
    else if (anchor.url !== null && /^https?:/.test(anchor.url)) {
      all.push({ anchor, url: new URL(anchor.url) })
    }
  }
  return { all, internal: all.filter(({ url }) => isInternal(url, pageUrl)), dead }
}

/** A crawler cannot follow it, though people see a link. One that other links lead to, or that is a
 *  button, needs no address. */
function isDead({ href, url, text, label, role, isNamed }: Anchor): boolean {
  if (role !== null && role !== 'link') return false
  if (href === null) return !isNamed && (text !== '' || label !== null)
  return href === '' || url === null || /^(?:javascript|file):/.test(url)
}
