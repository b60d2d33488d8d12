import type { Headers } from '../http/page.ts'
import { headerText } from './content-type.ts'
import type { PageFacts } from './facts.ts'
import { readRefresh } from './refresh.ts'
import { resolveUrl } from './resolve-url.ts'
import { isSamePage } from './same-page.ts'

/** Where a page leads by itself. */
export interface RefreshTarget {
  readonly source: 'html' | 'header'
  readonly delaySeconds: number
  readonly url: string
}

/** Where the first refresh that browsers understand leads, a header's before those of meta elements; null where there is
 *  none, or where it only loads the page anew. Source: HTML standard, sections 4.2.5.3 and 7.5.1 */
export function refreshTargetOf(
  { metas, document }: PageFacts,
  headers: Headers,
): RefreshTarget | null {
  const inHeader = readRefresh(headerText(headers, 'refresh') ?? '')
  const inHtml = metas.flatMap(({ httpEquiv, content }) =>
    httpEquiv?.trim().toLowerCase() === 'refresh' ? [readRefresh(content ?? '')] : [],
  )
  const first = inHeader ?? inHtml.find((refresh) => refresh !== null)
  const base = inHeader === null ? document.baseUrl : document.url
  const url = first === undefined ? null : resolveUrl(first.url, base)
  if (first === undefined || url === null || isSamePage(url, document.url)) return null
  const source = inHeader === null ? 'html' : 'header'
  return { source, delaySeconds: first.delaySeconds, url }
}
