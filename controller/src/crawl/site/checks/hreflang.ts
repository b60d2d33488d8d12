import type { Affected, SiteCheck } from '../site-check.ts'
import { MAX_NAMED } from '../site-check.ts'

export const hreflangWithoutReturn: SiteCheck = {
  severity: 'warning',
  weight: 4,
  title: 'Alternates in other languages that do not link back',
  advice:
    'Search engines believe an hreflang only when the other page names this one too. Let all versions name each other.',
  find({ pages, urls }) {
    const byUrl = new Map([...urls.values()].map((url) => [url.url, url]))
    const asked = pages.filter(({ facts }) => (facts?.alternates.length ?? 0) > 0)
    const affected = asked.flatMap(({ urlId, url, facts }): Affected[] => {
      const silent = (facts?.alternates ?? []).filter(([, to]) => {
        const target = pages[byUrl.get(to)?.item ?? -1]
        // What was not crawled may well link back.
        if (target === undefined || to === url) return false
        return !(target.facts?.alternates ?? []).some(([, back]) => back === url)
      })
      if (silent.length === 0) return []
      const first = silent.slice(0, MAX_NAMED).map(([language, to]) => ({ language, url: to }))
      return [{ urlId, detail: () => ({ alternates: silent.length, first }) }]
    })
    return { affected, ofTotal: asked.length }
  },
}
