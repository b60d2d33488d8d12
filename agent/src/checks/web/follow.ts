import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { CheckContext } from '../checker.ts'
import type { PhaseTimings } from '../../outcome/check-outcome.ts'
import type { AnswerLimits } from '../../http/answer.ts'
import { createAuthorization } from '../../http/authorization.ts'
import { CHALLENGE_SCAN_BYTES, mayBeChallenge } from './challenge-page.ts'
import { looksAtBody } from './content.ts'
import { createCookieJar } from '../../http/cookies.ts'
import { hasTellingLabel, LABEL_SCAN_BYTES } from '../../http/decode-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { exchange } from '../../http/exchange.ts'
import { isExpectedStatus } from '../../http/expected-status.ts'
import type { ShownCertificate } from './over-hops.ts'
import { earlierExpiry, summedTimings } from './over-hops.ts'
import type { HopTarget } from '../../http/redirect.ts'
import { leadsOn, MAX_SHOWN_URL, redirectFailure, redirectTarget } from '../../http/redirect.ts'
import { requestOf } from './request.ts'
import { TELLING_STATUS } from './telling-refusal.ts'

interface Hop {
  readonly url: string
  readonly statusCode: number
}

/** The way of a check from its first request to its last answer. */
export interface Trail {
  /** The redirects that were followed, first to last. */
  readonly hops: readonly Hop[]
  readonly last: Exchange
  /** The time of each phase, over all hops. */
  readonly phases: PhaseTimings
  /** Of the certificates of the monitor's own host and of the last one, that which expires first, and
   *  whose it is; null where no hop had any. */
  readonly certificate: ShownCertificate | null
  /** A redirect that could not be followed. */
  readonly failure: CheckFailure | null
  /** The last request was to the monitor's own origin and could carry its credentials. */
  readonly isOwnOrigin: boolean
}

/** Bodies are only kept to be looked at, and those of redirects are not even read. */
function limitsFor(settings: SettingsOf<'web'>): AnswerLimits {
  const { maxBodyBytes, expectedStatus } = settings
  const kept = looksAtBody(settings) ? maxBodyBytes : 0
  return {
    maxBodyBytes,
    keepBytes(head) {
      if (leadsOn(head, settings)) return null
      if (isExpectedStatus(expectedStatus, head.statusCode)) {
        const isTelling = kept === 0 && hasTellingLabel(head.headers.get('content-encoding'))
        return isTelling ? LABEL_SCAN_BYTES : kept
      }
      const isTelling = mayBeChallenge(head.statusCode) || head.statusCode === TELLING_STATUS
      return isTelling ? CHALLENGE_SCAN_BYTES : 0
    },
  }
}

/** Follows redirects to the end. Each hop is dialled anew, so the guard judges each. The monitor's own
 *  headers may hold credentials: like those of its `auth` they are for its own origin only, and for
 *  no hop any more once a redirect has left that. */
export async function follow(
  first: URL,
  settings: SettingsOf<'web'>,
  context: CheckContext,
): Promise<Trail> {
  const limits = limitsFor(settings)
  const authorization = createAuthorization(settings.auth)
  const jar = createCookieJar()
  const hops: Hop[] = []
  const seen = new Set<string>()
  // A page that sets a cookie and leads back to itself is another one with that cookie.
  const keyOf = ({ method, url }: HopTarget): string =>
    `${method} ${url.href} ${jar.header(url, undefined) ?? ''}`
  let phases: PhaseTimings | null = null
  let ownCertificate: ShownCertificate | null = null
  let target: HopTarget = {
    url: first,
    method: settings.method,
    body: settings.body,
  }
  const { origin, hostname } = target.url
  let isOwnOrigin = true
  for (;;) {
    const { url, method } = target
    seen.add(keyOf(target))
    const request = requestOf(
      {
        ...target,
        isOwnOrigin,
        isFirst: hops.length === 0,
        cookies: (own) => jar.header(url, own),
        authorization: isOwnOrigin ? authorization.next(method) : null,
      },
      settings,
    )
    // oxlint-disable-next-line no-await-in-loop
    const last = await exchange(request, settings, limits, context)
    phases = summedTimings(phases, last.timings)
    const shown = last.tls === null ? null : { tls: last.tls, host: url.hostname }
    const certificate = earlierExpiry(ownCertificate, shown)
    if (url.hostname === hostname) ownCertificate = certificate
    const trail = { hops, last, isOwnOrigin, phases, certificate }
    const { answer } = last
    if (last.isBlocked && hops.length > 0) {
      const message = `A redirect leads to ${printable(url.href, MAX_SHOWN_URL)}, an address that may not be checked.`
      return { ...trail, failure: redirectFailure('redirectUnexpected', message) }
    }
    if (answer === null) return { ...trail, failure: null }
    const asksAgain =
      answer.statusCode === 401 &&
      isOwnOrigin &&
      !isExpectedStatus(settings.expectedStatus, 401) &&
      authorization.challenged(answer.headers.get('www-authenticate'))
    if (!asksAgain && !leadsOn(answer, settings)) return { ...trail, failure: null }
    jar.take(answer.setCookies, url)
    if (asksAgain) continue
    const next = redirectTarget(target, answer)
    if (!('url' in next)) return { ...trail, failure: next }
    if (settings.redirects.max === 0) {
      const message = `${printable(url.href, MAX_SHOWN_URL)} redirects to ${printable(next.url.href, MAX_SHOWN_URL)}, and no redirect may be followed.`
      return { ...trail, failure: redirectFailure('redirectUnexpected', message) }
    }
    hops.push({ url: printable(url.href, MAX_SHOWN_URL), statusCode: answer.statusCode })
    if (seen.has(keyOf(next))) {
      const message = `The redirects come back to ${printable(next.url.href, MAX_SHOWN_URL)} and never end.`
      return { ...trail, failure: redirectFailure('redirectLoop', message) }
    }
    if (hops.length > settings.redirects.max) {
      const { max } = settings.redirects
      const message = `There ${max === 1 ? 'is more than 1 redirect' : `are more than ${max} redirects`}.`
      return { ...trail, failure: redirectFailure('redirectLoop', message) }
    }
    isOwnOrigin &&= next.url.origin === origin
    authorization.movedOn()
    target = next
  }
}
