import { LINK_AREAS } from '@sightline/shared/crawl/link'
import type { LinkFault, Site, SiteUrl } from '../site.ts'
import { endOf } from '../site.ts'
import type { Affected, IssueDetail, SiteCheck, SiteFinding } from '../site-check.ts'

/** Pages with links that have a fault, and where these stand. */
function pagesWithLinks(
  site: Site,
  fault: LinkFault,
  tell: (target: SiteUrl, site: Site) => IssueDetail,
): SiteFinding {
  const { faultyLinks, urls, pages } = site
  const affected = faultyLinks[fault].flatMap(({ from, count, first }): Affected[] => {
    const page = pages[from]
    if (page === undefined) return []
    const shown = () =>
      first.flatMap(({ toUrlId, area, text }) => {
        const target = urls.get(toUrlId)
        if (target === undefined) return []
        return [
          { target: target.url, ...tell(target, site), text, area: LINK_AREAS[area] ?? 'body' },
        ]
      })
    return [{ urlId: page.urlId, detail: () => ({ links: count, first: shown() }) }]
  })
  return { affected, ofTotal: pages.filter(({ isRedirect }) => !isRedirect).length }
}

/** What comes of an address in the end. */
export function statusOf(target: SiteUrl, { urls }: Site): IssueDetail {
  const end = endOf(target, urls)
  const { statusCode, error } = end
  return { ...(end === target ? {} : { leadsTo: end.url }), statusCode, error }
}

export const brokenLinks: SiteCheck = {
  severity: 'error',
  weight: 8,
  title: 'Links to pages and files that are broken',
  advice: 'Visitors and crawlers end there. Mend the address, or take the link away.',
  find: (site) => pagesWithLinks(site, 'broken', statusOf),
}

export const brokenExternalLinks: SiteCheck = {
  severity: 'warning',
  weight: 4,
  title: 'Links to other sites that do not answer',
  advice:
    'Lead elsewhere, or take the link away. Some sites refuse programs: try it by hand first.',
  find: (site) => (site.asksExternal ? pagesWithLinks(site, 'brokenExternal', statusOf) : null),
}

export const redirectingLinks: SiteCheck = {
  severity: 'info',
  weight: 2,
  title: 'Links to addresses that redirect',
  advice: 'Link to where the redirect ends: it saves everybody a request.',
  find: (site) =>
    pagesWithLinks(site, 'redirecting', ({ statusCode, redirectTo }) => ({
      statusCode,
      redirectsTo: redirectTo === null ? null : (site.urls.get(redirectTo)?.url ?? null),
    })),
}

export const insecureLinks: SiteCheck = {
  severity: 'warning',
  weight: 3,
  title: 'Links of https pages to http addresses of the site',
  advice: 'Write them with https: the first request is neither private nor safe from changes.',
  find: (site) =>
    site.startUrl.startsWith('https:') ? pagesWithLinks(site, 'insecure', () => ({})) : null,
}
