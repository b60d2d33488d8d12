import type { IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { anySignal } from '@sightline/shared/any-signal'
import type { AddressGuard } from '@sightline/shared/address'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { MAY_BE_ALLOWED } from '../../input/may-be-allowed.ts'

/** What is posted to somebody's server. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text, or bytes of the type that the headers name. */
  readonly body: string | Buffer
}

/** What came of a request. `blocked`: it leads where nothing may be sent. */
export type Reply =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** Retry-After: seconds, or until an instant by the clock that the answer itself tells. */
      readonly retryAfterMs: number | null
      /** Its first 64 KiB; empty when the status says that all went well. */
      readonly body: string
    }
  | { readonly kind: 'blocked'; readonly error: string }
  | { readonly kind: 'trouble'; readonly error: string }

/** Resolving, connecting, sending and the answer, all together. */
const TIME_LIMIT_MS = 10_000
const MAX_ANSWER_BYTES = 65_536
/** A name with hundreds of addresses is not tried through. */
const MAX_ADDRESSES = 4

/** The one way out for webhooks, chat services and push services: resolves the name once, has every address judged,
 *  connects to exactly a judged one and follows no redirect. Never throws. */
export async function sendRequest(
  parts: { readonly guard: AddressGuard; readonly resolver: Pick<NameResolver, 'resolve'> },
  request: OutgoingRequest,
  options: { readonly signal?: AbortSignal | undefined; readonly timeLimitMs?: number } = {},
): Promise<Reply> {
  const limitMs = options.timeLimitMs ?? TIME_LIMIT_MS
  const limit = AbortSignal.timeout(limitMs)
  const signal = options.signal === undefined ? limit : anySignal([limit, options.signal])
  const url = URL.parse(request.url)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { kind: 'blocked', error: 'The address is no http or https URL.' }
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A socket goes straight to an address, whatever a resolver made of it.
  const found =
    isIP(host) === 0
      ? await parts.resolver.resolve(host, { signal, timeoutMs: limitMs, family: 'any' })
      : { ok: true as const, addresses: [host] }
  if (!found.ok) return { kind: 'trouble', error: found.message }
  const judged = found.addresses.map((address) => ({
    address,
    reason: parts.guard.reasonBlocked(address),
  }))
  const open = judged.filter(({ reason }) => reason === null).slice(0, MAX_ADDRESSES)
  if (open.length === 0) {
    const leads = isIP(host) === 0 ? `${host} resolves to` : `${host} is`
    return {
      kind: 'blocked',
      error: `${leads} ${judged[0]?.reason ?? 'no address'}, where nothing may be sent. ${MAY_BE_ALLOWED}.`,
    }
  }
  try {
    const addresses = open.map(({ address }) => address)
    return await exchange(url, request, addresses, signal)
  } catch (error: unknown) {
    return { kind: 'trouble', error: troubleOf(error, host, limit.aborted ? limitMs : null) }
  }
}

/** Gives the socket the judged addresses in place of a second resolution. */
function judgedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  return (_host, options, callback) => {
    if (options.all === true) callback(null, all)
    else callback(null, first?.address ?? '', first?.family)
  }
}

async function exchange(
  url: URL,
  { headers, body }: OutgoingRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Sightline',
      ...headers,
    },
    // A connection of its own: one that is kept could lead to an address that was judged long ago.
    agent: false,
    lookup: judgedLookup(addresses),
    signal,
  })
  request.on('response', resolve)
  request.on('error', reject)
  request.end(body)
  try {
    const response = await promise
    const status = response.statusCode ?? 0
    return {
      kind: 'answered',
      status,
      retryAfterMs: retryAfterOf(response),
      body: status >= 200 && status < 300 ? '' : await readStart(response),
    }
  } finally {
    request.destroy()
  }
}

/** Source: RFC 9110, section 10.2.3 */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const asked = headers['retry-after'] ?? ''
  const waitMs = /^[a-z]/i.test(asked)
    ? Date.parse(asked) - Date.parse(headers.date ?? '')
    : Number(asked) * 1_000
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : null
}

/** As much of the answer as can be had: one that breaks off, or never comes to an end, changes nothing
 *  about the status. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // What came is kept.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'broke the connection off',
  EPIPE: 'broke the connection off',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'did not accept the connection in time',
}

function troubleOf(error: unknown, host: string, limitMs: number | null): string {
  if (limitMs !== null) return `${host} did not answer within ${limitMs / 1_000} seconds.`
  const code = codeOf(error)
  const known = SENTENCES[code]
  if (known !== undefined) return `${host} ${known}.`
  if (/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/.test(code)) {
    return `The certificate of ${host} is not valid (${code}).`
  }
  if (code.startsWith('HPE_')) return `${host} did not answer in HTTP (${code}).`
  return `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`
}

function codeOf(error: unknown): string {
  // Several addresses that all failed come as one error with those of each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code } = (first ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
