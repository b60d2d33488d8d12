import { anySignal } from '@sightline/shared/any-signal'
import type { NameResolver } from '@sightline/shared/name-resolution'
import type { TraceHop, TraceInput, TraceReport, TraceVerdict } from '@sightline/shared/traceroute'
import { TRACE_PORTS, TracerouteInput } from '@sightline/shared/traceroute'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { IcmpError } from '../icmp/engine.ts'
import type { Lane } from '../icmp/lane.ts'
import { createLane } from '../icmp/lane.ts'
import type { FindAddresses } from '../net/addresses.ts'
import { isOwnAddress } from '../net/local-route.ts'
import { printable } from '../outcome/printable.ts'
import type { JsonWorker } from '../outcome/work.ts'
import { WorkRefusal } from '../outcome/work.ts'
import { hopFigures } from './hop-figures.ts'
import type { RawTrace, Tracer } from './tracer.ts'
import { seenFromHere } from './own-network.ts'
import { reachedAt, shownHops, traceVerdict } from './verdict.ts'

/** Traces of one agent at once; others wait. */
const MAX_TRACES = 4
/** Leaves time for the trace; a name that takes longer is told as one that was not resolved. */
const RESOLVE_TIMEOUT_MS = 12_000
/** All names of a report are looked up side by side within this. */
const NAMES_TIMEOUT_MS = 1_500
const MAX_NAME_LENGTH = 253

const NO_TRACER =
  'This agent cannot trace: its machine needs mtr-tiny (mtr-packet) or traceroute, and SIGHTLINE_ICMP must not be none.'

/** What the worker needs of an agent. */
export interface TraceWorkerDeps {
  /** null where this machine offers no way to trace. */
  readonly tracer: Tracer | null
  readonly findAddresses: FindAddresses
  readonly resolver: Pick<NameResolver, 'hostnames'>
}

function parseInput(input: unknown): TraceInput {
  const parsed = TracerouteInput.safeParse(input)
  if (parsed.success) return parsed.data
  throw new WorkRefusal('badRequest', 'This agent does not understand what to trace.')
}

/** What name servers that fail or stay silent mean for a trace; null where something else is wrong. */
function unresolvedVerdict({ source, cause, message }: CheckFailure): TraceVerdict | null {
  if (cause !== 'dnsTimeout' && cause !== 'dnsServfail') return null
  const doubt = " Other names were not resolved either: the agent's name servers may be at fault."
  const text = `${message} There is no address to trace.${source === 'resolver' ? doubt : ''}`
  return { code: cause === 'dnsTimeout' ? 'timeout' : 'unreachable', hop: null, text }
}

/** @returns the address, or what is said where the name gave none
 *  @throws WorkRefusal where whoever asked, or who runs the agent, has to do something about it */
async function judgedAddress(
  findAddresses: FindAddresses,
  host: string,
  signal: AbortSignal,
): Promise<string | TraceVerdict> {
  const limit = anySignal([signal, AbortSignal.timeout(RESOLVE_TIMEOUT_MS)])
  const found = await findAddresses({ host, family: 'any' }, limit)
  if (found.ok) {
    const [address] = found.addresses
    if (address !== undefined) return address
    throw new WorkRefusal('badRequest', `${host} has no address.`)
  }
  const { failure } = found
  const verdict = unresolvedVerdict(failure)
  if (verdict !== null) return verdict
  const code = failure.source === 'resolver' ? 'unavailable' : 'badRequest'
  throw new WorkRefusal(code, failure.message)
}

/** Adds the names of addresses. Those inside somebody's network (the operator's, mostly) have names
 *  that are not for everybody who may trace. */
async function withNames(
  hops: readonly TraceHop[],
  { resolver, findAddresses }: Pick<TraceWorkerDeps, 'resolver' | 'findAddresses'>,
  signal: AbortSignal,
): Promise<TraceHop[]> {
  // A work item whose time is up has its names left out, not its hops.
  if (signal.aborted) return [...hops]
  const addresses = new Set(hops.map(({ ip }) => ip).filter((ip) => ip !== null))
  const options = { signal, timeoutMs: NAMES_TIMEOUT_MS }
  async function namesOf(ip: string): Promise<readonly string[]> {
    const judged = await findAddresses({ host: ip, family: 'any' }, signal)
    return judged.ok ? resolver.hostnames(ip, options) : []
  }
  const pairs = await Promise.all(
    [...addresses].map(async (ip) => [ip, await namesOf(ip)] as const),
  )
  const names = new Map(pairs.map(([ip, found]) => [ip, found[0] ?? null]))
  return hops.map((hop) => {
    const name = hop.ip === null ? null : (names.get(hop.ip) ?? null)
    return { ...hop, hostname: name === null ? null : printable(name, MAX_NAME_LENGTH) }
  })
}

async function traceInLane(
  lane: Lane,
  trace: (signal: AbortSignal) => Promise<RawTrace>,
  signal: AbortSignal,
): Promise<RawTrace> {
  const leave = await lane.enter(signal)
  if (leave === null) {
    throw new WorkRefusal('unavailable', 'This agent is busy with other traces: try again.')
  }
  try {
    return await trace(signal)
  } catch (error) {
    if (error instanceof IcmpError) throw new WorkRefusal('unavailable', error.message)
    throw error
  } finally {
    leave()
  }
}

/** Does the work "traceroute". Source: decisions, section 7 */
export function createTraceWorker(deps: TraceWorkerDeps): JsonWorker {
  const { tracer, findAddresses } = deps
  const lane = createLane(MAX_TRACES)
  return async (input, signal): Promise<TraceReport> => {
    const { host, protocol, port: askedPort, packets, maxHops } = parseInput(input)
    if (tracer === null) throw new WorkRefusal('unavailable', NO_TRACER)
    const port = protocol === 'icmp' ? null : (askedPort ?? TRACE_PORTS[protocol])
    let startedAt = new Date()
    let beganAtMs = performance.now()
    const durationMs = (): number => Math.round(performance.now() - beganAtMs)
    const address = await judgedAddress(findAddresses, host, signal)
    if (typeof address !== 'string') {
      const started = { startedAt: startedAt.toISOString(), durationMs: durationMs() }
      const nothing = { resolvedIp: null, reached: false, hops: [] }
      return { host, protocol, port, ...started, ...nothing, verdict: address }
    }
    const run = { address, protocol, port, packets, maxHops }
    const traced = await traceInLane(
      lane,
      (limit) => {
        // The time in line is none of the trace.
        startedAt = new Date()
        beganAtMs = performance.now()
        return tracer.trace(run, limit)
      },
      signal,
    )
    const raw = seenFromHere(traced, isOwnAddress)
    const tracedMs = durationMs()
    const hops = shownHops(raw.hops).map(hopFigures)
    return {
      host,
      resolvedIp: address,
      protocol,
      port,
      startedAt: startedAt.toISOString(),
      durationMs: tracedMs,
      reached: reachedAt(raw.hops) !== null,
      hops: await withNames(hops, deps, signal),
      verdict: traceVerdict(raw, maxHops),
    }
  }
}
