import type { AuditCheckDefinition } from './definition.ts'

/** What keeps crawlers from reading or showing the page. */
export const INDEXING_CHECKS = {
  noindex: {
    title: 'Pages that say noindex',
    severity: 'critical',
    category: 'indexability',
    weight: 10,
    isForAnyType: true,
    message:
      'A page set to noindex, in its robots meta tag or X-Robots-Tag, is not in search results.',
  },
  robotsBlocked: {
    title: 'Pages that robots.txt blocks',
    severity: 'critical',
    category: 'indexability',
    weight: 10,
    isForAnyType: true,
    message:
      'Crawlers do not fetch what robots.txt blocks, nor anything while robots.txt answers with a server error.',
  },
  nofollowPage: {
    title: 'Pages that say nofollow',
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    message: 'With a page-level nofollow crawlers go no further from here.',
  },
  nosnippet: {
    title: 'Pages that forbid a snippet',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A search result without any text is chosen less often.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
