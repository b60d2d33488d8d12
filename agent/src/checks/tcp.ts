import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { Socket } from 'node:net'
import { peerName } from '@sightline/shared/peer-name'
import { createBoundedCache } from '../bounds/bounded-cache.ts'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { TlsDetails } from '../net/certificate.ts'
import { startTls } from '../net/start-tls.ts'
import type { CheckContext, Checker, SpecOf } from './checker.ts'
import { NAMES } from './diagnosis-hints.ts'
import type { CheckOutcome, PhaseTimings } from '../outcome/check-outcome.ts'
import { NO_TIMINGS, agentFault, failed, roundMs } from '../outcome/check-outcome.ts'
import { expiringCertificate } from './shortcomings/expiring-certificate.ts'
import { slowAnswer } from './shortcomings/slow-answer.ts'
import type { Played } from './tcp/steps.ts'
import { playSteps, scriptOf } from './tcp/steps.ts'

type Settings = SettingsOf<'tcp'>

/** How far a check came: what was learned on the way is there in either case. */
interface Course {
  readonly failure: CheckFailure | null
  readonly ip: string | null
  readonly timings: PhaseTimings
  readonly tls: TlsDetails | null
  readonly received: string | null
}

const NOTHING_PLAYED: Played = {
  failure: null,
  received: null,
  firstByteMs: null,
  downloadMs: null,
}

const rounded = (ms: number | null): number | null => (ms === null ? null : roundMs(ms))

interface Target {
  readonly host: string
  /** null when the URL names none. */
  readonly port: number | null
}

/** Taking a URL apart took 4 % of a check. */
const targets = createBoundedCache<Target>({
  maxEntries: 10_000,
  maxBytes: 1024 * 1024,
  bytesOf: (_, url) => url.length,
})

function targetOf(url: string): Target {
  const known = targets.get(url)
  if (known !== undefined) return known
  const { host, port } = parseMonitorUrl(url, 'tcp')
  const target = { host, port }
  targets.set(url, target)
  return target
}

function hostAndPort(spec: SpecOf<'tcp'>): Target | null {
  try {
    const { host, port } = targetOf(spec.url)
    return { host, port: port ?? spec.settings.port }
  } catch (error) {
    if (error instanceof MonitorUrlError) return null
    throw error
  }
}

function misconfigured(message: string): CheckOutcome {
  return failed({ source: 'agent', phase: null, cause: 'monitorMisconfigured', message })
}

/** Connects, secures the connection where asked to, and plays the steps over it. */
async function goThrough(
  target: { host: string; port: number },
  settings: Settings,
  play: (socket: Socket) => Promise<Played> | Played,
  { dial, signal }: CheckContext,
): Promise<Course> {
  const dialled = await dial({ ...target, family: settings.ipFamily }, signal)
  const { ip } = dialled
  let timings: PhaseTimings = {
    ...NO_TIMINGS,
    dnsMs: rounded(dialled.dnsMs),
    connectMs: rounded(dialled.connectMs),
  }
  if (!dialled.ok) return { failure: dialled.failure, ip, timings, tls: null, received: null }
  let socket: Socket = dialled.socket
  let tls: TlsDetails | null = null
  if (settings.tls.enabled) {
    const { verify, sni } = settings.tls
    const started = await startTls(
      socket,
      target,
      { verify, minVersion: '1.2', sni, alpn: [] },
      signal,
    )
    tls = started.details
    timings = { ...timings, tlsMs: roundMs(started.tlsMs) }
    if (!started.ok) return { failure: started.failure, ip, timings, tls, received: null }
    socket = started.socket
  }
  const { failure, received, firstByteMs, downloadMs } = await play(socket)
  socket.destroy()
  timings = { ...timings, firstByteMs: rounded(firstByteMs), downloadMs: rounded(downloadMs) }
  return { failure, ip, timings, tls, received }
}

function detailsOf({ tls, received }: Course): Record<string, unknown> | null {
  if (tls === null && received === null) return null
  return { ...(tls === null ? {} : { tls }), ...(received === null ? {} : { received }) }
}

function judge(course: Course, totalMs: number, settings: Settings): CheckOutcome {
  const { failure, ip, timings, tls } = course
  const facts = { statusCode: null, ip, timings, details: detailsOf(course) }
  if (failure !== null) return failed(failure, facts)
  const lacking =
    expiringCertificate(tls, settings.tls.minDaysLeft) ??
    slowAnswer(totalMs, settings.maxResponseMs, timings)
  const status = lacking === null ? 'up' : 'degraded'
  return { ...facts, status, responseMs: roundMs(totalMs), failure: lacking }
}

const TCP_HINTS: Checker<'tcp'>['hints'] = {
  pieces: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports', 'resolver'],
    handshake: ['tls', 'connect', 'addresses'],
    silence: ['trace', 'connect', 'addresses', 'ports'],
    answer: ['connect', 'addresses', 'ports'],
  },
  otherPorts: () => [443, 80, 22],
  handshakeOf: (_, { tls }) => ({ isTls: tls.enabled, sni: tls.sni }),
}

/** Checks a TCP service: that it takes connections, and where its monitor says so that it speaks TLS
 *  and gives the expected replies. Replies are bytes; text is UTF-8. Source: decisions, section 6 */
export const tcpChecker: Checker<'tcp'> = {
  type: 'tcp',
  hints: TCP_HINTS,
  async run(spec, context) {
    const { settings } = spec
    const target = hostAndPort(spec)
    if (target === null) {
      return agentFault('This agent was given a target that is no tcp address.')
    }
    const { host, port } = target
    if (port === null) return misconfigured(`No port is named for ${host}.`)
    const script = scriptOf(settings.steps)
    if ('problem' in script) return misconfigured(script.problem)
    const { steps } = script
    const play = (socket: Socket): Promise<Played> | Played =>
      steps.length === 0
        ? NOTHING_PLAYED
        : playSteps(socket, steps, peerName(host, port), context.signal)
    const startedAtMs = performance.now()
    const course = await goThrough({ host, port }, settings, play, context)
    return judge(course, performance.now() - startedAtMs, settings)
  },
}
