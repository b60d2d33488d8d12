import type { Site, SitePage } from '../site.ts'
import type { Affected, SiteCheck } from '../site-check.ts'
import { MAX_NAMED } from '../site-check.ts'

/** Whether a sitemap may name a page's alternates, in place of the page: which it names is not kept. */
function mayNameInSitemap(
  { hasSitemapAlternates, isSitemapCut, urls }: Site,
  { urlId }: SitePage,
): boolean {
  if (!hasSitemapAlternates) return false
  return isSitemapCut || (urls.get(urlId)?.sitemapPlace ?? null) !== null
}

export const hreflangWithoutReturn: SiteCheck = {
  severity: 'warning',
  weight: 4,
  title: 'Alternates in other languages that do not link back',
  advice:
    'Search engines believe an hreflang only when the other page names this one too. Let all versions name each other.',
  find(site) {
    const { pages, urls } = site
    const byUrl = new Map([...urls.values()].map((url) => [url.url, url]))
    let ofTotal = 0
    const affected = pages.flatMap(({ urlId, url, facts }): Affected[] => {
      // What was not crawled may well link back.
      const crawled = (facts?.alternates ?? []).flatMap(([language, to]) => {
        const target = to === url ? undefined : pages[byUrl.get(to)?.item ?? -1]
        return target === undefined ? [] : [{ language, to, target }]
      })
      if (crawled.length > 0) ofTotal += 1
      const silent = crawled.filter(
        ({ target }) =>
          !mayNameInSitemap(site, target) &&
          !(target.facts?.alternates ?? []).some(([, back]) => back === url),
      )
      if (silent.length === 0) return []
      const first = silent.slice(0, MAX_NAMED).map(({ language, to }) => ({ language, url: to }))
      return [{ urlId, detail: () => ({ alternates: silent.length, first }) }]
    })
    return { affected, ofTotal }
  },
}
