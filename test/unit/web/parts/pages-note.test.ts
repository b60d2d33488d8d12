import { expect, it } from 'vitest'
import { pagesNote } from '../../../../controller/web/src/parts/crawls/pages-note.ts'

it.each([
  ['it goes on', { pagesQueued: 1_200 }, false, 'and 1,200 more to read'],
  ['all were read', { complete: true }, true, 'all there are'],
  ['it came to its limit', { pagesCrawled: 5_000 }, true, 'the limit was 5,000'],
  ['somebody stopped it', { pagesCrawled: 12 }, true, 'not all there are'],
  ['the site could not be read', { pagesCrawled: 0 }, true, 'not all there are'],
])('a crawl tells of its pages when %s', (_when, crawl, isOver, note) => {
  const some = { complete: false, pagesCrawled: 40, pagesQueued: 0, maxPages: 5_000 }
  expect(pagesNote({ ...some, ...crawl }, isOver)).toBe(note)
})
