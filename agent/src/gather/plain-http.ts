import { anySignal } from '@sightline/shared/any-signal'
import type { PlainHttp } from './artifacts.ts'
import type { RedirectStep, RedirectTrail } from '../redirects/trail.ts'
import type { Page } from '../http/page.ts'
import type { Fetch, Fetched } from '../http/fetch.ts'
import type { Gatherer } from './gatherer.ts'

/** A site that leads to https does so at once. */
const MAX_REDIRECTS = 10
/** Where http is filtered, everybody waits so long for nothing. */
const MAX_MS = 5_000

/** The http address that goes with an https page: the root of its host. null where there is none to ask
 *  (see PlainHttp). */
export function plainAddressOf({ askedUrl, url }: Page): URL | null {
  const at = new URL(url)
  const isOverHttps = at.protocol === 'https:' && new URL(askedUrl).protocol === 'https:'
  return isOverHttps && at.port === '' ? new URL(`http://${at.hostname}/`) : null
}

/** The address that failed: where the last redirect led to, else the first. */
function failedAt({ hops }: Extract<Fetched, { ok: false }>, askedUrl: string): string | null {
  const last = hops.at(-1)
  if (last === undefined) return askedUrl
  return URL.parse(last.location ?? '', last.url)?.href ?? null
}

const NOTHING_CAME = {
  statusCode: null,
  location: null,
  delaySeconds: null,
  httpVersion: null,
  ms: 0,
  headers: {},
}

function trailOf(askedUrl: string, fetched: Fetched): RedirectTrail {
  const hops = fetched.ok ? fetched.page.hops : fetched.hops
  const redirects = hops.map(
    ({ url, statusCode, location, httpVersion, headers, totalMs }): RedirectStep => ({
      url,
      type: 'http',
      statusCode,
      location,
      delaySeconds: null,
      httpVersion,
      ms: totalMs,
      headers,
    }),
  )
  const hopsMs = hops.reduce((sum, { totalMs }) => sum + totalMs, 0)
  const trail = { askedUrl, isLoop: false, isCut: hops.length > MAX_REDIRECTS }
  if (fetched.ok) {
    const { url, statusCode, headers, httpVersion, totalMs } = fetched.page
    const ms = totalMs - hopsMs
    const last = {
      url,
      type: 'final',
      statusCode,
      location: null,
      delaySeconds: null,
      httpVersion,
      ms,
      headers,
    } as const
    return { ...trail, steps: [...redirects, last], failure: null, isBlocked: false, totalMs }
  }
  const { failure, isBlocked } = fetched
  const url = failedAt(fetched, askedUrl)
  const last = url === null ? [] : [{ ...NOTHING_CAME, url, type: 'final' } as const]
  const isLoop = failure.cause === 'redirectLoop' && !trail.isCut
  return { ...trail, isLoop, steps: [...redirects, ...last], failure, isBlocked, totalMs: hopsMs }
}

/** Follows an http address to its end, without bodies. What goes wrong is part of the trail. */
export async function followPlainHttp(
  url: URL,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<PlainHttp> {
  const limit = anySignal([signal, AbortSignal.timeout(MAX_MS)])
  const fetched = await fetch({ url, maxBodyBytes: 0, followRedirects: MAX_REDIRECTS }, limit)
  return {
    trail: trailOf(url.href, fetched),
    certificateProblem: fetched.ok ? (fetched.page.tls?.problem ?? null) : null,
  }
}

/** Asks the http address of an https page's host where it leads. */
export const gatherPlainHttp: Gatherer<'plainHttp'> = async ({ get, fetch, signal }) => {
  const url = plainAddressOf(await get('page'))
  return url === null
    ? { trail: null, certificateProblem: null }
    : followPlainHttp(url, fetch, signal)
}
