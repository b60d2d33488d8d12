import type { RobotsFile } from './artifacts.ts'
import type { Fetched } from './client.ts'
import { fetchTarget } from './fetch-target.ts'
import type { Gatherer } from './gatherer.ts'
import { refusalOf } from './page.ts'

/** More than the 500 KiB that crawlers must read. Source: RFC 9309, section 2.5 */
const MAX_ROBOTS_BYTES = 512 * 1024
/** At least five hops. Source: RFC 9309, section 2.3.1.2 */
const MAX_REDIRECTS = 10

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

/** The robots.txt of the origin that the page came from; it is fetched by the rules for that page. */
export const gatherRobots: Gatherer<'robots'> = async ({ get, fetch, signal }) => {
  const request = requestFor((await get('page')).url)
  return fileOf(request.url, await fetch(request, signal))
}

/** The robots.txt of the origin that was asked for.
 *  @throws WorkRefusal where it gives no answer at all, or leads to where nothing may be fetched */
export const gatherSiteRobots: Gatherer<'siteRobots'> = async (context) => {
  const request = requestFor(context.target.url)
  const fetched = await fetchTarget(request, context)
  const hasAnswer = fetched.ok || fetched.hops.length > 0
  if (!fetched.ok && (fetched.isBlocked || !hasAnswer)) throw refusalOf(fetched)
  return fileOf(request.url, fetched)
}
