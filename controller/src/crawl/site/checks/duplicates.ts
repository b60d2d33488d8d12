import type { Site, SitePage } from '../site.ts'
import { isIndexable } from '../site.ts'
import type { Affected, SiteCheck } from '../site-check.ts'
import { MAX_NAMED } from '../site-check.ts'
import { nearDuplicates } from '../near-duplicates.ts'

/** Names the others of a group to each of its pages. */
function tellGroups(
  groups: readonly (readonly SitePage[])[],
  text?: (page: SitePage) => string,
): Affected[] {
  const affected = groups.flatMap((group) => {
    const named = group.slice(0, MAX_NAMED + 1)
    return group.map((page): Affected => {
      const others = (): SitePage[] => named.filter((other) => other !== page).slice(0, MAX_NAMED)
      return {
        urlId: page.urlId,
        detail: () => ({
          ...(text === undefined ? {} : { text: text(page) }),
          pages: group.length,
          others: others().map(({ url }) => url),
        }),
      }
    })
  })
  return affected
}

/** Pages that may be found and have a text in common that should be each one's own. */
function duplicatesOf(text: (page: SitePage) => string): SiteCheck['find'] {
  return ({ pages }) => {
    const asked = pages.filter((page) => isIndexable(page) && text(page) !== '')
    const groups = [...Map.groupBy(asked, text).values()].filter((group) => group.length > 1)
    return { affected: tellGroups(groups, text), ofTotal: asked.length }
  }
}

export const duplicateTitles: SiteCheck = {
  severity: 'error',
  weight: 5,
  title: 'Pages with the same title',
  advice:
    'In search results they cannot be told apart. Give each page a title of its own, or let copies name one page as canonical.',
  find: duplicatesOf(({ title }) => title),
}

export const duplicateDescriptions: SiteCheck = {
  severity: 'warning',
  weight: 3,
  title: 'Pages with the same meta description',
  advice: 'Describe what each page has that the others do not.',
  find: duplicatesOf(({ description }) => description),
}

export const duplicateHeadings: SiteCheck = {
  severity: 'warning',
  weight: 2,
  title: 'Pages with the same h1',
  advice: 'The main heading says what this page is about: make it its own.',
  find: duplicatesOf(({ h1 }) => h1),
}

export const nearDuplicateTexts: SiteCheck = {
  severity: 'warning',
  weight: 4,
  title: 'Pages with nearly the same text',
  advice:
    'Search engines choose one of them, not always the one you want. Join them, or name the one that counts as canonical. Texts count as nearly the same when their SimHashes differ in at most 3 of 64 bits.',
  find({ pages }: Site) {
    const asked = pages.filter((page) => isIndexable(page) && page.facts?.simHash != null)
    const groups = nearDuplicates(asked.map(({ facts }) => facts?.simHash ?? null))
    const affected = tellGroups(
      groups.map((places) => places.flatMap((place) => asked[place] ?? [])),
    )
    return { affected, ofTotal: asked.length }
  },
}
