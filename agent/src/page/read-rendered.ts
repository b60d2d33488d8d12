import type { RenderedDocument } from './rendered-document.ts'
import type { Page } from '../http/page.ts'
import type { PageFacts } from './facts.ts'
import { readPageFacts } from './read-page-facts.ts'

/** Facts of a page's document after its scripts ran, by the same rules as those of the page; null where
 *  there is none. */
export function readRendered(
  page: Pick<Page, 'url'> | undefined,
  { html }: RenderedDocument,
): PageFacts | null {
  if (html === null || page === undefined) return null
  return readPageFacts({
    url: page.url,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: new TextEncoder().encode(html),
    isTruncated: false,
  })
}
