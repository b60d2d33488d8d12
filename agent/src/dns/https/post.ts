import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { failureOf } from '../../net/failures.ts'
import type { Replied } from '../exchange.ts'
import { silence } from '../exchange.ts'

/** Longest DNS message, in bytes; a longer body is none. */
export const MAX_BODY_BYTES = 65_535

/** Where a resolver is asked. Source: RFC 8484, section 4.1.1 (the usual template) */
export const DNS_PATH = '/dns-query'
export const DNS_MESSAGE = 'application/dns-message'
export const USER_AGENT = `Sightline/${SOFTWARE_VERSION}`

/** An HTTP answer with its body, cut above the longest DNS message. */
export interface PostAnswer {
  readonly statusCode: number
  /** '' when the answer names none. */
  readonly contentType: string
  readonly body: Buffer
}

/** The end of one request, or why there is no answer. */
export type Posted =
  | { readonly ok: true; readonly answer: PostAnswer }
  | Extract<Replied, { ok: false }>

/** Where the question goes over a connection whose TLS handshake is done. */
export interface PostTarget {
  /** Name of the resolver, as its URL has it. */
  readonly authority: string
  /** "host:port" as people read it. */
  readonly peer: string
}

/** Collects a body; tells when it is longer than any DNS message. */
export function createBody(): { add: (chunk: Buffer) => boolean; bytes: () => Buffer } {
  const chunks: Buffer[] = []
  let size = 0
  return {
    add(chunk) {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      return size > MAX_BODY_BYTES
    },
    bytes: () => Buffer.concat(chunks),
  }
}

/** What an error means. @param hasBegun the answer's headers were there */
export function postFailure(error: unknown, hasBegun: boolean, peer: string): Posted {
  return { ok: false, failure: failureOf(error, hasBegun ? 'download' : 'dns', peer) }
}

/** The time limit struck. @param hasBegun the answer's headers were there */
export function postTimeout(hasBegun: boolean, peer: string): Posted {
  if (!hasBegun) return silence(peer)
  const message = `The answer of ${peer} was not complete in time.`
  const failure = { source: 'target', phase: 'download', cause: 'dnsTimeout', message } as const
  return { ok: false, failure }
}
