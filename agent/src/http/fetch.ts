import { anySignal } from '@sightline/shared/any-signal'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { Way } from './exchange.ts'
import { roundMs } from '../outcome/check-outcome.ts'
import type { AnswerLimits, WebAnswer, WebRequest } from './answer.ts'
import { createCookieJar } from './cookies.ts'
import { decodeBody } from './decode-body.ts'
import type { Exchange } from './exchange.ts'
import { exchange, exchangeKept } from './exchange.ts'
import { isRedirect } from './expected-status.ts'
import type { AnswerHead } from './http1-head.ts'
import { MAX_SHOWN_URL, redirectFailure, redirectTarget } from './redirect.ts'
import type { KeptConnections } from './kept-connections.ts'
import { printable } from '../outcome/printable.ts'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { traced } from '@sightline/shared/tracing/trace'
import type { Headers, Hop, Page } from './page.ts'

/** What analyses ask for. Each connection is to an address that the guard has judged for it. */
export interface FetchRequest {
  /** Without user-info. */
  readonly url: URL
  /** GET unless said. */
  readonly method?: 'GET' | 'HEAD'
  /** The body is left where it is longer, before and after its content codings are taken off. */
  readonly maxBodyBytes: number
  /** Beside the usual ones; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Most redirects that are followed; with 0 the redirect itself is the page. */
  readonly followRedirects?: number
  /** Whether a redirect may lead there; without it to any address that the guard allows. */
  readonly mayLeadTo?: (next: URL) => boolean
  /** How much of the body is kept, by the head of the answer: null where none of it need be read, 0 where it is
   *  only read so that the connection stays; all of it unless said. A redirect that is followed is not asked. */
  readonly keepBytes?: AnswerLimits['keepBytes']
  /** Of requests that belong together; without them each request and each hop has a connection of its own. */
  readonly connections?: KeptConnections
}

/** A page, or why there is none. A redirect that cannot be followed, a loop, or too many of them are
 *  failures; `hops` tells how far it got. */
export type Fetched =
  | { readonly ok: true; readonly page: Page }
  | {
      readonly ok: false
      readonly failure: CheckFailure
      /** It leads to an address that may not be reached. */
      readonly isBlocked: boolean
      readonly hops: readonly Hop[]
    }

export type Fetch = (request: FetchRequest, signal: AbortSignal) => Promise<Fetched>

/** As many as browsers follow. Source: Fetch standard, "HTTP-redirect fetch" */
const MAX_REDIRECTS = 20

/** Longest wait for a name and a connection: firewalls that drop what they do not like leave time to ask
 *  over http. It covers three lost packets (RFC 6298: 1, 2 and 4 s apart). */
const CONNECT_MS = 8_000

/** Names itself, so that operators know who came. */
const USER_AGENT = `Mozilla/5.0 (compatible; Sightline/${SOFTWARE_VERSION})`

/** As a browser asks for a page. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

function requestOf(url: URL, request: FetchRequest, cookie: string | null): WebRequest {
  const headers = new Map([
    ['host', url.host],
    ['user-agent', USER_AGENT],
    ['accept', ACCEPT],
    ['accept-language', 'en;q=0.9, *;q=0.5'],
    ['accept-encoding', 'gzip, deflate, br, zstd'],
    ...Object.entries(request.headers ?? {}),
  ])
  if (cookie !== null) headers.set('cookie', cookie)
  const path = `${url.pathname}${url.search}`
  return { method: request.method ?? 'GET', url, path, headers, body: null }
}

function headersOf({ headers, setCookies, robotsTags }: WebAnswer): Headers {
  return {
    ...Object.fromEntries(headers),
    ...(setCookies.length === 0 ? {} : { 'set-cookie': setCookies }),
    ...(robotsTags.length < 2 ? {} : { 'x-robots-tag': robotsTags }),
  }
}

const since = (startedAtMs: number): number => roundMs(performance.now() - startedAtMs)

/** One answer with what was learned on the way to it. */
interface Came {
  readonly url: URL
  readonly exchange: Exchange
  readonly answer: WebAnswer
}

function hopOf({ url, exchange: { ip }, answer }: Came, totalMs: number): Hop {
  const { statusCode, httpVersion, locations } = answer
  const [location = null] = locations
  return {
    url: url.href,
    statusCode,
    location,
    httpVersion,
    headers: headersOf(answer),
    ip,
    totalMs,
  }
}

/** The page that a last answer is, its body without content codings. */
async function readPage(
  { url, exchange: came, answer }: Came,
  way: { askedUrl: string; hops: readonly Hop[]; totalMs: number },
  maxBytes: number,
  signal: AbortSignal,
): Promise<Fetched> {
  const { askedUrl, hops, totalMs } = way
  const coding = answer.headers.get('content-encoding')
  const kept = { bytes: answer.body, isCut: answer.isTruncated }
  const decoded = await decodeBody(kept, coding, maxBytes, signal)
  if (!decoded.ok && signal.aborted) {
    const message = `The agent could not read the answer of ${url.host} within the time limit.`
    const failure = { source: 'agent', phase: 'content', cause: 'agentFault', message } as const
    return { ok: false, failure, isBlocked: false, hops }
  }
  if (!decoded.ok) {
    const message = `The answer of ${url.host} ${decoded.problem}.`
    const failure = { source: 'target', phase: 'content', cause: 'protocolError', message } as const
    return { ok: false, failure, isBlocked: false, hops }
  }
  const page: Page = {
    askedUrl,
    url: url.href,
    statusCode: answer.statusCode,
    headers: headersOf(answer),
    locations: answer.locations,
    httpVersion: answer.httpVersion,
    ip: came.ip,
    tls: came.tls,
    hops,
    timings: came.timings,
    totalMs,
    transferBytes: answer.bodyBytes,
    // Memory of its own, because it is handed over to a thread.
    body: new Uint8Array(decoded.bytes),
    isTruncated: decoded.isTruncated,
    contentEncoding: coding?.toLowerCase() ?? null,
  }
  return { ok: true, page }
}

/** @param given how an agent reaches targets: every address is resolved and judged once a hop
 *  @param options.connectMs longest wait for a connection
 *  @param options.verifyTls whether an answer needs a good certificate; a target's does not: one that is
 *    not accepted is a finding of an analysis, not the end of it, as nothing secret is sent */
export function createFetch(
  given: Pick<Way, 'dial'>,
  options: { readonly connectMs?: number; readonly verifyTls?: boolean } = {},
): Fetch {
  const { connectMs = CONNECT_MS, verifyTls = false } = options
  const settings = TYPE_DESCRIPTIONS.web.settings.parse({ tls: { verify: verifyTls } })
  const tools: Pick<Way, 'dial'> = {
    dial: (target, signal) =>
      given.dial(target, anySignal([signal, AbortSignal.timeout(connectMs)])),
  }
  const fetchPage: Fetch = async (request, signal) => {
    const { method = 'GET', maxBodyBytes, followRedirects = MAX_REDIRECTS, connections } = request
    const keepBytes = request.keepBytes ?? (() => maxBodyBytes)
    const leadsOn = ({ statusCode, locations }: AnswerHead): boolean =>
      followRedirects > 0 && isRedirect(statusCode) && locations.length > 0
    const limits: AnswerLimits = {
      maxBodyBytes,
      // The body of a redirect that is followed is not even read.
      keepBytes: (head) => (leadsOn(head) ? null : keepBytes(head)),
    }
    const jar = createCookieJar()
    const keyOf = (at: URL): string => `${at.href} ${jar.header(at, undefined) ?? ''}`
    const seen = new Set<string>()
    const hops: Hop[] = []
    const failed = (failure: CheckFailure, isBlocked = false): Fetched => {
      return { ok: false, failure, isBlocked, hops }
    }
    const startedAtMs = performance.now()
    let { url } = request
    for (;;) {
      seen.add(keyOf(url))
      const hopStartedAtMs = performance.now()
      const asked = requestOf(url, request, jar.header(url, undefined))
      const context = { ...tools, signal }
      const came =
        connections === undefined
          ? await exchange(asked, settings, limits, context)
          : await exchangeKept(asked, settings, limits, context, connections)
      const { answer } = came
      if (answer === null) return failed(came.failure ?? noAnswer(url), came.isBlocked)
      if (!leadsOn(answer)) {
        const way = { askedUrl: request.url.href, hops, totalMs: since(startedAtMs) }
        return readPage({ url, exchange: came, answer }, way, maxBodyBytes, signal)
      }
      hops.push(hopOf({ url, exchange: came, answer }, since(hopStartedAtMs)))
      jar.take(answer.setCookies, url)
      const next = redirectTarget({ url, method, body: null }, answer)
      if (!('url' in next)) return failed(next)
      const shown = printable(next.url.href, MAX_SHOWN_URL)
      if (request.mayLeadTo?.(next.url) === false) {
        const message = `The redirects lead to ${shown}, which is not followed.`
        return failed(redirectFailure('redirectUnexpected', message))
      }
      if (seen.has(keyOf(next.url))) {
        const message = `The redirects come back to ${shown} and never end.`
        return failed(redirectFailure('redirectLoop', message))
      }
      if (hops.length > followRedirects) {
        const message = `There are more than ${followRedirects} redirects; the next one leads to ${shown}.`
        return failed(redirectFailure('redirectLoop', message))
      }
      ;({ url } = next)
    }
  }
  return (request, signal) =>
    traced('fetch', 'client', { 'http.request.method': request.method ?? 'GET' }, () =>
      fetchPage(request, signal),
    )
}

function noAnswer(url: URL): CheckFailure {
  const message = `${url.host} gave no answer.`
  return { source: 'target', phase: 'firstByte', cause: 'protocolError', message }
}
