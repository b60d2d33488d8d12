import type { Anchor, PageFacts } from '../../page/facts.ts'
import { hostInHref } from '../../page/host-in-href.ts'
import { siteOfHost } from '../../page/is-internal.ts'
import { kindOf } from '../links/kind.ts'

/** A link to an http or https address. */
export interface AuditLink {
  readonly anchor: Anchor
  /** Absolute, as the URL standard writes it. */
  readonly href: string
  /** With its port. */
  readonly host: string
}

/** The links of a page that checks count, as the analysis of links counts them: those within the page and
 *  to other programs (mail, telephone) are none. */
export interface PageLinks {
  readonly all: readonly AuditLink[]
  /** Those to the page's own host. */
  readonly internal: readonly AuditLink[]
  /** How many there are, also where a page has more than are looked at one by one. */
  readonly totals: { readonly internal: number; readonly external: number }
  /** What people take for links, with and without an address that can be fetched. */
  readonly visible: readonly Anchor[]
}

export function readPageLinks({ anchors }: PageFacts, pageUrl: URL): PageLinks {
  const all: AuditLink[] = []
  const visible: Anchor[] = []
  const { href: page, host: pageHost } = pageUrl
  for (const anchor of anchors.list) {
    const isWeb = kindOf(anchor, page) === 'web'
    if (isWeb || isDead(anchor)) visible.push(anchor)
    if (!isWeb || anchor.url === null) continue
    all.push({ anchor, href: anchor.url, host: hostInHref(anchor.url) })
  }
  const site = siteOfHost(pageHost)
  const internal = all.filter(({ host }) => siteOfHost(host) === site)
  const { beyond } = anchors
  const totals = {
    internal: internal.length + beyond.internal,
    external: all.length - internal.length + beyond.external,
  }
  return { all, internal, totals, visible }
}

/** Whether a crawler cannot follow it, though people see a link. One that other links lead to, or that is
 *  a button, needs no address. */
export function isDead({ href, url, text, label, role, isNamed }: Anchor): boolean {
  if (role !== null && role !== 'link') return false
  if (href === null) return !isNamed && (text !== '' || label !== null)
  return href === '' || url === null || /^(?:javascript|file):/.test(url)
}
