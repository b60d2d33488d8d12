import type { ErrorCode } from '@sightline/shared/errors'
import type { NameResolver } from '@sightline/shared/name-resolution'
import type { TraceHop, TraceInput, TraceReport } from '@sightline/shared/traceroute'
import { TRACE_PORTS, TracerouteInput } from '@sightline/shared/traceroute'
import type { CheckFailure } from '../check-failure.ts'
import { IcmpError } from '../icmp/engine.ts'
import type { Lane } from '../icmp/lane.ts'
import { createLane } from '../icmp/lane.ts'
import type { FindAddresses } from '../net/addresses.ts'
import { isOwnAddress } from '../net/local-route.ts'
import { printable } from '../printable.ts'
import type { JsonWorker } from '../run/work.ts'
import { WorkRefusal } from '../run/work.ts'
import { hopFigures } from './hop-figures.ts'
import type { RawTrace, Tracer } from './tracer.ts'
import { seenFromHere } from './own-network.ts'
import { reachedAt, shownHops, traceVerdict } from './verdict.ts'

/** Traces of one agent at once; others wait. */
const MAX_TRACES = 4
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

/** Who has to do something about a name that was not resolved: whoever runs the agent, its name servers,
 *  or who asked. */
function refusalCode({ source, cause }: CheckFailure): ErrorCode {
  if (source === 'resolver') return 'unavailable'
  const isSilent = cause === 'dnsTimeout' || cause === 'dnsServfail'
  return isSilent ? 'upstreamFailed' : 'badRequest'
}

async function judgedAddress(
  findAddresses: FindAddresses,
  host: string,
  signal: AbortSignal,
): Promise<string> {
  const found = await findAddresses({ host, family: 'any' }, signal)
  if (!found.ok) {
    throw new WorkRefusal(refusalCode(found.failure), found.failure.message)
  }
  const [address] = found.addresses
  if (address === undefined) throw new WorkRefusal('badRequest', `${host} has no address.`)
  return address
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
    const address = await judgedAddress(findAddresses, host, signal)
    const port = protocol === 'icmp' ? null : (askedPort ?? TRACE_PORTS[protocol])
    const run = { address, protocol, port, packets, maxHops }
    let startedAt = new Date()
    let beganAtMs = performance.now()
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
    const durationMs = Math.round(performance.now() - beganAtMs)
    const hops = shownHops(raw.hops).map(hopFigures)
    return {
      host,
      resolvedIp: address,
      protocol,
      port,
      startedAt: startedAt.toISOString(),
      durationMs,
      reached: reachedAt(raw.hops) !== null,
      hops: await withNames(hops, deps, signal),
      verdict: traceVerdict(raw, maxHops),
    }
  }
}
