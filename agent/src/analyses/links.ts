import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { canonicalUrl } from '../page/canonical.ts'
import type { Anchor } from '../page/facts.ts'
import { alternatesOf } from '../page/hreflang.ts'
import { isInternal } from '../page/is-internal.ts'
import { effectiveDirectives, robotsInHeader, robotsInMeta } from '../page/robots-directives.ts'
import type { Analysis } from './analysis.ts'
import { kindOf } from './links/kind.ts'

type Result = AnalysisResult<'links'>
type Link = Result['links'][number]

/** All links of a page. Source: design, "links" */
export const linksAnalysis: Analysis<'links', 'page' | 'facts'> = {
  needs: ['page', 'facts'],
  analyse({ page, facts }) {
    const statements = [robotsInMeta(facts), robotsInHeader(page.headers)]
    // As the audit reads them.
    const robots = effectiveDirectives(statements, 'googlebot')
    const anchors = facts.anchors.list.map((anchor) => ({ anchor, kind: kindOf(anchor, page.url) }))
    const ofKind = (kind: string) => anchors.filter((it) => it.kind === kind).length
    const web = anchors.flatMap(({ anchor, kind }) => (kind === 'web' ? [anchor] : []))
    const links = web.map((anchor) => linkOf(anchor, page.url, robots.nofollow))
    const { more, beyond } = facts.anchors
    const total = links.length + beyond.internal + beyond.external
    const pages = [...links, ...more.map(({ url }) => withoutFragment(url ?? ''))]
    const withRel = (word: string) => links.filter(({ rel }) => rel.includes(word)).length
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      canonical: canonicalUrl(facts, page.headers),
      hreflang: alternatesOf(facts, page.headers).flatMap(({ hreflang, url }) =>
        url === null ? [] : [{ hreflang, href: url }],
      ),
      counts: {
        total,
        unique: new Set(pages.map(({ url }) => url)).size,
        internal: links.filter(({ type }) => type === 'internal').length + beyond.internal,
        external: links.filter(({ type }) => type === 'external').length + beyond.external,
        dofollow: links.filter(({ dofollow }) => dofollow).length,
        nofollow: robots.nofollow ? links.length : withRel('nofollow'),
        sponsored: withRel('sponsored'),
        ugc: withRel('ugc'),
        anchors: ofKind('anchor'),
        mailto: ofKind('mailto'),
        tel: ofKind('tel'),
        javascript: ofKind('javascript'),
        images: links.filter(({ isImage }) => isImage).length,
        emptyText: web.filter(({ text, label }) => text === '' && label === null).length,
      },
      total,
      links,
    }
  },
}

function linkOf(anchor: Anchor, pageUrl: string, isPageNofollow: boolean): Link {
  const { url, hash } = withoutFragment(anchor.url ?? '')
  const isFollowed = !anchor.rel.some((word) => /^(?:nofollow|sponsored|ugc)$/.test(word))
  return {
    url,
    href: anchor.href ?? '',
    text: anchor.text,
    type: isInternal(url, pageUrl) ? 'internal' : 'external',
    rel: [...anchor.rel],
    dofollow: isFollowed && !isPageNofollow,
    target: anchor.target,
    element: anchor.element,
    isImage: anchor.isImage,
    alt: anchor.alt,
    context: anchor.area,
    fragment: hash,
  }
}

/** An address in full, parted at its fragment. */
function withoutFragment(address: string): { url: string; hash: string | null } {
  const at = address.indexOf('#')
  return at === -1
    ? { url: address, hash: null }
    : { url: address.slice(0, at), hash: address.slice(at + 1) }
}
