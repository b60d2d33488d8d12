import type { AuditCheckDefinition } from './definition.ts'

/** What the page says its own address is. */
export const CANONICAL_CHECKS = {
  canonicalMissing: {
    title: 'Pages without a canonical link',
    severity: 'warning',
    category: 'indexability',
    weight: 4,
    message: 'A canonical link says which address counts when a page has several.',
  },
  canonicalMultiple: {
    title: 'Pages with several canonical links',
    severity: 'error',
    category: 'indexability',
    weight: 4,
    expected: 'one canonical link',
    message: 'Search engines ignore canonical links that contradict each other.',
  },
  canonicalRelative: {
    title: 'Pages with a relative canonical link',
    severity: 'warning',
    category: 'indexability',
    weight: 1,
    expected: 'an address with https://',
    message: 'A relative canonical turns wrong as soon as the page is found at another host.',
  },
  canonicalMismatch: {
    title: 'Pages that name another address as canonical',
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    message:
      'A page that names another address as the canonical one is not in search results itself.',
  },
  canonicalHeaderConflict: {
    title: 'Pages whose canonical header and link differ',
    severity: 'error',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    expected: 'the same address in both',
    message: 'Search engines ignore canonical links that contradict each other.',
  },
  canonicalInBody: {
    title: 'Pages with the canonical link in the body',
    severity: 'error',
    category: 'indexability',
    weight: 3,
    message: 'Search engines read canonical links in the head only.',
  },
  canonicalInsecure: {
    title: 'Pages whose canonical link leads to http',
    severity: 'warning',
    category: 'indexability',
    weight: 2,
    isForAnyType: true,
    expected: 'an address with https://',
    message: 'It sends search engines from the safe address to the unsafe one.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
