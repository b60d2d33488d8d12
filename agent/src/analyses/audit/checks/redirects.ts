import type { PageFacts } from '../../../page/facts.ts'
import { readMetaRefresh } from '../../../page/meta-refresh.ts'
import type { Judge } from '../judge.ts'
import { judged } from '../judgement.ts'
import { isSamePage } from '../same-page.ts'

/** Where the first meta refresh that browsers understand leads, as written; null without one. */
function refreshTarget({ metas }: PageFacts): string | null {
  const refreshes = metas.flatMap(({ httpEquiv, content }) =>
    httpEquiv?.trim().toLowerCase() === 'refresh' ? [readMetaRefresh(content ?? '')] : [],
  )
  return refreshes.find((refresh) => refresh !== null)?.reference ?? null
}

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
  metaRefresh({ facts, page }) {
    const target = refreshTarget(facts)
    const leadsAway = target !== null && !isSamePage(target, page.url, facts.document.baseUrl)
    return judged(!leadsAway, target, 'Meta refresh redirect is used')
  },
} as const satisfies Record<string, Judge>
