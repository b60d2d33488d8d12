import type { RedirectStep } from '../redirects/trail.ts'
import { headerText } from '../page/content-type.ts'
import { downgradesOf, isHop, isPermanent, issuesOf } from '../redirects/issues.ts'
import type { Analysis } from './analysis.ts'

function shownStep(step: RedirectStep, place: number) {
  const { url, statusCode, location, type, delaySeconds, httpVersion, ms, headers } = step
  return {
    step: place + 1,
    url,
    statusCode,
    location,
    type,
    permanent: isPermanent(step),
    delaySeconds,
    protocol: httpVersion === null ? null : `HTTP/${httpVersion}`,
    ms,
    server: headerText(headers, 'server'),
    headers: headers as Record<string, string | string[]>,
  }
}

/** Where an address leads to, hop by hop. Source: analyses design, "redirect-chains" */
export const redirectChainsAnalysis: Analysis<'redirect-chains', 'redirects'> = {
  needs: ['redirects'],
  analyse({ redirects: trail }) {
    const { steps, isLoop, isCut, totalMs } = trail
    const hops = steps.filter(isHop)
    const last = steps.at(-1)
    const answered = steps.findLast(({ statusCode }) => statusCode !== null)
    return {
      url: trail.askedUrl,
      fetchedUrl: answered?.url ?? trail.askedUrl,
      statusCode: answered?.statusCode ?? 0,
      finalUrl: last?.url ?? trail.askedUrl,
      finalStatusCode: last?.statusCode ?? null,
      hops: hops.length,
      isChain: hops.length > 1,
      isLoop,
      isCut,
      hasHttpsDowngrade: downgradesOf(steps).length > 0,
      hasTemporary: hops.some((hop) => !isPermanent(hop)),
      totalMs,
      chain: steps.map(shownStep),
      issues: issuesOf(trail),
    }
  },
}
