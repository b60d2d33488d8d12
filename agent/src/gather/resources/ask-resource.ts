import { anySignal } from '@sightline/shared/any-signal'
import type { KeptConnections } from '../../http/kept-connections.ts'
import { headerText } from '../../page/content-type.ts'
import type { NamedResource } from '../../page/resources/named-resource.ts'
import type { FetchedResource } from '../artifacts.ts'
import type { Page } from '../../http/page.ts'
import type { Fetch, Fetched, FetchRequest } from '../../http/fetch.ts'
import { isOwnTrouble } from '../page.ts'

/** What is asked for with every resource. */
export interface AskTools {
  readonly fetch: Fetch
  /** Says where the resource was named, as some servers answer only their own pages. */
  readonly referrer: string
  readonly connections: KeptConnections
  /** Of one resource, in all its requests. */
  readonly timeoutMs: number
}

const MAX_REDIRECTS = 5

/** Bodies are read so far where nothing else tells their length. */
const MAX_BODY_BYTES = 1024 * 1024

/** What servers answer that do not know HEAD, or refuse it. The first byte is asked for then. */
const HEAD_REFUSED = new Set([400, 403, 404, 405, 406, 500, 501])

type Failed = Extract<Fetched, { ok: false }>

/** Whether a server may answer where it is not asked for a head alone. */
function isRefused(head: Fetched): boolean {
  if (head.ok) return HEAD_REFUSED.has(head.page.statusCode)
  const { phase, cause } = head.failure
  return phase === 'firstByte' && (cause === 'connectionReset' || cause === 'protocolError')
}

function length(text: string | null): number | null {
  return /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : null
}

/** Bytes of a whole body; null where its answer does not tell. */
function bytesOf({ headers, statusCode, transferBytes, isTruncated }: Page, hasBody: boolean) {
  if (statusCode === 206 || statusCode === 416) {
    return length(
      /^bytes [^/]*\/(\d+)$/.exec(headerText(headers, 'content-range') ?? '')?.[1] ?? null,
    )
  }
  const told = length(headerText(headers, 'content-length'))
  return told ?? (hasBody && !isTruncated ? transferBytes : null)
}

/** The status a whole body would have come with: a part of it stands for it, and a body without a first
 *  byte is empty, but there. */
function wholeStatus({ statusCode, headers }: Page): number {
  const isThere = statusCode === 206 || (statusCode === 416 && 'content-range' in headers)
  return isThere ? 200 : statusCode
}

/** Asks for one resource: its head, then its first byte where servers refuse that, or its body where the
 *  head does not tell how long it is. Never throws; what goes wrong is a sentence. */
export async function askResource(
  resource: NamedResource,
  { fetch, referrer, connections, timeoutMs }: AskTools,
  signal: AbortSignal,
): Promise<FetchedResource> {
  const limit = anySignal([signal, AbortSignal.timeout(timeoutMs)])
  const ask = (request: Pick<FetchRequest, 'method' | 'maxBodyBytes' | 'headers'>) => {
    const headers = { accept: '*/*', referer: referrer, ...request.headers }
    const url = new URL(resource.url)
    const common = { headers, connections, followRedirects: MAX_REDIRECTS }
    return fetch({ ...request, ...common, url }, limit)
  }
  const answered = (page: Page, bytes: number | null): FetchedResource => ({
    resource,
    statusCode: wholeStatus(page),
    headers: page.headers,
    ms: page.totalMs,
    bytes,
    error: null,
    wasAsked: true,
  })

  const unanswered = (failed: Failed): FetchedResource => ({
    resource,
    statusCode: null,
    headers: {},
    ms: null,
    bytes: null,
    error: failed.failure.message,
    // The agent's own trouble says nothing about the resource.
    wasAsked: !isOwnTrouble(failed),
  })

  const head = await ask({ method: 'HEAD', maxBodyBytes: 0 })
  if (isRefused(head)) {
    const headers = { range: 'bytes=0-0', 'accept-encoding': 'identity' }
    const got = await ask({ maxBodyBytes: MAX_BODY_BYTES, headers })
    if (got.ok) return answered(got.page, bytesOf(got.page, true))
  }
  if (!head.ok) return unanswered(head)
  const { statusCode } = head.page
  const told = bytesOf(head.page, false)
  if (HEAD_REFUSED.has(statusCode)) return answered(head.page, told)
  // Many frameworks tell a length of 0 for a head, whatever the body.
  if ((told ?? 0) > 0 || statusCode !== 200) return answered(head.page, told)
  const got = await ask({ maxBodyBytes: MAX_BODY_BYTES })
  return got.ok && got.page.statusCode === 200
    ? answered({ ...got.page, totalMs: head.page.totalMs }, bytesOf(got.page, true))
    : answered(head.page, told)
}
