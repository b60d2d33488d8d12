import type { AuditCheckDefinition } from './definition.ts'

/** What search engines are told: robots, canonical links, redirects, other languages. */
export const INDEXABILITY_CHECKS = {
  noindex: {
    severity: 'critical',
    category: 'indexability',
    weight: 10,
    isForAnyType: true,
    message:
      'A page set to noindex, in its robots meta tag or X-Robots-Tag, is not in search results.',
  },
  robotsBlocked: {
    severity: 'critical',
    category: 'indexability',
    weight: 10,
    isForAnyType: true,
    message:
      'Crawlers do not fetch what robots.txt blocks, nor anything while robots.txt answers with a server error.',
  },
  nofollowPage: {
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    message: 'With a page-level nofollow crawlers go no further from here.',
  },
  nosnippet: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A search result without any text is chosen less often.',
  },
  canonicalMissing: {
    severity: 'warning',
    category: 'indexability',
    weight: 4,
    message: 'A canonical link says which address counts when a page has several.',
  },
  canonicalMultiple: {
    severity: 'error',
    category: 'indexability',
    weight: 4,
    expected: 'one canonical link',
    message: 'Search engines ignore canonical links that contradict each other.',
  },
  canonicalRelative: {
    severity: 'warning',
    category: 'indexability',
    weight: 1,
    expected: 'an address with https://',
    message: 'A relative canonical turns wrong as soon as the page is found at another host.',
  },
  canonicalMismatch: {
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    message:
      'A page that names another address as the canonical one is not in search results itself.',
  },
  canonicalHeaderConflict: {
    severity: 'error',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    expected: 'the same address in both',
    message: 'Search engines ignore canonical links that contradict each other.',
  },
  canonicalInBody: {
    severity: 'error',
    category: 'indexability',
    weight: 3,
    message: 'Search engines read canonical links in the head only.',
  },
  canonicalInsecure: {
    severity: 'warning',
    category: 'indexability',
    weight: 2,
    isForAnyType: true,
    expected: 'an address with https://',
    message: 'It sends search engines from the safe address to the unsafe one.',
  },
  redirected: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'Links that name the final address spare a round trip.',
  },
  redirectChain: {
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    expected: 'at most one redirect',
    message: 'Every hop of a chain costs a round trip, and crawlers give up on long ones.',
  },
  metaRefresh: {
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    message: 'A redirect by meta refresh is slow and uncertain; a 301 is understood by all.',
  },
  hreflangInvalid: {
    severity: 'error',
    category: 'indexability',
    weight: 3,
    expected: 'values such as "en", "pt-BR", "zh-Hant" or "x-default"',
    message: 'Search engines ignore an hreflang that is no language, or language and region.',
  },
  hreflangSelfMissing: {
    severity: 'warning',
    category: 'indexability',
    weight: 2,
    message: 'Each page of a set names all of them, itself too, or the set may be ignored.',
  },
  hreflangXDefaultMissing: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    expected: 'a link with hreflang="x-default"',
    message: 'x-default says what is shown to people of all other languages.',
  },
  hreflangRelative: {
    severity: 'warning',
    category: 'indexability',
    weight: 2,
    expected: 'addresses with https://',
    message: 'The address of an alternate is to be written in full, scheme and host too.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
