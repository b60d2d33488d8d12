import type { CheckFailure } from '../outcome/check-failure.ts'
import { isRedirect } from '../http/expected-status.ts'
import { headerText as decodedHeader } from '../http/header-text.ts'
import { redirectTarget } from '../http/redirect.ts'
import type { RedirectStep } from './trail.ts'
import type { Page } from '../http/page.ts'
import { headerText } from '../page/content-type.ts'
import { decodePage } from '../page/decode-page.ts'
import { htmlText } from '../page/html-text.ts'
import { findMetaRefresh } from './meta-refresh.ts'
import { readRefresh } from '../page/refresh.ts'

/** A refresh after more seconds is no redirect: people read the page. */
const MAX_DELAY_SECONDS = 10
/** Longest address that is followed, in characters. */
const MAX_LOCATION = 16_384

/** Where a page leads to. */
export interface Lead {
  readonly type: Exclude<RedirectStep['type'], 'final'>
  /** As written. */
  readonly location: string
  readonly delaySeconds: number | null
  /** A failure where a redirect's location is no address that can be fetched. */
  readonly target: URL | CheckFailure
}

/** null for what is no address that can be fetched. */
function resolve(location: string, base: string): URL | null {
  const url = location.length > MAX_LOCATION ? null : URL.parse(location, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

function findRefresh(page: Page): { delaySeconds: number; url: string; base: string } | null {
  const header = readRefresh(headerText(page.headers, 'refresh') ?? '')
  if (header !== null) return { ...header, base: page.url }
  const { text } = decodePage(page)
  const html = htmlText(headerText(page.headers, 'content-type'), text)
  const found = html === null ? null : findMetaRefresh(html)
  if (found === null) return null
  return { ...found, base: URL.parse(found.base ?? '', page.url)?.href ?? page.url }
}

/** Where an answer leads on to, by its status or by a refresh within 10 seconds; null where it does not.
 *  A page that loads itself again leads nowhere.
 *  @param page its body's beginning is enough */
export function leadOf(page: Page): Lead | null {
  if (isRedirect(page.statusCode)) {
    const [location] = page.locations
    if (location === undefined) return null
    const next = redirectTarget({ url: new URL(page.url), method: 'GET', body: null }, page)
    const target = 'url' in next ? next.url : next
    return { type: 'http', location: decodedHeader(location), delaySeconds: null, target }
  }
  const refresh = findRefresh(page)
  if (refresh === null || refresh.delaySeconds > MAX_DELAY_SECONDS) return null
  const { delaySeconds, url, base } = refresh
  const target = resolve(url, base)
  // Browsers pass over what is no address.
  if (target === null || target.href === page.url) return null
  return { type: 'meta-refresh', location: url, delaySeconds, target }
}
