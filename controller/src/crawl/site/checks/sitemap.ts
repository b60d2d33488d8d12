import type { Site, SitePage, SiteUrl } from '../site.ts'
import { isBroken, isIndexable } from '../site.ts'
import type { Affected, IssueDetail, SiteCheck } from '../site-check.ts'

/** Addresses of the sitemap that do not belong there, in its order. */
function namedThat(
  tell: (url: SiteUrl, page: SitePage | undefined, site: Site) => IssueDetail | null,
): SiteCheck['find'] {
  return (site) => {
    if (!site.hasSitemap) return null
    const named = [...site.urls.values()]
      .filter(({ sitemapPlace, outcome }) => sitemapPlace !== null && outcome !== null)
      .sort((one, other) => (one.sitemapPlace ?? 0) - (other.sitemapPlace ?? 0))
    const affected = named.flatMap((url): Affected[] => {
      const detail = tell(url, site.pages[url.item], site)
      return detail === null ? [] : [{ urlId: url.id, detail: () => detail }]
    })
    return { affected, ofTotal: named.length }
  }
}

export const sitemapNoindex: SiteCheck = {
  severity: 'warning',
  weight: 5,
  title: 'Addresses of the sitemap that say noindex',
  advice: 'The sitemap asks for what the page forbids: take it out of one of the two.',
  find: namedThat((_, page) => (page?.facts?.noindex === true ? {} : null)),
}

export const sitemapRedirect: SiteCheck = {
  severity: 'warning',
  weight: 4,
  title: 'Addresses of the sitemap that redirect',
  advice: 'Name where they lead to.',
  find: namedThat(({ outcome, redirectTo }, _, { urls }) =>
    outcome === 'redirect'
      ? { redirectsTo: redirectTo === null ? null : (urls.get(redirectTo)?.url ?? null) }
      : null,
  ),
}

export const sitemapBroken: SiteCheck = {
  severity: 'error',
  weight: 6,
  title: 'Addresses of the sitemap that are broken',
  advice: 'Take out what is gone, or mend it.',
  find: namedThat((url) =>
    isBroken(url) ? { statusCode: url.statusCode, error: url.error } : null,
  ),
}

export const sitemapBlocked: SiteCheck = {
  severity: 'error',
  weight: 6,
  title: 'Addresses of the sitemap that robots.txt forbids',
  advice: 'Search engines are asked to come and kept out: allow them, or take them out.',
  find: namedThat(({ outcome }) => (outcome === 'blocked' ? {} : null)),
}

export const notInSitemap: SiteCheck = {
  severity: 'info',
  weight: 2,
  title: 'Pages that may be found and stand in no sitemap',
  advice: 'Name them there, so that search engines learn of changes sooner.',
  find({ hasSitemap, isSitemapCut, pages, urls }) {
    // What was not read of them may name any page.
    if (!hasSitemap || isSitemapCut) return null
    const asked = pages.filter(isIndexable)
    const affected = asked.filter(({ urlId }) => urls.get(urlId)?.sitemapPlace === null)
    return { affected: affected.map(({ urlId }) => ({ urlId })), ofTotal: asked.length }
  },
}
