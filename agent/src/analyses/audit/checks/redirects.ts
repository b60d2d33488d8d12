import { counted } from '@sightline/shared/counted'
import { refreshTargetOf } from '../../../page/refresh-target.ts'
import type { Judges } from '../judge.ts'
import { judged } from '../judgement.ts'

/** How the page was come to, and whether it leads on. */
export const REDIRECTS_CHECKS = {
  redirected({ page: { hops } }) {
    const n = hops.length
    return judged(n === 0, n, `URL redirects (${counted(n, 'hop')})`)
  },
  redirectChain({ page: { hops } }) {
    const n = hops.length
    return judged(n <= 1, n, `Redirect chain has ${n} hops`)
  },
  metaRefresh({ facts }) {
    const url = refreshTargetOf(facts)?.url ?? null
    return judged(url === null, url, 'Meta refresh redirect is used')
  },
} as const satisfies Judges<'redirects'>
