import type { TlsDetails } from '../net/certificate.ts'
import type { PhaseTimings } from '../outcome/check-outcome.ts'

/** Header fields by lower-case name; a list where a field came more than once and cannot be joined
 *  (set-cookie, x-robots-tag). */
export type Headers = Readonly<Record<string, string | readonly string[]>>

/** One answer on the way to a page. */
export interface Hop {
  readonly url: string
  readonly statusCode: number
  readonly location: string | null
  readonly httpVersion: string
  readonly headers: Headers
  readonly ip: string | null
  readonly totalMs: number
}

/** A page as it came: the last answer after its redirects. Any status is a page, and any type. */
export interface Page {
  /** As asked, normalised. */
  readonly askedUrl: string
  /** Where the answer came from. */
  readonly url: string
  readonly statusCode: number
  readonly headers: Headers
  /** Its Location fields one by one, as sent. */
  readonly locations: readonly string[]
  readonly httpVersion: string
  readonly ip: string | null
  /** null over plain http. */
  readonly tls: TlsDetails | null
  /** The redirects that were followed, first to last. */
  readonly hops: readonly Hop[]
  readonly timings: PhaseTimings
  /** From the first request to the last byte, over all hops. */
  readonly totalMs: number
  /** Of the body as it was sent. */
  readonly transferBytes: number
  /** The body without its content codings, at most 5 MB. */
  readonly body: Uint8Array
  /** The body goes on beyond the limit. */
  readonly isTruncated: boolean
  /** Content-Encoding as sent, in lower case; null without one. */
  readonly contentEncoding: string | null
}
