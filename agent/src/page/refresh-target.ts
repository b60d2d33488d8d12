import { readRefresh } from './refresh.ts'
import type { PageFacts } from './facts.ts'
import { resolveUrl } from './resolve-url.ts'
import { isSamePage } from './same-page.ts'

/** Where a page leads by itself. */
export interface RefreshTarget {
  readonly delaySeconds: number
  readonly url: string
}

/** Where the first meta refresh that browsers understand leads; null where there is none, or where it only
 *  loads the page anew. */
export function refreshTargetOf({ metas, document }: PageFacts): RefreshTarget | null {
  const refreshes = metas.flatMap(({ httpEquiv, content }) =>
    httpEquiv?.trim().toLowerCase() === 'refresh' ? [readRefresh(content ?? '')] : [],
  )
  const first = refreshes.find((refresh) => refresh !== null)
  const url = first === undefined ? null : resolveUrl(first.url, document.baseUrl)
  if (first === undefined || url === null || isSamePage(url, document.url)) return null
  return { delaySeconds: first.delaySeconds, url }
}
