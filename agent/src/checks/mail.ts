import type { MailEndpoint } from '@sightline/shared/monitor-types/mail/endpoint'
import { mailEndpoint } from '@sightline/shared/monitor-endpoint'
import { PatternError } from '@sightline/shared/pattern'
import { startTls } from '../net/start-tls.ts'
import { printable } from '../outcome/printable.ts'
import type { CheckContext, Checker, SpecOf } from './checker.ts'
import { NAMES } from './diagnosis-hints.ts'
import type { CheckOutcome, PhaseTimings } from '../outcome/check-outcome.ts'
import { NO_TIMINGS, agentFault, failed, roundMs } from '../outcome/check-outcome.ts'
import { mxDetails } from './mail/details.ts'
import { misconfigured } from './mail/misconfigured.ts'
import { reach } from './mail/reach.ts'
import { speak } from './mail/speak.ts'
import type { TextSearch } from './matching/any-text-matches.ts'
import { anyTextMatches } from './matching/any-text-matches.ts'
import { knownPattern } from './matching/known-patterns.ts'

const rounded = (ms: number | null): number | null => (ms === null ? null : roundMs(ms))

const misfit = (message: string): CheckOutcome =>
  failed({ source: 'agent', phase: null, cause: 'monitorMisconfigured', message })

/** @returns a sentence when the expression cannot be used; null when none is asked for */
function greetingSearch(pattern: string | null, signal: AbortSignal): TextSearch | string | null {
  if (pattern === null) return null
  const expression = { pattern, caseSensitive: true }
  try {
    // For the error only: the cache keeps what it has room for.
    knownPattern(expression)
    return (greeting) => anyTextMatches(expression, [greeting], signal)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    return `The setting expectBannerRegex is no usable expression: ${printable(error.message, 200)}.`
  }
}

/** @returns null when the target is no mail server's address */
function endpointOf(spec: SpecOf<'mail'>): MailEndpoint | null {
  try {
    return mailEndpoint(spec.url, spec.settings)
  } catch {
    return null
  }
}

async function check(
  spec: SpecOf<'mail'>,
  context: CheckContext,
  endpoint: MailEndpoint,
  search: TextSearch | null,
): Promise<CheckOutcome> {
  const { settings } = spec
  const { signal } = context
  const startedAtMs = performance.now()
  const deadlineMs = startedAtMs + spec.timeoutMs
  const reached = await reach(endpoint, { resolveMx: settings.resolveMx, deadlineMs }, context)
  const { dialled, host } = reached
  const connectMs = 'connectMs' in dialled ? rounded(dialled.connectMs) : null
  const timings: PhaseTimings = { ...NO_TIMINGS, dnsMs: rounded(reached.dnsMs), connectMs }
  const mx = reached.mx === null ? null : mxDetails(reached)
  if (!dialled.ok) {
    const ip = 'ip' in dialled ? dialled.ip : null
    return failed(dialled.failure, { ip, timings, details: mx })
  }
  const { ip, socket } = dialled
  const task = { endpoint, settings, search, reached, ip, timings, startedAtMs, signal }
  if (endpoint.security !== 'tls') return speak({ ...task, socket, secured: null })
  const wishes = { verify: settings.tls.verify, minVersion: '1.2', sni: null, alpn: [] } as const
  const secured = await startTls(socket, { host, port: endpoint.port }, wishes, signal)
  if (secured.ok) return speak({ ...task, socket: secured.socket, secured })
  return failed(secured.failure, {
    ip,
    timings: { ...timings, tlsMs: rounded(secured.tlsMs) },
    details: secured.details === null ? mx : { ...mx, tls: secured.details },
  })
}

/** A mail server's other doors, by protocol. */
const OTHER_PORTS = {
  smtp: [25, 587, 465],
  imap: [993, 143, 25],
  pop3: [995, 110, 25],
} as const

const MAIL_HINTS: Checker<'mail'>['hints'] = {
  pieces: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports', 'resolver'],
    handshake: ['tls', 'connect', 'ports'],
    silence: ['trace', 'connect', 'addresses', 'ports'],
    answer: ['connect', 'ports'],
  },
  otherPorts: (url, settings) => OTHER_PORTS[mailEndpoint(url, settings).protocol],
  handshakeOf: (url, settings) => ({
    isTls: mailEndpoint(url, settings).security === 'tls',
    sni: null,
  }),
  // Its mail servers have names of their own.
  isRepeatable: ({ resolveMx }) => !resolveMx,
  recordTypeOf: ({ resolveMx }) => (resolveMx ? 'MX' : null),
}

/** Checks a mail server: greeting, capabilities, TLS, sign-in, and for SMTP whether it would take a
 *  mail. `statusCode` is SMTP's number of the reply that decided; `firstByteMs` is the greeting's,
 *  `responseMs` spans the whole dialogue. Source: decisions, section 6 */
export const mailChecker: Checker<'mail'> = {
  type: 'mail',
  hints: MAIL_HINTS,
  async run(spec, context) {
    const endpoint = endpointOf(spec)
    if (endpoint === null) {
      return agentFault('This agent was given a target that is no mail server.')
    }
    const problem = misconfigured(endpoint, spec.settings)
    if (problem !== null) return misfit(problem)
    const search = greetingSearch(spec.settings.expectBannerRegex, context.signal)
    if (typeof search === 'string') return misfit(search)
    return check(spec, context, endpoint, search)
  },
}
