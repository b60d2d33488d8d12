import { counted } from '@sightline/shared/counted'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged, judgedAll, judgedEach } from '../judgement.ts'
import { isGenericText } from '../generic-text.ts'
import { isLocalHost } from '../local-host.ts'
import type { AuditLink, PageLinks } from '../page-links.ts'
import { isDead } from '../page-links.ts'

const MIN_INTERNAL_LINKS = 3
const MAX_LINKS = 100
const PORT = /:\d+$/
const NO_LINKS = 'the page has no links'
const NO_INTERNAL_LINKS = 'the page has no internal links'

const countOf = ({ totals }: PageLinks): number => totals.internal + totals.external

/** What is said of a page whose links are not all looked at one by one; nothing where they are. */
function whatIsLookedAt(links: PageLinks): string {
  const { length } = links.all
  return countOf(links) === length ? '' : `, of which the first ${length} are looked at one by one`
}

const addressOf = ({ href }: AuditLink): string => href

const hasNoText = ({ anchor: { text, label, alt } }: AuditLink): boolean =>
  text === '' && (label ?? '') === '' && (alt ?? '') === ''

/** Where the page leads to. */
export const LINKS_CHECKS = {
  linksNone({ links }) {
    const n = countOf(links)
    return judged(n > 0, n, 'Page has no outgoing links')
  },
  internalLinksFew({ links }) {
    const n = links.totals.internal
    if (countOf(links) === 0) return doesNotApply(NO_LINKS)
    return judged(n >= MIN_INTERNAL_LINKS, n, `Page has only ${counted(n, 'internal link')}`)
  },
  linksTooMany({ links }) {
    const n = countOf(links)
    return judged(n <= MAX_LINKS, n, `Page has too many links (${n}${whatIsLookedAt(links)})`)
  },
  linksUncrawlable: ({ links: { visible } }) =>
    judgedEach(visible, isDead, {
      none: NO_LINKS,
      issue: (n) => `${counted(n, 'link is', 'links are')} not crawlable (no usable href)`,
      example: ({ href, text }) => `${text} (${href ?? 'no href'})`.trimStart(),
    }),
  linksEmptyText: ({ links: { all } }) =>
    judgedEach(all, hasNoText, {
      none: NO_LINKS,
      issue: (n) => `${counted(n, 'link has', 'links have')} no anchor text`,
      example: addressOf,
    }),
  linksGenericText: ({ links: { all } }) =>
    judgedEach(all, ({ anchor }) => isGenericText(anchor.text), {
      none: NO_LINKS,
      issue: (n) => `${counted(n, 'link has', 'links have')} generic text ("click here")`,
      example: ({ anchor, href }) => `${anchor.text} (${href})`,
    }),
  internalNofollow: ({ links: { internal } }) =>
    judgedEach(internal, ({ anchor }) => anchor.rel.includes('nofollow'), {
      none: NO_INTERNAL_LINKS,
      issue: (n) => `${counted(n, 'internal link is', 'internal links are')} nofollow`,
      example: addressOf,
    }),
  linksInsecure({ isHttps, links: { internal } }) {
    if (!isHttps) return doesNotApply('the page itself is served over HTTP')
    return judgedEach(internal, ({ href }) => href.startsWith('http:'), {
      none: NO_INTERNAL_LINKS,
      issue: (n) => `${counted(n, 'internal link uses', 'internal links use')} HTTP`,
      example: addressOf,
    })
  },
  linksLocalhost({ url, links: { all } }) {
    if (isLocalHost(url.hostname)) return doesNotApply('the page itself is at such an address')
    return judgedAll(all, ({ host }) => isLocalHost(host.replace(PORT, '')), {
      none: NO_LINKS,
      issue: (n) => `${counted(n, 'link points', 'links point')} to localhost or a private address`,
      example: addressOf,
    })
  },
} as const satisfies Judges<'links'>
