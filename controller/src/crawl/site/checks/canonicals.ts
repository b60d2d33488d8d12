import type { Site, SitePage, SiteUrl } from '../site.ts'
import { isBroken } from '../site.ts'
import type { Affected, SiteCheck } from '../site-check.ts'

/** Pages that name another page of the site as canonical which is not one to be named. */
function canonicalsThat(
  tell: (target: SiteUrl, page: SitePage | undefined) => Record<string, unknown> | null,
): SiteCheck['find'] {
  return ({ pages, urls }: Site) => {
    const byUrl = new Map([...urls.values()].map((url) => [url.url, url]))
    const asked = pages.filter(
      ({ facts, url, statusCode }) =>
        statusCode === 200 && facts?.canonical != null && facts.canonical !== url,
    )
    const affected = asked.flatMap(({ urlId, facts }): Affected[] => {
      const target = byUrl.get(facts?.canonical ?? '')
      const told = target === undefined ? null : tell(target, pages[target.item])
      return told === null
        ? []
        : [{ urlId, detail: () => ({ canonical: facts?.canonical, ...told }) }]
    })
    return { affected, ofTotal: asked.length }
  }
}

export const canonicalToNoPage: SiteCheck = {
  severity: 'error',
  weight: 7,
  title: 'Canonicals that lead to no page',
  advice:
    'The page named as canonical is broken or redirects, so search engines choose one themselves. Name the page that answers with 200.',
  find: canonicalsThat((target) =>
    isBroken(target) || target.outcome === 'redirect'
      ? { statusCode: target.statusCode, error: target.error }
      : null,
  ),
}

export const canonicalToOtherCanonical: SiteCheck = {
  severity: 'warning',
  weight: 5,
  title: 'Canonicals of pages that name another canonical',
  advice: 'Name the last one at once.',
  find: canonicalsThat((target, page) => {
    const next = page?.facts?.canonical ?? null
    return page?.statusCode === 200 && next !== null && next !== target.url ? { names: next } : null
  }),
}

export const canonicalToNoindex: SiteCheck = {
  severity: 'error',
  weight: 7,
  title: 'Canonicals that lead to a page which says noindex',
  advice: 'Neither of the two may be found then. Take noindex from the page that counts.',
  find: canonicalsThat((_, page) => (page?.facts?.noindex === true ? {} : null)),
}
