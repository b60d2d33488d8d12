import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { Headers, Page } from '../../http/page.ts'
import { headerText } from '../../page/content-type.ts'
import { shownHeader } from './shown-header.ts'

/** Statuses that may be kept without a word about it. Source: RFC 9110, section 15.1 */
const KEPT_STATUSES = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

const MAX_SECONDS = 2 ** 31

const DIRECTIVE = /([^\s,=]+)(?:=(?:"([^"]*)"|([^\s,]*)))?/g

/** Values by directive in lower case; of one that comes twice the first counts.
 *  Source: RFC 9111, section 5.2 */
function directivesOf(cacheControl: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>()
  for (const [, name = '', quoted, bare] of cacheControl.slice(0, 4_096).matchAll(DIRECTIVE)) {
    const key = name.toLowerCase()
    if (!directives.has(key)) directives.set(key, quoted ?? bare ?? '')
  }
  return directives
}

function seconds(text: string | undefined): number | null {
  return /^\d+$/.test(text ?? '') ? Math.min(Number(text), MAX_SECONDS) : null
}

/** How long an answer may be used as it is. What cannot be read counts as over.
 *  Source: RFC 9111, sections 4.2.1 and 5.3 */
function freshSeconds(headers: Headers, directives: ReadonlyMap<string, string>): number | null {
  if (directives.has('no-store') || directives.has('no-cache')) return 0
  if (directives.has('max-age')) return seconds(directives.get('max-age')) ?? 0
  const expires = headerText(headers, 'expires')
  if (expires === null) return null
  const freshMs = Date.parse(expires) - Date.parse(headerText(headers, 'date') ?? '')
  return Number.isNaN(freshMs) ? 0 : Math.min(Math.max(0, Math.floor(freshMs / 1_000)), MAX_SECONDS)
}

/** Whether a browser may keep an answer and use it once more, be it after asking.
 *  Source: RFC 9111, sections 3 and 4.1 */
function isCacheable({ headers, statusCode }: Page, directives: ReadonlyMap<string, string>) {
  if (directives.has('no-store')) return false
  if (
    headerText(headers, 'vary')
      ?.split(',')
      .some((name) => name.trim() === '*')
  )
    return false
  return (
    KEPT_STATUSES.has(statusCode) ||
    ['max-age', 'public', 'private'].some((name) => directives.has(name)) ||
    headerText(headers, 'expires') !== null
  )
}

/** What a page says about keeping it, as a browser takes it. */
export function judgeCache(page: Page): AnalysisResult<'security-headers'>['cache'] {
  const { headers } = page
  const cacheControl = headerText(headers, 'cache-control')
  const directives = directivesOf(cacheControl ?? '')
  return {
    cacheControl: shownHeader(cacheControl),
    etag: shownHeader(headerText(headers, 'etag')),
    lastModified: shownHeader(headerText(headers, 'last-modified')),
    expires: shownHeader(headerText(headers, 'expires')),
    age: seconds(headerText(headers, 'age') ?? undefined),
    cacheable: isCacheable(page, directives),
    freshSeconds: freshSeconds(headers, directives),
  }
}
