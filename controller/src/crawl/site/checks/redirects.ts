import type { Site, SitePage, SiteUrl } from '../site.ts'
import type { Affected, SiteCheck } from '../site-check.ts'

/** Longest way that is told. */
const MAX_STEPS = 20

/** Where an address leads over redirects, itself first.
 *  @returns also whether the way comes back to where it was */
function wayOf(from: SiteUrl, urls: Site['urls']): { steps: SiteUrl[]; isLoop: boolean } {
  const steps = [from]
  const seen = new Set([from.id])
  for (let at = from; at.redirectTo !== null && steps.length <= MAX_STEPS;) {
    const next = urls.get(at.redirectTo)
    if (next === undefined) break
    if (seen.has(next.id)) return { steps: [...steps, next], isLoop: true }
    steps.push(next)
    seen.add(next.id)
    at = next
  }
  return { steps, isLoop: false }
}

/** By its status, or at once by itself. */
const leadsOn = ({ isRedirect, facts }: SitePage): boolean =>
  isRedirect || facts?.refresh !== undefined

/** Whether a crawl began at a page that it was led on from later. Where it begins is found with cookies, as by a browser:
 *  so the way goes over other sites, perhaps, and back to a page that is there only for whoever keeps them. */
const isLostStart = ({ isRedirect, urlId }: SitePage, { pages, startItem }: Site): boolean =>
  isRedirect && pages[startItem]?.urlId === urlId

function waysThat(isMeant: (steps: number, isLoop: boolean) => boolean): SiteCheck['find'] {
  return (site) => {
    const { pages, urls } = site
    const redirects = pages.filter(leadsOn)
    const affected = redirects.flatMap((page): Affected[] => {
      const { urlId } = page
      const from = urls.get(urlId)
      if (from === undefined) return []
      const { steps, isLoop } = wayOf(from, urls)
      if (!isMeant(steps.length - 1, isLoop || isLostStart(page, site))) return []
      return [{ urlId, detail: () => ({ way: steps.map(({ url }) => url) }) }]
    })
    return { affected, ofTotal: redirects.length }
  }
}

export const redirectChains: SiteCheck = {
  severity: 'warning',
  weight: 4,
  title: 'Redirects that lead to another redirect',
  advice: 'Let the first one lead to the end at once: crawlers give up long chains.',
  find: waysThat((hops, isLoop) => !isLoop && hops > 1),
}

export const redirectLoops: SiteCheck = {
  severity: 'error',
  weight: 8,
  title: 'Redirects that never end',
  advice:
    'Search engines never get to a page there, nor does anybody who keeps no cookies, as a crawl does not: take one of the redirects away.',
  find: waysThat((_, isLoop) => isLoop),
}
