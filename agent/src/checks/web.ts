import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { CheckFailure } from '../check-failure.ts'
import { printable } from '../printable.ts'
import type { CheckContext, CheckOutcome, Checker, SpecOf } from './checker.ts'
import { agentFault, failed, roundMs } from './checker.ts'
import type { Exchange } from './web/exchange.ts'
import { exchange } from './web/exchange.ts'
import { isExpectedStatus, statusCause } from './web/expected-status.ts'
import { slowestPhase } from './web/slowest-phase.ts'
import { unsupportedSettings } from './web/unsupported.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_SHOWN_URL = 500
const DAY_MS = 86_400_000

interface Hop {
  readonly url: string
  readonly statusCode: number
}

interface Trail {
  /** The redirects that were followed, first to last. */
  readonly hops: readonly Hop[]
  readonly last: Exchange
  /** A redirect that could not be followed. */
  readonly failure: CheckFailure | null
}

function redirectFailure(
  cause: 'redirectLoop' | 'redirectUnexpected',
  message: string,
): CheckFailure {
  return { source: 'target', phase: 'firstByte', cause, message }
}

/** Where an answer leads on.
 *  @returns null when it does not, or when its status is one the monitor expects */
function nextUrl(url: URL, last: Exchange, settings: SettingsOf<'web'>): URL | CheckFailure | null {
  const { answer } = last
  const location = answer?.headers.location
  if (answer === null || location === undefined || !REDIRECTS.has(answer.statusCode)) return null
  if (!settings.redirects.follow || isExpectedStatus(settings.expectedStatus, answer.statusCode)) {
    return null
  }
  const shown = printable(location, MAX_SHOWN_URL)
  const target = URL.parse(location, url.href)
  if (target === null || !/^https?:$/.test(target.protocol) || target.hostname === '') {
    const message = `${printable(url.href, MAX_SHOWN_URL)} redirects to "${shown}", which is no http or https address.`
    return redirectFailure('redirectUnexpected', message)
  }
  target.username = ''
  target.password = ''
  target.hash = ''
  return target
}

/** Follows redirects to the end. Each hop is dialled anew, so the guard judges each. */
async function follow(spec: SpecOf<'web'>, context: CheckContext): Promise<Trail> {
  const { settings } = spec
  const hops: Hop[] = []
  const seen = new Set<string>()
  let url = new URL(spec.url)
  const { origin } = url
  for (;;) {
    seen.add(url.href)
    // The monitor's headers may hold credentials: they are for its own origin only.
    const headers = url.origin === origin ? settings.headers : {}
    const last = await exchange(url, settings, headers, context)
    if (last.isBlocked && hops.length > 0) {
      const message = `A redirect leads to ${printable(url.href, MAX_SHOWN_URL)}, an address that may not be checked.`
      return { hops, last, failure: redirectFailure('redirectUnexpected', message) }
    }
    const next = nextUrl(url, last, settings)
    if (next === null) return { hops, last, failure: null }
    if (!(next instanceof URL)) return { hops, last, failure: next }
    hops.push({ url: printable(url.href, MAX_SHOWN_URL), statusCode: last.answer?.statusCode ?? 0 })
    if (seen.has(next.href)) {
      const message = `The redirects come back to ${printable(next.href, MAX_SHOWN_URL)} and never end.`
      return { hops, last, failure: redirectFailure('redirectLoop', message) }
    }
    if (hops.length > settings.redirects.max) {
      const message = `There are more than ${settings.redirects.max} redirects.`
      return { hops, last, failure: redirectFailure('redirectLoop', message) }
    }
    url = next
  }
}

function unexpectedStatus(last: Exchange, settings: SettingsOf<'web'>): CheckFailure | null {
  const { answer } = last
  if (answer === null || isExpectedStatus(settings.expectedStatus, answer.statusCode)) return null
  const leads =
    answer.headers.location === undefined
      ? ''
      : ` (a redirect to ${printable(answer.headers.location, MAX_SHOWN_URL)})`
  const expected = settings.expectedStatus.join(', ')
  return {
    source: 'target',
    phase: 'firstByte',
    cause: statusCause(answer.statusCode),
    message: `The server answered ${answer.statusCode}${leads} where ${expected} was expected.`,
  }
}

/** Headers that tell who answered: the evidence for an unexpected status. */
const TELLING_HEADERS = ['server', 'via', 'retry-after', 'cf-ray', 'x-cache', 'content-type']

function tellingHeaders(last: Exchange): Record<string, string> {
  return Object.fromEntries(
    TELLING_HEADERS.flatMap((name) => {
      const value = last.answer?.headers[name]
      return typeof value === 'string' ? [[name, printable(value, 200)]] : []
    }),
  )
}

function detailsOf(trail: Trail, failure: CheckFailure | null): Record<string, unknown> | null {
  const { hops, last } = trail
  const details = {
    ...(last.tls === null ? {} : { tls: last.tls }),
    ...(hops.length === 0 ? {} : { redirects: hops }),
    ...(last.answer?.isTruncated === true ? { truncated: true } : {}),
    ...(failure === null || last.answer === null ? {} : { headers: tellingHeaders(last) }),
  }
  return Object.keys(details).length === 0 ? null : details
}

/** Why an answer that is as expected is not quite good; null when it is. */
function shortcoming(
  last: Exchange,
  totalMs: number,
  settings: SettingsOf<'web'>,
): CheckFailure | null {
  const { minDaysLeft } = settings.tls
  const expiresAtMs = Date.parse(last.tls?.expiresAt ?? '')
  const daysLeft = Math.floor((expiresAtMs - Date.now()) / DAY_MS)
  if (minDaysLeft !== null && daysLeft < minDaysLeft) {
    const message = `The certificate expires in ${daysLeft} days (${last.tls?.expiresAt}); fewer than ${minDaysLeft} are a warning.`
    return { source: 'target', phase: 'tls', cause: 'certExpired', message }
  }
  const limitMs = settings.maxResponseMs
  if (limitMs === null || totalMs <= limitMs) return null
  const message = `The answer took ${Math.round(totalMs)} ms; more than ${limitMs} ms is slow.`
  return { source: 'target', ...slowestPhase(last.timings), message }
}

function judge(trail: Trail, totalMs: number, settings: SettingsOf<'web'>): CheckOutcome {
  const { last } = trail
  const failure = trail.failure ?? last.failure ?? unexpectedStatus(last, settings)
  const facts = {
    statusCode: last.answer?.statusCode ?? null,
    responseMs: last.answer === null ? null : roundMs(totalMs),
    ip: last.ip,
    timings: last.timings,
    details: detailsOf(trail, failure),
  }
  if (failure !== null) return failed(failure, facts)
  const lacking = shortcoming(last, totalMs, settings)
  return { ...facts, status: lacking === null ? 'up' : 'degraded', failure: lacking }
}

/** Checks a web page: GET or HEAD, with status, redirects, certificate and the time of each phase.
 *  Timings are those of the last hop, `responseMs` spans all of them. A redirect whose status is
 *  itself expected is not followed. Source: decisions, section 6 */
export const webChecker: Checker<'web'> = {
  type: 'web',
  async run(spec, context) {
    const missing = unsupportedSettings(spec.settings)
    if (missing.length > 0) {
      return agentFault(`This agent cannot check with the settings ${missing.join(', ')} yet.`)
    }
    if (!/^https?:\/\//.test(spec.url) || !URL.canParse(spec.url)) {
      return agentFault('This agent was given a target that is no http or https address.')
    }
    const startedAtMs = performance.now()
    const trail = await follow(spec, context)
    return judge(trail, performance.now() - startedAtMs, spec.settings)
  },
}
