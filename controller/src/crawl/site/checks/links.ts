import { LINK_AREAS } from '@sightline/shared/crawl/work'
import type { NotedLink, Site, SiteUrl } from '../site.ts'
import { isBroken } from '../site.ts'
import type { Affected, IssueDetail, SiteCheck, SiteFinding } from '../site-check.ts'
import { MAX_NAMED } from '../site-check.ts'

/** Pages with links that are not as they should be, and where these stand. */
function pagesWithLinks(
  { notedLinks, urls, pages }: Site,
  isMeant: (target: SiteUrl, link: NotedLink) => boolean,
  tell: (target: SiteUrl) => IssueDetail,
): SiteFinding {
  const found = notedLinks.flatMap((link) => {
    const target = urls.get(link.toUrlId)
    return target !== undefined && isMeant(target, link) ? [{ link, target }] : []
  })
  const byPage = Map.groupBy(found, ({ link }) => link.from)
  const affected = [...byPage].flatMap(([from, links]): Affected[] => {
    const page = pages[from]
    if (page === undefined) return []
    const shown = links.slice(0, MAX_NAMED).map(({ link, target }) => ({
      target: target.url,
      ...tell(target),
      text: link.text,
      area: LINK_AREAS[link.area] ?? 'body',
    }))
    return [{ urlId: page.urlId, detail: { links: links.length, first: shown } }]
  })
  return { affected, ofTotal: pages.filter(({ isRedirect }) => !isRedirect).length }
}

const isExternal = ({ leftOut }: SiteUrl): boolean => leftOut === 'external'
const statusOf = ({ statusCode, error }: SiteUrl): IssueDetail => ({ statusCode, error })

export const brokenLinks: SiteCheck = {
  severity: 'error',
  weight: 8,
  title: 'Links to pages that are broken',
  advice: 'Visitors and crawlers end there. Mend the address, or take the link away.',
  find: (site) => pagesWithLinks(site, (to) => !isExternal(to) && isBroken(to), statusOf),
}

export const brokenExternalLinks: SiteCheck = {
  severity: 'warning',
  weight: 4,
  title: 'Links to other sites that do not answer',
  advice:
    'Lead elsewhere, or take the link away. Some sites refuse programs: try it by hand first.',
  find: (site) => {
    const isAsked = [...site.urls.values()].some((url) => isExternal(url) && url.outcome !== null)
    return isAsked ? pagesWithLinks(site, (to) => isExternal(to) && isBroken(to), statusOf) : null
  },
}

export const redirectingLinks: SiteCheck = {
  severity: 'info',
  weight: 2,
  title: 'Links to addresses that redirect',
  advice: 'Link to where the redirect ends: it saves everybody a request.',
  find: (site) =>
    pagesWithLinks(
      site,
      (to) => to.outcome === 'redirect',
      ({ statusCode, redirectTo }) => ({
        statusCode,
        redirectsTo: redirectTo === null ? null : (site.urls.get(redirectTo)?.url ?? null),
      }),
    ),
}

export const insecureLinks: SiteCheck = {
  severity: 'warning',
  weight: 3,
  title: 'Links of https pages to http addresses of the site',
  advice: 'Write them with https: the first request is neither private nor safe from changes.',
  find: (site) => {
    if (!site.startUrl.startsWith('https:')) return null
    return pagesWithLinks(
      site,
      (to, { from }) =>
        !isExternal(to) &&
        to.url.startsWith('http:') &&
        site.pages[from]?.url.startsWith('https:') === true,
      () => ({}),
    )
  },
}
