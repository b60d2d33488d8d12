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
  metaRefresh({ facts, page }) {
    const refresh = refreshTargetOf(facts, page.headers)
    const name = refresh?.source === 'header' ? 'Refresh header' : 'Meta refresh'
    return judged(refresh === null, refresh?.url ?? null, `${name} redirect is used`)
  },
} as const satisfies Judges<'redirects'>
