import type { LinkedPage } from '../../data/wire.ts'

export const PAGE_SORTS = [
  { value: 'pageRank', text: 'PageRank' },
  { value: 'statusCode', text: 'Broken first' },
  { value: 'depth', text: 'Deepest first' },
  { value: 'inlinks', text: 'Least linked first' },
] as const
export type PageSort = (typeof PAGE_SORTS)[number]['value']

/** -1: the largest comes first. */
const DIRECTIONS: Readonly<Record<PageSort, 1 | -1>> = {
  pageRank: -1,
  statusCode: -1,
  depth: -1,
  inlinks: 1,
}

/** Where no link leads is farther away than any page that one can go to. */
const valueOf = (page: LinkedPage, sort: PageSort): number => page[sort] ?? Number.POSITIVE_INFINITY

/** Pages in an order; equal ones by their addresses. Pure. */
export function sortPages(pages: readonly LinkedPage[], sort: PageSort): LinkedPage[] {
  const direction = DIRECTIONS[sort]
  return pages.toSorted(
    // Of two that are infinitely far away the difference is no number.
    (a, b) => direction * (valueOf(a, sort) - valueOf(b, sort)) || (a.url < b.url ? -1 : 1),
  )
}
