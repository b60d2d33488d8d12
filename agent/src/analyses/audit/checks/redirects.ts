import type { Check } from '../check.ts'
import { judged } from '../judgement.ts'

/** How the page was come to, and whether it leads on. */
export const REDIRECT_CHECKS = {
  redirected: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'Links that name the final address spare a round trip.',
    judge({ page: { hops } }) {
      const n = hops.length
      return judged(n === 0, n, `URL redirects (${n} hops)`)
    },
  },
  redirectChain: {
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    isForAnyType: true,
    expected: 'at most one redirect',
    message: 'Every hop of a chain costs a round trip, and crawlers give up on long ones.',
    judge({ page: { hops } }) {
      const n = hops.length
      return judged(n <= 1, n, `Redirect chain has ${n} hops`)
    },
  },
  metaRefresh: {
    severity: 'warning',
    category: 'indexability',
    weight: 3,
    message: 'A redirect by meta refresh is slow and uncertain; a 301 is understood by all.',
    judge: ({ refreshUrl }) =>
      judged(refreshUrl === null, refreshUrl, 'Meta refresh redirect is used'),
  },
} as const satisfies Record<string, Check>
