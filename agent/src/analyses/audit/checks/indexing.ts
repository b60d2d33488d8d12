import type { Check } from '../check.ts'
import { judged } from '../judgement.ts'

/** What keeps crawlers from reading or showing the page. */
export const INDEXING_CHECKS = {
  noindex: {
    severity: 'critical',
    category: 'indexability',
    weight: 10,
    isForAnyType: true,
    message: 'A page set to noindex, in its robots meta tag or X-Robots-Tag, is not in search results.',
    judge: ({ directives: { noindex } }) => judged(!noindex, noindex, 'Page is set to noindex'),
  },
  robotsBlocked: {
    severity: 'critical',
    category: 'indexability',
    weight: 10,
    isForAnyType: true,
    message:
      'Crawlers do not fetch what robots.txt blocks, nor anything while robots.txt answers with a server error.',
    judge: ({ access }) =>
      judged(access.isAllowed, access.reason, 'URL is blocked by robots.txt'),
  },
  nofollowPage: {
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    message: 'With a page-level nofollow crawlers go no further from here.',
    judge: ({ directives: { nofollow } }) =>
      judged(!nofollow, nofollow, 'Page-level nofollow is set'),
  },
  nosnippet: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A search result without any text is chosen less often.',
    judge({ directives: { nosnippet, maxSnippet } }) {
      const isOff = nosnippet || maxSnippet === 0
      return judged(!isOff, isOff, 'Snippets are disabled (nosnippet or max-snippet:0)')
    },
  },
} as const satisfies Record<string, Check>
