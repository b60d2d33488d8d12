import type { AuditCheckDefinition } from './definition.ts'

/** Where the page leads to. */
export const LINKS_CHECKS = {
  linksNone: {
    severity: 'warning',
    category: 'links',
    weight: 3,
    message: 'A page without links is a dead end for visitors and crawlers.',
  },
  internalLinksFew: {
    severity: 'info',
    category: 'links',
    weight: 1,
    expected: 'at least 3 internal links',
    message: 'Internal links lead to the rest of the site.',
  },
  linksTooMany: {
    severity: 'warning',
    category: 'links',
    weight: 1,
    expected: 'at most 100 links',
    message: 'Among very many links the important ones are lost.',
  },
  linksUncrawlable: {
    severity: 'warning',
    category: 'links',
    weight: 3,
    message: 'Crawlers follow an address in href, not what a script does on a click.',
  },
  linksEmptyText: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'The text of a link says where it leads, to people and to search engines.',
  },
  linksGenericText: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'A text like "click here" says nothing about where the link leads.',
  },
  internalNofollow: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'A nofollow keeps crawlers from pages of the same site.',
  },
  linksInsecure: {
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'An internal link over HTTP costs a redirect, and can be tampered with before it.',
  },
  linksLocalhost: {
    severity: 'error',
    category: 'links',
    weight: 3,
    message: 'An address of the own computer or network leads nowhere for visitors.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
