import type { Affected, SiteCheck } from '../site-check.ts'
import type { Site } from '../site.ts'
import { isIndexable } from '../site.ts'

/** Pages farther than this from the start page are rarely crawled. */
const MAX_CLICKS = 4

/** Pages that may be found, by their place in the graph. */
function indexablePagesThat(
  { pages }: Site,
  tell: (place: number) => Record<string, unknown> | null,
): { affected: Affected[]; ofTotal: number } {
  let ofTotal = 0
  const affected = pages.flatMap((page, place): Affected[] => {
    if (!isIndexable(page)) return []
    ofTotal += 1
    const detail = tell(place)
    return detail === null ? [] : [{ urlId: page.urlId, detail: () => detail }]
  })
  return { affected, ofTotal }
}

export const deepPages: SiteCheck = {
  severity: 'info',
  weight: 2,
  title: 'Pages more than 4 clicks from the start page',
  advice: 'Link to those that matter from pages that are nearer to the start.',
  find: (site) =>
    indexablePagesThat(site, (place) => {
      const depth = site.depths[place] ?? -1
      return depth > MAX_CLICKS ? { depth } : null
    }),
}

export const singleInlink: SiteCheck = {
  severity: 'info',
  weight: 2,
  title: 'Pages that only one other page links to',
  advice: 'One change of that page, and nobody finds them: link to them from related pages too.',
  find: (site) =>
    indexablePagesThat(site, (place) =>
      site.inlinks[place] === 1 && place !== site.startItem ? {} : null,
    ),
}

export const orphanPages: SiteCheck = {
  severity: 'warning',
  weight: 5,
  title: 'Pages that no other page links to',
  advice: 'Visitors never get there, and search engines take them for unimportant: link to them.',
  find(site) {
    // Pages that were not read may have the links.
    if (!site.isComplete) return null
    return indexablePagesThat(site, (place) =>
      site.inlinks[place] === 0 && place !== site.startItem ? {} : null,
    )
  },
}
