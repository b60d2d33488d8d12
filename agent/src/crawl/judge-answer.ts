import type { Cause } from '@sightline/shared/causes'
import { isOwnTrouble, refusalOf } from '../gather/page.ts'
import type { Fetched } from '../http/fetch.ts'
import type { Page } from '../http/page.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { headerText } from '../page/content-type.ts'
import type { PlainRecord } from './address-record.ts'

/** Statuses that ask for patience. Source: RFC 6585, section 4; RFC 9110, section 15.6.4 */
const PATIENCE = new Set([429, 503])

/** What may be over in a moment, of what a target does wrong. Over https a server that hangs, or has too much to do,
 *  falls silent or hangs up in the handshake already; over http it does so in place of the answer (`isHangUp`). */
const PASSING: ReadonlySet<Cause> = new Set<Cause>([
  'connectionRefused',
  'connectionReset',
  'connectionTimeout',
  'tlsHandshakeFailed',
  'timeout',
  'truncatedBody',
  'dnsServfail',
  'dnsTimeout',
])

/** What comes of an address that gave no usable answer.
 *  @throws WorkRefusal for trouble of the agent's own, which says nothing about the address */
export function recordOfFailure(failed: Extract<Fetched, { ok: false }>): PlainRecord {
  const { failure, isBlocked } = failed
  const error = failure.message
  if (isBlocked) return { outcome: 'forbidden', error }
  if (isOwnTrouble(failed)) throw refusalOf(failed, 'crawled')
  const isPassing =
    failure.source === 'network' || failure.isHangUp === true || PASSING.has(failure.cause)
  return { outcome: isPassing ? 'again' : 'failed', error }
}

/** What is known of any answer. */
export const recordOfAnswer = (page: Page): Omit<PlainRecord, 'outcome'> => ({
  statusCode: page.statusCode,
  contentType: headerText(page.headers, 'content-type'),
  ms: page.totalMs,
  bytes: page.transferBytes,
})

/** What comes of an answer that asks for patience; null for any other. */
export function patienceAsked(page: Page, nowMs: number): PlainRecord | null {
  const { statusCode, url } = page
  if (!PATIENCE.has(statusCode)) return null
  const { host } = new URL(url)
  return {
    ...recordOfAnswer(page),
    outcome: 'again',
    retryAfterMs: retryAfterMs(headerText(page.headers, 'retry-after'), nowMs),
    error: `${host} answers with status ${statusCode}: it asks to come back later.`,
  }
}
