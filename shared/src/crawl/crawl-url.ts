import { withNormalEscapes } from '../normal-escapes.ts'
import { MAX_CRAWL_URL } from './settings.ts'

/** Parameters that only tell where a visitor came from. */
const TRACKING =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_ga|_gl)$/i

function withoutTracking(url: URL): void {
  if (url.search === '') return
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !TRACKING.test(pair.split('=', 1)[0] ?? ''))
  url.search = kept.join('&')
}

/** The one form of an address by which a crawl knows a page: as the URL standard writes it, without user-info,
 *  fragment and a query that is empty, escapes in upper case and only where they are needed. Order of parameters, case of the path
 *  and a slash at its end are kept: they may matter.
 *  @param url absolute
 *  @returns null for what is no http or https address, and for one that is too long to be crawled
 *  Source: analyses design, section 4; RFC 3986, section 6.2.2 */
export function crawlUrl(url: string, dropTracking = false): string | null {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null
  parsed.hash = ''
  if (parsed.username !== '') parsed.username = ''
  if (parsed.password !== '') parsed.password = ''
  if (dropTracking) withoutTracking(parsed)
  // No request carries a "?" that nothing follows.
  if (parsed.search === '' && parsed.href.endsWith('?')) parsed.search = ''
  const { href } = parsed
  return href.length > MAX_CRAWL_URL ? null : withNormalEscapes(href)
}
