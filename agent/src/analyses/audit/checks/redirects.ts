import type { Judge } from '../judge.ts'
import { judged } from '../judgement.ts'

/** How the page was come to, and whether it leads on. */
export const REDIRECT_CHECKS = {
  redirected({ page: { hops } }) {
    const n = hops.length
    return judged(n === 0, n, `URL redirects (${n} hops)`)
  },
  redirectChain({ page: { hops } }) {
    const n = hops.length
    return judged(n <= 1, n, `Redirect chain has ${n} hops`)
  },
  metaRefresh: ({ refreshUrl }) =>
    judged(refreshUrl === null, refreshUrl, 'Meta refresh redirect is used'),
} as const satisfies Record<string, Judge>
