import { numberWords } from '../../words/durations.ts'

interface Pages {
  readonly complete: boolean
  readonly pagesCrawled: number
  readonly pagesQueued: number
  readonly maxPages: number
}

/** Said of the pages of a crawl: whether there are more, and why it did not read them. Pure. */
export function pagesNote(
  { complete, pagesCrawled, pagesQueued, maxPages }: Pages,
  isOver: boolean,
): string {
  if (!isOver) return `and ${numberWords(pagesQueued)} more to read`
  if (complete) return 'all there are'
  return pagesCrawled < maxPages ? 'not all there are' : `the limit was ${numberWords(maxPages)}`
}
