import type { Fetch } from '../http/fetch.ts'
import { PRODUCT_TOKEN } from '../net/identity.ts'

/** Names of crawlers stand in a comment behind a browser's: "Mozilla/5.0 (compatible; FooBot/2.1; ...)". */
const IN_COMMENT = /\bcompatible;\s{0,9}([A-Za-z][A-Za-z0-9_-]{0,99})/i
const FIRST = /^\s{0,9}([A-Za-z][A-Za-z0-9_-]{0,99})/

/** How a crawl is named in robots.txt: by the product of its User-Agent. Source: RFC 9309, section 2.2.1
 *  @param userAgent null for Sightline's own */
export function productToken(userAgent: string | null): string {
  if (userAgent === null) return PRODUCT_TOKEN
  return (IN_COMMENT.exec(userAgent) ?? FIRST.exec(userAgent))?.[1] ?? PRODUCT_TOKEN
}

/** Fetches as somebody else. */
export function fetchAs(userAgent: string | null, fetch: Fetch): Fetch {
  if (userAgent === null) return fetch
  return (request, signal) =>
    fetch({ ...request, headers: { ...request.headers, 'user-agent': userAgent } }, signal)
}
