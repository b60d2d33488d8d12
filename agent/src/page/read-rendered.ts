import type { RenderedDocument } from './rendered-document.ts'
import type { Page } from '../http/page.ts'
import { headerText } from './content-type.ts'
import type { PageFacts } from './facts.ts'
import { isXhtml, XHTML_TYPE } from './is-html.ts'
import { readPageFacts } from './read-page-facts.ts'

/** Facts of a page's document after its scripts ran, by the same rules as those of the page; null where
 *  there is none. */
export function readRendered(
  page: Pick<Page, 'url' | 'headers'> | undefined,
  { html }: RenderedDocument,
): PageFacts | null {
  if (html === null || page === undefined) return null
  // A document of XML is told in the form of XML.
  const type = isXhtml(headerText(page.headers, 'content-type')) ? XHTML_TYPE : 'text/html'
  return readPageFacts({
    url: page.url,
    headers: { 'content-type': `${type}; charset=utf-8` },
    body: new TextEncoder().encode(html),
    isTruncated: false,
  })
}
