import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { monitorPort } from '@sightline/shared/monitor-endpoint'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import { isIP } from 'node:net'
import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { failureOf } from '../net/failures.ts'
import { noRouteFailure } from '../net/own-route.ts'
import type { CheckContext, Checker, SpecOf } from './checker.ts'
import { NAMES } from './diagnosis-hints.ts'
import type { CheckOutcome } from '../outcome/check-outcome.ts'
import { NO_TIMINGS, agentFault, failed, roundMs } from '../outcome/check-outcome.ts'
import { slowAnswer } from './shortcomings/slow-answer.ts'
import type { Exchanged } from './udp/exchange.ts'
import type { Question } from './udp/question.ts'
import { questionOf } from './udp/question.ts'

type Settings = SettingsOf<'udp'>

interface Target {
  readonly host: string
  readonly port: number
  readonly peer: string
}

/** The last exchange, and with which address. */
interface Course {
  readonly ip: string
  readonly dnsMs: number | null
  readonly exchanged: Exchanged
}

function targetOf(spec: SpecOf<'udp'>): Target | CheckOutcome {
  try {
    const { host } = parseMonitorUrl(spec.url, 'udp')
    const port = monitorPort('udp', spec.url, spec.settings)
    if (port === null) return misconfigured(`No port is named for ${host}.`)
    return { host, port, peer: peerName(host, port) }
  } catch (error) {
    if (!(error instanceof MonitorUrlError)) throw error
    return agentFault('This agent was given a target that is no udp address.')
  }
}

function misconfigured(message: string): CheckOutcome {
  return failed({ source: 'agent', phase: null, cause: 'monitorMisconfigured', message })
}

/** Errors that another address of the same name may not have. */
const OF_ADDRESS = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

function isOfAddress(exchanged: Exchanged): boolean {
  return exchanged.kind === 'error' && OF_ADDRESS.has(exchanged.error.code ?? '')
}

function failureOfError(error: NodeJS.ErrnoException, ip: string, peer: string): CheckFailure {
  if (error.code === 'ECONNREFUSED') {
    const message = `Nothing listens on the UDP port ${peer}: its host says so (ICMP port unreachable).`
    return { source: 'target', phase: 'connect', cause: 'udpPortUnreachable', message }
  }
  // Only this machine's own routing table says so to a datagram's sender.
  if (error.code === 'ENETUNREACH') return noRouteFailure(peer, ip)
  return failureOf(error, 'connect', peer)
}

/** Without a reply the monitor's rule decides: a service may be one that never replies. */
function silentOutcome(
  settings: Settings,
  { expectsReply }: Question,
  peer: string,
  facts: Pick<CheckOutcome, 'ip' | 'timings'>,
): CheckOutcome {
  const status = settings.silenceIs ?? (expectsReply ? 'down' : 'unknown')
  const isCommunity = settings.preset === 'snmp' && settings.snmp.version !== '3'
  const hint = isCommunity ? ', which SNMP services also do when the community is wrong' : ''
  const sentence = `${peer} did not reply within the time limit${hint}.`
  const message =
    status === 'down' ? sentence : `${sentence} That alone does not tell whether it is up.`
  const failure = { source: 'network', phase: 'firstByte', cause: 'udpNoReply', message } as const
  return { ...facts, status, statusCode: null, responseMs: null, failure, details: null }
}

function judge(course: Course, target: Target, settings: Settings, asked: Question): CheckOutcome {
  const { ip, exchanged } = course
  const { peer } = target
  const timings = { ...NO_TIMINGS, dnsMs: course.dnsMs === null ? null : roundMs(course.dnsMs) }
  if (exchanged.kind === 'silence') return silentOutcome(settings, asked, peer, { ip, timings })
  if (exchanged.kind === 'unjudged') return failed(exchanged.failure, { ip, timings })
  if (exchanged.kind === 'unsendable') return misconfigured(exchanged.message)
  if (exchanged.kind === 'error') {
    return failed(failureOfError(exchanged.error, ip, peer), { ip, timings })
  }
  const { verdict, roundTripMs } = exchanged
  const responseMs = roundTripMs === null ? null : roundMs(roundTripMs)
  const trip = { ...NO_TIMINGS, firstByteMs: responseMs }
  const facts = {
    statusCode: null,
    responseMs,
    ip,
    timings: { ...timings, firstByteMs: responseMs },
    details: verdict.details,
  }
  if (verdict.kind !== 'right') {
    const { message } = verdict
    return failed({ source: 'target', phase: 'content', cause: 'unexpectedReply', message }, facts)
  }
  const lacking = slowAnswer(roundTripMs ?? 0, settings.maxResponseMs, trip)
  return { ...facts, status: lacking === null ? 'up' : 'degraded', failure: lacking }
}

/** Asks the addresses in turn; the next one only where the network has no way to the one before. */
async function askAll(
  addresses: readonly string[],
  dnsMs: number | null,
  ask: (address: string) => Promise<Exchanged>,
): Promise<Course> {
  const courses: Course[] = []
  for (const ip of addresses) {
    const course = { ip, dnsMs, exchanged: await ask(ip) }
    if (!isOfAddress(course.exchanged)) return course
    courses.push(course)
  }
  // An IPv6 address without a way to it says the least.
  const telling = courses.find(({ ip }) => isIP(ip) === 4) ?? courses[0]
  if (telling === undefined) throw new Error('a name that resolved has an address')
  return telling
}

async function run(
  spec: SpecOf<'udp'>,
  target: Target,
  question: Question,
  context: CheckContext,
): Promise<CheckOutcome> {
  const { signal } = context
  const { host, port, peer } = target
  const { attempts, ipFamily } = spec.settings
  const startedAtMs = performance.now()
  const found = await context.findAddresses({ host, family: ipFamily }, signal)
  const { dnsMs } = found
  if (!found.ok) {
    const timings = { ...NO_TIMINGS, dnsMs: dnsMs === null ? null : roundMs(dnsMs) }
    return failed(found.failure, { timings })
  }
  const leftMs = Math.max(1, spec.timeoutMs - (performance.now() - startedAtMs))
  const sending = { attempts, intervalMs: leftMs / attempts }
  const course = await askAll(found.addresses, dnsMs, (address) =>
    question.ask({ address, port }, peer, sending, signal),
  )
  return judge(course, target, spec.settings, question)
}

const UDP_HINTS: Checker<'udp'>['hints'] = {
  pieces: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports'],
    handshake: [],
    silence: ['trace', 'addresses', 'ports'],
    answer: ['addresses', 'ports'],
  },
  otherPorts: () => [53, 443, 22],
  isRepeatable: ({ preset }) => preset !== 'snmp',
}

/** Checks a UDP service: sends a payload or a preset's question and judges the reply. Silence is what
 *  the monitor says it is; a closed port is always down. `responseMs` is the round trip.
 *  Source: decisions, section 6 */
export const udpChecker: Checker<'udp'> = {
  type: 'udp',
  hints: UDP_HINTS,
  async run(spec, context) {
    const target = targetOf(spec)
    if ('status' in target) return target
    const question = questionOf(spec.settings)
    if ('problem' in question) return misconfigured(question.problem)
    return run(spec, target, question, context)
  },
}
