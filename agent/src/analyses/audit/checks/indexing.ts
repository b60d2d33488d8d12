import { mayFetch } from '../../../robots/agent-rules.ts'
import type { Judge } from '../judge.ts'
import { judged } from '../judgement.ts'

/** What keeps crawlers from reading or showing the page. */
export const INDEXING_CHECKS = {
  noindex: ({ directives: { noindex } }) => judged(!noindex, noindex, 'Page is set to noindex'),
  robotsBlocked({ rules, url }) {
    const { isAllowed, rule } = mayFetch(rules, url.href)
    const value = rule === null ? rules.access : `${rule.directive}: ${rule.value}`
    return judged(isAllowed, value, 'URL is blocked by robots.txt')
  },
  nofollowPage: ({ directives: { nofollow } }) =>
    judged(!nofollow, nofollow, 'Page-level nofollow is set'),
  nosnippet: ({ directives: { nosnippet } }) =>
    judged(!nosnippet, nosnippet, 'Snippets are disabled (nosnippet or max-snippet:0)'),
} as const satisfies Record<string, Judge>
