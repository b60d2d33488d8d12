import type { PageFacts } from './facts.ts'
import { resolveUrl } from './resolve-url.ts'
import { isSamePage } from './same-page.ts'

/** What a meta refresh asks for. */
export interface MetaRefresh {
  readonly delaySeconds: number
  /** Address as written; null where the page itself is loaded anew. */
  readonly reference: string | null
}

/** Reads the content of a meta element with http-equiv=refresh; null where browsers make nothing of it.
 *  Source: HTML standard, "shared declarative refresh steps" */
export function readMetaRefresh(content: string): MetaRefresh | null {
  const time = /^[\t\n\f\r ]*(?:(\d{1,9})\d*|(?=\.))[\d.]*/.exec(content)
  if (time === null) return null
  const delaySeconds = Number(time[1] ?? 0)
  const rest = content.slice(time[0].length)
  if (!/^(?:$|[;,\t\n\f\r ])/.test(rest)) return null
  const target = rest.trimStart().replace(/^[;,]/, '').trimStart()
  const written = target.replace(/^url\s*=\s*/i, '')
  return { delaySeconds, reference: written === '' ? null : unquoted(written).trimEnd() }
}

/** A quote is opened for the address, and it ends where the quote does, if it does. */
function unquoted(text: string): string {
  const quote = text.charAt(0)
  if (quote !== '"' && quote !== "'") return text
  const end = text.indexOf(quote, 1)
  return end === -1 ? text.slice(1) : text.slice(1, end)
}

/** Where a page leads by itself. */
export interface RefreshTarget {
  readonly delaySeconds: number
  readonly url: string
}

/** Where the first meta refresh that browsers understand leads; null where there is none, or where it only
 *  loads the page anew. */
export function refreshTargetOf({ metas, document }: PageFacts): RefreshTarget | null {
  const refreshes = metas.flatMap(({ httpEquiv, content }) =>
    httpEquiv?.trim().toLowerCase() === 'refresh' ? [readMetaRefresh(content ?? '')] : [],
  )
  const first = refreshes.find((refresh) => refresh !== null)
  if (first?.reference == null) return null
  const url = resolveUrl(first.reference, document.baseUrl)
  if (url === null || isSamePage(url, document.url)) return null
  return { delaySeconds: first.delaySeconds, url }
}
