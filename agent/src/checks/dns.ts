import { parseResolver } from '@sightline/shared/monitor-types/dns/resolver'
import { PatternError } from '@sightline/shared/pattern'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { printable } from '../outcome/printable.ts'
import type { Checker } from './checker.ts'
import { NAMES } from './diagnosis-hints.ts'
import type { CheckOutcome, PhaseTimings } from '../outcome/check-outcome.ts'
import { NO_TIMINGS, failed, roundMs } from '../outcome/check-outcome.ts'
import { askAuthorities } from './dns/ask-authorities.ts'
import { askNamed, askSystem } from './dns/ask-resolver.ts'
import { expectationOf } from './dns/expected-answers.ts'
import type { Finding, Inquiry } from './dns/inquiry.ts'
import { questionName } from './dns/question-name.ts'
import { whyNotAsked, whyNotShown, withoutResolver } from './dns/withheld.ts'
import { slowAnswer } from './shortcomings/slow-answer.ts'

type Settings = SettingsOf<'dns'>

/** Most values in the details of a result, longest of them, and all of them together as JSON, in
 *  characters: details of more than 16,384 are left out as a whole. */
const MAX_ANSWERS = 50
const MAX_ANSWER_LENGTH = 500
const MAX_ANSWERS_JSON = 8_192

const rounded = (ms: number | null | undefined): number | null => (ms == null ? null : roundMs(ms))

function timingsOf({ answered, dnsMs }: Finding): PhaseTimings {
  return {
    ...NO_TIMINGS,
    dnsMs: rounded(dnsMs),
    connectMs: rounded(answered?.timings.connectMs),
    tlsMs: rounded(answered?.timings.tlsMs),
    firstByteMs: rounded(answered?.timings.firstByteMs),
  }
}

function shownAnswers(values: readonly string[]): readonly string[] {
  const shown: string[] = []
  let length = 0
  for (const value of values.slice(0, MAX_ANSWERS)) {
    const text = printable(value, MAX_ANSWER_LENGTH)
    length += JSON.stringify(text).length + 1
    if (length > MAX_ANSWERS_JSON) break
    shown.push(text)
  }
  return shown
}

function detailsOf(finding: Finding, settings: Settings): Record<string, unknown> | null {
  const { server, answered, values, count, ttl, facts } = finding
  if (server === null || answered === null) return Object.keys(facts).length === 0 ? null : facts
  return {
    rcode: answered.ok ? answered.message.rcode : null,
    answers: shownAnswers(values),
    answerCount: count,
    resolver: peerName(server.ip, server.port),
    protocol: settings.protocol,
    authenticated: answered.ok && answered.message.isAuthenticated,
    ttl,
    ...(answered.wasTruncated ? { truncated: true } : {}),
    ...(answered.tls === null ? {} : { tls: answered.tls }),
    ...facts,
  }
}

/** Every part of the time is name resolution here, whichever was the longest. */
function slow(totalMs: number, settings: Settings, timings: PhaseTimings): CheckFailure | null {
  const failure = slowAnswer(totalMs, settings.maxResponseMs, timings)
  return failure === null ? null : { ...failure, phase: 'dns', cause: 'slowDns' }
}

function outcomeOf(finding: Finding, settings: Settings, startedAtMs: number): CheckOutcome {
  const { failure, answeredAtMs, server } = finding
  const totalMs = answeredAtMs === null ? null : answeredAtMs - startedAtMs
  const timings = timingsOf(finding)
  const facts = {
    statusCode: null,
    responseMs: rounded(totalMs),
    ip: server?.ip ?? null,
    timings,
    details: detailsOf(finding, settings),
  }
  if (failure !== null) return failed(failure, facts)
  const lacking = totalMs === null ? null : slow(totalMs, settings, timings)
  return { ...facts, status: lacking === null ? 'up' : 'degraded', failure: lacking }
}

function misconfigured(message: string): CheckOutcome {
  return failed({ source: 'agent', phase: null, cause: 'monitorMisconfigured', message })
}

function find(inquiry: Inquiry): Promise<Finding> | null {
  const resolver = parseResolver(inquiry.settings.resolver)
  switch (resolver?.kind) {
    case 'system':
      return askSystem(inquiry)
    case 'authoritative':
      return askAuthorities(inquiry)
    case 'server':
      return askNamed(resolver, inquiry)
    default:
      return null
  }
}

const DNS_HINTS: Checker<'dns'>['hints'] = {
  pieces: { name: NAMES, connection: NAMES, handshake: NAMES, silence: NAMES, answer: NAMES },
  otherPorts: () => [53, 443],
  recordTypeOf: ({ recordType }) => recordType,
}

/** @param options.nameServerPort where the name servers of a zone are asked; a test may bring its own */
export function createDnsChecker(options: { nameServerPort: number }): Checker<'dns'> {
  const { nameServerPort } = options
  return {
    type: 'dns',
    hints: DNS_HINTS,
    async run({ url, settings, timeoutMs }, context) {
      const startedAtMs = performance.now()
      const question = questionName(url, settings.recordType)
      if ('problem' in question) return misconfigured(question.problem)
      const { name } = question
      const { withholds } = context
      const isSystems = parseResolver(settings.resolver)?.kind === 'system'
      const secretName = isSystems ? whyNotAsked(name, withholds) : null
      if (secretName !== null) return failed(secretName)
      const expectation = expectationOf(settings)
      if (expectation instanceof PatternError) {
        const why = printable(expectation.message, 200)
        return misconfigured(`An expected value is no usable expression: ${why}.`)
      }
      const deadlineMs = startedAtMs + timeoutMs
      const limits = { timeoutMs, deadlineMs }
      const finding = find({ name, settings, expectation, nameServerPort, context, ...limits })
      if (finding === null) return misconfigured('The resolver of the monitor is no host[:port].')
      const found = await finding
      if (!isSystems) return outcomeOf(found, settings, startedAtMs)
      const secret = whyNotShown(name, settings.recordType, found, withholds)
      if (secret !== null) return failed(secret)
      return withoutResolver(outcomeOf(found, settings, startedAtMs), found.server, withholds)
    },
  }
}

/** Checks what DNS answers for a name: through the agent's own resolver, one the monitor names, or the
 *  name servers of the name's zone. Source: decisions, section 6 */
export const dnsChecker: Checker<'dns'> = createDnsChecker({ nameServerPort: 53 })
