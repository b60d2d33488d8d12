import { anySignal } from '@sightline/shared/any-signal'
import type { RobotsFile } from '../robots/robots-file.ts'
import type { Fetched } from '../http/fetch.ts'
import { fetchTarget } from './fetch-target.ts'
import type { GatherContext, Gatherer } from './gatherer.ts'
import { isOwnTrouble, refusalOf } from './page.ts'

/** More than the 500 KiB that crawlers must read. Source: RFC 9309, section 2.5 */
const MAX_ROBOTS_BYTES = 512 * 1024
/** At least five hops. Source: RFC 9309, section 2.3.1.2 */
const MAX_REDIRECTS = 10
/** Redirects and all; a file that takes longer counts as one that cannot be reached. */
const MAX_MS = 12_000

const requestFor = (site: string) => ({
  url: new URL('/robots.txt', site),
  maxBodyBytes: MAX_ROBOTS_BYTES,
  followRedirects: MAX_REDIRECTS,
  headers: { accept: 'text/plain, */*;q=0.5' },
})

function textOf(contentType: unknown): string | null {
  return typeof contentType === 'string' ? contentType : null
}

function fileOf(url: URL, fetched: Fetched): RobotsFile {
  if (!fetched.ok) {
    const last = fetched.hops.at(-1)
    return {
      url: url.href,
      fetchedUrl: last?.url ?? url.href,
      statusCode: last?.statusCode ?? null,
      contentType: null,
      text: null,
      isTruncated: false,
      failure: fetched.failure,
    }
  }
  const { page } = fetched
  const isGood = page.statusCode >= 200 && page.statusCode < 300
  return {
    url: page.askedUrl,
    fetchedUrl: page.url,
    statusCode: page.statusCode,
    contentType: textOf(page.headers['content-type']),
    text: isGood ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(page.body) : null,
    isTruncated: page.isTruncated,
    failure: null,
  }
}

/** The robots.txt that goes with a page, until `signal` aborts. What a site does wrong forbids crawlers
 *  everything, and is no reason to say nothing of the page.
 *  @throws WorkRefusal for the agent's own trouble, which must not look like that */
export async function fetchRobots(
  pageUrl: string,
  { fetch, signal }: Pick<GatherContext, 'fetch' | 'signal'>,
): Promise<RobotsFile> {
  const request = requestFor(pageUrl)
  const fetched = await fetch(request, signal)
  if (!fetched.ok && isOwnTrouble(fetched)) throw refusalOf(fetched)
  return fileOf(request.url, fetched)
}

const limited = (signal: AbortSignal) => anySignal([signal, AbortSignal.timeout(MAX_MS)])

/** The robots.txt of the origin that the page came from; it is fetched by the rules for that page. */
export const gatherRobots: Gatherer<'robots'> = async ({ get, fetch, signal }) => {
  const { url } = await get('page')
  return fetchRobots(url, { fetch, signal: limited(signal) })
}

/** The robots.txt of the origin that was asked for.
 *  @throws WorkRefusal where it gives no answer at all, leads to where nothing may be fetched, or the
 *    agent has trouble of its own */
export const gatherSiteRobots: Gatherer<'siteRobots'> = async ({ target, fetch, signal }) => {
  const request = requestFor(target.url)
  const fetched = await fetchTarget(request, { target, fetch, signal: limited(signal) })
  if (!fetched.ok) {
    const hasAnswer = fetched.hops.length > 0
    if (!hasAnswer || fetched.isBlocked || isOwnTrouble(fetched)) throw refusalOf(fetched)
  }
  return fileOf(request.url, fetched)
}
