import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { CrawlLink } from '@sightline/shared/crawl/link'
import { LINK_AREAS, LINK_IS_REDIRECT } from '@sightline/shared/crawl/link'
import type { Page } from '../../http/page.ts'
import { isRedirect } from '../../http/expected-status.ts'
import { redirectTarget } from '../../http/redirect.ts'

const BODY = LINK_AREAS.indexOf('body')

/** Where an answer leads to, as the one link of its record. */
interface RedirectLink {
  readonly links: readonly CrawlLink[]
  /** Why it leads nowhere, a sentence; null when it does. */
  readonly problem: string | null
}

/** Whether an answer is a redirect, wherever it leads to. */
export const isRedirecting = ({ statusCode, locations }: Pick<Page, 'statusCode' | 'locations'>) =>
  isRedirect(statusCode) && locations.length > 0

/** Where a redirect leads to; to itself, too. */
export function redirectLink(page: Page, dropTracking: boolean): RedirectLink {
  const next = redirectTarget({ url: new URL(page.url), method: 'GET', body: null }, page)
  if (!('url' in next)) return { links: [], problem: next.message }
  const url = crawlUrl(next.url.href, dropTracking)
  if (url === null) return { links: [], problem: 'It redirects to an address that is too long.' }
  return { links: [[url, LINK_IS_REDIRECT, BODY, '']], problem: null }
}
