import type { Check } from '../check.ts'
import { doesNotApply, judged, judgedAll, judgedEach } from '../judgement.ts'
import { isGenericText } from '../generic-text.ts'
import { isLocalHost } from '../local-host.ts'
import type { AuditLink, DeadLink } from '../page-links.ts'

const MIN_INTERNAL_LINKS = 3
const MAX_LINKS = 100
const NO_LINKS = 'the page has no links'
const NO_INTERNAL_LINKS = 'the page has no internal links'

const addressOf = ({ url }: AuditLink): string => url.href

const isDead = ({ url }: AuditLink | DeadLink): boolean => url === null

const hasNoText = ({ anchor: { text, label, alt } }: AuditLink): boolean =>
  text === '' && (label ?? '') === '' && (alt ?? '') === ''

/** Where the page leads to. */
export const LINK_CHECKS = {
  linksNone: {
    severity: 'warning',
    category: 'links',
    weight: 3,
    message: 'A page without links is a dead end for visitors and crawlers.',
    judge: ({ links: { all } }) =>
      judged(all.length > 0, all.length, 'Page has no outgoing links'),
  },
  internalLinksFew: {
    severity: 'info',
    category: 'links',
    weight: 1,
    expected: `at least ${MIN_INTERNAL_LINKS} internal links`,
    message: 'Internal links lead to the rest of the site.',
    judge({ links: { all, internal } }) {
      const n = internal.length
      if (all.length === 0) return doesNotApply(NO_LINKS)
      return judged(n >= MIN_INTERNAL_LINKS, n, `Page has only ${n} internal links`)
    },
  },
  linksTooMany: {
    severity: 'warning',
    category: 'links',
    weight: 1,
    expected: `at most ${MAX_LINKS} links`,
    message: 'Among very many links the important ones are lost.',
    judge: ({ links: { all } }) =>
      judged(all.length <= MAX_LINKS, all.length, `Page has too many links (${all.length})`),
  },
  linksUncrawlable: {
    severity: 'warning',
    category: 'links',
    weight: 3,
    message: 'Crawlers follow an address in href, not what a script does on a click.',
    judge: ({ links: { all, dead } }) =>
      judgedEach([...all, ...dead], isDead, {
        none: NO_LINKS,
        issue: (n) => `${n} links are not crawlable (no usable href)`,
        example: ({ anchor: { href, text } }) => `${text} (${href ?? 'no href'})`.trimStart(),
      }),
  },
  linksEmptyText: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'The text of a link says where it leads, to people and to search engines.',
    judge: ({ links: { all } }) =>
      judgedEach(all, hasNoText, {
        none: NO_LINKS,
        issue: (n) => `${n} links have no anchor text`,
        example: addressOf,
      }),
  },
  linksGenericText: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'A text like "click here" says nothing about where the link leads.',
    judge: ({ links: { all } }) =>
      judgedEach(all, ({ anchor }) => isGenericText(anchor.text), {
        none: NO_LINKS,
        issue: (n) => `${n} links have generic text ("click here")`,
        example: ({ anchor, url }) => `${anchor.text} (${url.href})`,
      }),
  },
  internalNofollow: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'A nofollow on the own pages keeps crawlers from them.',
    judge: ({ links: { internal } }) =>
      judgedEach(internal, ({ anchor }) => anchor.rel.includes('nofollow'), {
        none: NO_INTERNAL_LINKS,
        issue: (n) => `${n} internal links are nofollow`,
        example: addressOf,
      }),
  },
  linksInsecure: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'An internal link over HTTP costs a redirect, and can be tampered with before it.',
    judge({ isHttps, links: { internal } }) {
      if (!isHttps) return doesNotApply('the page itself is served over HTTP')
      return judgedEach(internal, ({ url }) => url.protocol === 'http:', {
        none: NO_INTERNAL_LINKS,
        issue: (n) => `${n} internal links use HTTP`,
        example: addressOf,
      })
    },
  },
  linksLocalhost: {
    severity: 'error',
    category: 'links',
    weight: 3,
    message: 'An address of the own computer or network leads nowhere for visitors.',
    judge({ url, links: { all } }) {
      if (isLocalHost(url.hostname)) return doesNotApply('the page itself is at such an address')
      return judgedAll(all, (link) => isLocalHost(link.url.hostname), {
        none: NO_LINKS,
        issue: (n) => `${n} links point to localhost or a private address`,
        example: addressOf,
      })
    },
  },
  targetBlankNoopener: {
    severity: 'info',
    category: 'security',
    weight: 1,
    message: 'With rel=opener the page in the new tab can send this one elsewhere.',
    judge: ({ links: { all } }) =>
      judgedAll(
        all.filter(({ anchor }) => anchor.target?.toLowerCase() === '_blank'),
        ({ anchor }) => anchor.rel.includes('opener'),
        {
          none: 'no link opens a new tab',
          issue: (n) => `${n} target=_blank links with rel=opener`,
          example: addressOf,
        },
      ),
  },
} as const satisfies Record<string, Check>
