import { mayFetch } from '../../../robots/agent-rules.ts'
import { ruleText } from '../../../robots/rule-text.ts'
import type { Judges } from '../judge.ts'
import { judged } from '../judgement.ts'

/** What keeps crawlers from reading or showing the page. */
export const INDEXING_CHECKS = {
  noindex: ({ directives: { noindex } }) => judged(!noindex, noindex, 'Page is set to noindex'),
  robotsBlocked({ rules, url }) {
    const verdict = mayFetch(rules, url.href)
    const value = rules.access === 'nothing' ? 'robots.txt cannot be read' : ruleText(verdict)
    return judged(verdict.isAllowed, value, 'URL is blocked by robots.txt')
  },
  nofollowPage: ({ directives: { nofollow } }) =>
    judged(!nofollow, nofollow, 'Page-level nofollow is set'),
  nosnippet: ({ directives: { nosnippet } }) =>
    judged(!nosnippet, nosnippet, 'Snippets are disabled (nosnippet or max-snippet:0)'),
} as const satisfies Judges<'indexing'>
