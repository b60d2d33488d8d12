import { isRedirect } from '../http/expected-status.ts'
import type { AnswerHead } from '../http/http1-head.ts'
import { mediaTypeOf } from '../page/content-type.ts'
import { saysHtml, saysNothing } from '../page/is-html.ts'

/** Longest body of a page that is read. Source: analyses design, section 4 */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024

/** A body of this length is sooner read than a new connection is made for the next request. */
const DRAINED_BYTES = 32 * 1024

/** How much of an answer's body is kept: that of a page, nothing of others. */
export function keptBytes({ statusCode, headers, locations }: AnswerHead): number | null {
  const type = mediaTypeOf(headers.get('content-type') ?? null)
  const isPage = saysHtml(type) || saysNothing(type)
  const isLeading = isRedirect(statusCode) && locations.length > 0
  if (isPage && !isLeading) return MAX_PAGE_BYTES
  const length = Number(headers.get('content-length') ?? Number.NaN)
  return length <= DRAINED_BYTES ? 0 : null
}
