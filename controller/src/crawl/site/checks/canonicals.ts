import type { Site, SitePage, SiteUrl } from '../site.ts'
import { isBroken } from '../site.ts'
import type { Affected, SiteCheck } from '../site-check.ts'

/** Pages that name another page of the site as canonical which is not one to be named: of those whose canonical page was
 *  asked for.
 *  @param isRead it was read, too, because a link or a sitemap leads there */
function canonicalsThat(
  { isRead }: { readonly isRead: boolean },
  tell: (target: SiteUrl, page: SitePage | undefined) => Record<string, unknown> | null,
): SiteCheck['find'] {
  return ({ pages, urls }: Site) => {
    const byUrl = new Map([...urls.values()].map((url) => [url.url, url]))
    let ofTotal = 0
    const affected = pages.flatMap(({ urlId, url, statusCode, facts }): Affected[] => {
      const canonical = facts?.canonical ?? null
      const target = canonical === null ? undefined : byUrl.get(canonical)
      if (statusCode !== 200 || canonical === url || target?.outcome == null) return []
      if (isRead && target.leftOut === 'canonical') return []
      ofTotal += 1
      const told = tell(target, pages[target.item])
      return told === null ? [] : [{ urlId, detail: () => ({ canonical, ...told }) }]
    })
    return { affected, ofTotal }
  }
}

export const canonicalToNoPage: SiteCheck = {
  severity: 'error',
  weight: 7,
  title: 'Canonicals that lead to no page',
  advice:
    'The page named as canonical is broken or redirects, so search engines choose one themselves. Name the page that answers with 200.',
  find: canonicalsThat({ isRead: false }, (target) =>
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
  find: canonicalsThat({ isRead: true }, (target, page) => {
    const next = page?.facts?.canonical ?? null
    return page?.statusCode === 200 && next !== null && next !== target.url ? { names: next } : null
  }),
}

export const canonicalToNoindex: SiteCheck = {
  severity: 'error',
  weight: 7,
  title: 'Canonicals that lead to a page which says noindex',
  advice: 'Neither of the two may be found then. Take noindex from the page that counts.',
  find: canonicalsThat({ isRead: true }, (_, page) => (page?.facts?.noindex === true ? {} : null)),
}
