import type { Cause } from '@sightline/shared/causes'

interface StatusRange {
  readonly from: number
  readonly to: number
}

/** Equal settings are one object for every check of a monitor, and each check asks twice or more. */
const knownRanges = new WeakMap<readonly string[], readonly StatusRange[]>()

function rangesOf(expected: readonly string[]): readonly StatusRange[] {
  const known = knownRanges.get(expected)
  if (known !== undefined) return known
  const ranges = expected.map((entry) => {
    const [from = Number.NaN, to = from] = entry.split('-').map(Number)
    return { from, to }
  })
  knownRanges.set(expected, ranges)
  return ranges
}

/** @param expected statuses and ranges such as "200-299" */
export function isExpectedStatus(expected: readonly string[], statusCode: number): boolean {
  return rangesOf(expected).some(({ from, to }) => statusCode >= from && statusCode <= to)
}

const BY_STATUS: Readonly<Record<number, Cause>> = {
  401: 'authRequired',
  404: 'notFound',
  407: 'authRequired',
  410: 'notFound',
  429: 'rateLimited',
  502: 'badGateway',
  503: 'serviceUnavailable',
  504: 'gatewayTimeout',
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Whether a status tells clients to go on to another address. Not 300, 305 and 306, which no client
 *  follows, nor 304, the answer to a question about a copy of one's own. */
export function isRedirect(statusCode: number): boolean {
  return REDIRECTS.has(statusCode)
}

/** The cause that an unexpected status stands for. Source: monitoring design, section 5. */
export function statusCause(statusCode: number): Cause {
  const exact = BY_STATUS[statusCode]
  if (exact !== undefined) return exact
  if (statusCode >= 500) return 'serverError'
  if (statusCode >= 400) return 'clientError'
  return isRedirect(statusCode) ? 'redirectUnexpected' : 'protocolError'
}
