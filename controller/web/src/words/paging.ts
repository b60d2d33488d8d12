import { countWords, numberWords } from './durations.ts'

/** Where one is in a list that is read page by page. */
export interface Paging {
  /** What the page shows of the list, for people. */
  readonly text: string
  /** The page that leads back; null: this is the first. */
  readonly before: number | null
  /** null: this is the last. */
  readonly next: number | null
}

/** @returns null for a list that is on one page, and shown */
export function pagingOf(page: number, per: number, total: number): Paging | null {
  const pages = Math.max(1, Math.ceil(total / per))
  if (page > pages) {
    // Somebody's bookmark, or entries that went meanwhile.
    const text = `Nothing is on page ${numberWords(page)}: there ${pages === 1 ? 'is' : 'are'} ${countWords(pages, 'page')}`
    return { text, before: pages, next: null }
  }
  if (pages === 1) return null
  const first = numberWords((page - 1) * per + 1)
  const last = numberWords(Math.min(total, page * per))
  return {
    text: `${first} to ${last} of ${numberWords(total)}`,
    before: page > 1 ? page - 1 : null,
    next: page < pages ? page + 1 : null,
  }
}
