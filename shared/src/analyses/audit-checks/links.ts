import type { AuditCheckDefinition } from './definition.ts'

/** Where the page leads to. */
export const LINKS_CHECKS = {
  linksNone: {
    title: 'Pages without links',
    severity: 'warning',
    category: 'links',
    weight: 3,
    message: 'A page without links is a dead end for visitors and crawlers.',
  },
  internalLinksFew: {
    title: 'Pages with few internal links',
    severity: 'info',
    category: 'links',
    weight: 1,
    expected: 'at least 3 internal links',
    message: 'Internal links lead to the rest of the site.',
  },
  linksTooMany: {
    title: 'Pages with very many links',
    severity: 'warning',
    category: 'links',
    weight: 1,
    expected: 'at most 100 links',
    message: 'Among very many links the important ones are lost.',
  },
  linksUncrawlable: {
    title: 'Pages with links that crawlers cannot follow',
    severity: 'warning',
    category: 'links',
    weight: 3,
    message: 'Crawlers follow an address in href, not what a script does on a click.',
  },
  linksEmptyText: {
    title: 'Pages with links without a text',
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'The text of a link says where it leads, to people and to search engines.',
  },
  linksGenericText: {
    title: 'Pages with links such as "click here"',
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'A text like "click here" says nothing about where the link leads.',
  },
  internalNofollow: {
    title: 'Pages with internal links that say nofollow',
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'A nofollow keeps crawlers from pages of the same site.',
  },
  linksInsecure: {
    title: 'Pages with internal links over http',
    severity: 'warning',
    category: 'links',
    weight: 2,
    message: 'An internal link over HTTP costs a redirect, and can be tampered with before it.',
  },
  linksLocalhost: {
    title: 'Pages with links to the own computer or network',
    severity: 'error',
    category: 'links',
    weight: 3,
    message: 'An address of the own computer or network leads nowhere for visitors.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
