import type { TraceReport } from '@sightline/shared/traceroute'
import type { Cause } from '@sightline/shared/causes'
import type { Case, Finding, Piece, Rule } from '../case.ts'
import { asTold, isOfLayer, regionsOf } from '../case.ts'
import type { GoodTrace } from '../facts.ts'
import { fromRegions, listed, portsAre } from '../wording.ts'

type Trace = Piece<'trace'>

/** Loss from which on connections fail, in percent. */
const MUCH_LOSS_PERCENT = 50

/** Failures whose reason may lie on the way. */
const ON_THE_WAY: ReadonlySet<Cause> = new Set([
  'connectionTimeout',
  'hostUnreachable',
  'networkUnreachable',
  'packetLoss',
  'routeLoop',
  'udpNoReply',
  'timeout',
  'bannerTimeout',
  'tlsHandshakeFailed',
])

/** Of those, the ones a trace alone may explain: in the others the target took the connection. */
const UNCONNECTED: ReadonlySet<Cause> = new Set([
  'connectionTimeout',
  'hostUnreachable',
  'networkUnreachable',
  'routeLoop',
  'udpNoReply',
])

const lastAnswering = ({ hops }: TraceReport): { hop: number; ip: string } | null => {
  const last = hops.findLast((hop) => hop.ip !== null)
  return last?.ip == null ? null : { hop: last.hop, ip: last.ip }
}

function byVerdict(traces: readonly Trace[], code: TraceReport['verdict']['code']): Trace[] {
  return traces.filter(({ found }) => found.verdict.code === code)
}

function seenBy(cause: Cause, traces: readonly Trace[], because: string): Finding {
  return { cause, regions: regionsOf(traces), kinds: ['check', 'trace'], because }
}

function loop(traces: readonly Trace[]): Finding[] {
  const looping = byVerdict(traces, 'loop')
  const [first] = looping
  if (first === undefined) return []
  const { hop } = first.found.verdict
  const router = first.found.hops.find((each) => each.hop === hop)?.ip
  const where = router == null ? '' : ` at ${router}`
  const because = `packets come back to hop ${hop ?? '?'}${where} again and again`
  return [seenBy('routeLoop', looping, because)]
}

/** A router on the way says that it goes no further. */
function refusedOnTheWay(facts: Case, traces: readonly Trace[]): Finding[] {
  if (facts.leading !== 'connectionTimeout' && facts.leading !== 'udpNoReply') return []
  const refused = byVerdict(traces, 'unreachable').filter(({ found: trace }) => {
    return trace.verdict.hop !== null
  })
  const [first] = refused
  if (first === undefined) return []
  const { hop } = first.found.verdict
  const router = first.found.hops.find((each) => each.hop === hop)?.ip
  const who = router == null ? `a router at hop ${hop ?? '?'}` : `the router ${router}`
  return [seenBy('hostUnreachable', refused, `${who} reports that the host cannot be reached`)]
}

/** Whether a way that led to the target had a router behind the one where this one ends. Where only the
 *  target itself came next, the target is silent, not the way. */
function isCutBefore(trace: TraceReport, good: GoodTrace['hops']): boolean {
  const last = lastAnswering(trace)
  if (last === null) return false
  const at = good.findIndex(({ ip }) => ip === last.ip)
  return at !== -1 && good.slice(at + 1, -1).some(({ ip }) => ip !== null)
}

/** The way ends before the target, where an earlier one, or that of another region, went on. */
function brokenPath(facts: Case, traces: readonly Trace[]): Finding[] {
  const passing = facts.evidence('trace', 'passing').filter(({ found: trace }) => trace.reached)
  const ended = traces.filter(({ found: trace }) => {
    return !trace.reached && /^(?:filtered|timeout)$/.test(trace.verdict.code)
  })
  const broken = ended.filter(({ region, found: trace }) => {
    const before = facts.goodTraces.filter((good) => good.region === region)
    const others = passing.map((each) => each.found)
    const last = lastAnswering(trace)?.ip
    if ([...before, ...others].some(({ hops }) => isCutBefore(trace, hops))) return true
    // A way of its own that ends somewhere else.
    return last !== undefined && others.some(({ hops }) => !hops.some(({ ip }) => ip === last))
  })
  const [first] = broken
  if (first === undefined) return []
  const last = lastAnswering(first.found)
  const where = `behind ${last?.ip ?? 'the first router'} (hop ${last?.hop ?? 0}) nothing answers from ${first.region}`
  const compared =
    passing.length > 0
      ? `the way from ${listed(regionsOf(passing))} leads to the target`
      : 'an earlier trace led on from there'
  return [seenBy('pathBreak', broken, `${where}, while ${compared}`)]
}

function loss(facts: Case, traces: readonly Trace[]): Finding[] {
  const isConnected = facts.evidence('connect', 'failing').some((each) => each.found.cause === null)
  if (facts.leading === 'packetLoss' || isConnected) return []
  const lossy = byVerdict(traces, 'lossAtHop').filter(({ found: trace }) => {
    return (trace.hops.at(-1)?.lossPercent ?? 0) >= MUCH_LOSS_PERCENT
  })
  const [first] = lossy
  if (first === undefined) return []
  const percent = Math.round(first.found.hops.at(-1)?.lossPercent ?? 0)
  const because = `${percent} % of the packets to it are lost from hop ${first.found.verdict.hop ?? '?'} on`
  return [seenBy('packetLoss', lossy, because)]
}

/** What else tells whether the host is there at all. */
function whatLives(facts: Case, traces: readonly Trace[]): Finding {
  const ports = facts.evidence('ports', 'failing')
  const alive = ports.flatMap(({ found: list }) =>
    list.filter(({ state }) => state === 'open' || state === 'refused'),
  )
  const open = [...new Set(alive.filter(({ state }) => state === 'open').map(({ port }) => port))]
  const reached = traces.filter(({ found: trace }) => trace.reached)
  const isPing = facts.monitor.type === 'ping'
  if (open.length > 0) {
    const what = isPing
      ? 'echo requests are all that it does not answer'
      : 'something before this service drops its packets'
    const because = `${portsAre(open)} open, so the host is up and ${what}`
    return asTold(facts, { kinds: ['ports'], because })
  }
  if (reached.length > 0 || alive.length > 0) {
    const because = isPing
      ? reached.length > 0
        ? 'a trace came to it a moment later, so it answers again, or at times'
        : 'the host itself answers, so echo requests are all that it does not'
      : 'the host itself answers, so something before this port drops its packets'
    const kinds = reached.length > 0 ? (['trace'] as const) : (['ports'] as const)
    return asTold(facts, { kinds, because })
  }
  const last = traces.map(({ found: trace }) => lastAnswering(trace)).find((each) => each !== null)
  if (last == null) {
    return ports.length === 0
      ? asTold(facts)
      : asTold(facts, { kinds: ['ports'], because: 'no other port of the host answers either' })
  }
  const others = ports.length === 0 ? '' : ', nor any other port of the host'
  const because = `nothing answers behind ${last.ip} (hop ${last.hop})${others}`
  return asTold(facts, {
    kinds: ['trace', ...(ports.length === 0 ? [] : ['ports' as const])],
    because,
  })
}

/** What the failing checks say themselves, and what the traces add to it. */
function leadingFindings(facts: Case, traces: readonly Trace[]): Finding[] {
  if (!isOfLayer(facts, 'network')) return []
  switch (facts.leading) {
    case 'routeLoop':
      return [asTold(facts)]
    case 'packetLoss':
      return [asTold(facts, lossSeen(facts, traces))]
    default:
      return [whatLives(facts, traces)]
  }
}

/** The way to the target. */
export const networkRule: Rule = (facts) => {
  if (!ON_THE_WAY.has(facts.leading)) return []
  const traces = facts.evidence('trace', 'failing')
  const onTheWay = UNCONNECTED.has(facts.leading)
    ? [...loop(traces), ...refusedOnTheWay(facts, traces), ...brokenPath(facts, traces)]
    : []
  return [...onTheWay, ...loss(facts, traces), ...leadingFindings(facts, traces)]
}

/** What a trace adds to a loss that pings saw. */
function lossSeen(
  facts: Case,
  traces: readonly Trace[],
): { kinds?: readonly ['trace']; because?: string } {
  const lossy = byVerdict(traces, 'lossAtHop')
  const [first] = lossy
  if (first === undefined) return {}
  const where = first.found.verdict.hop
  const because = `${fromRegions(regionsOf(lossy), facts.failing.length)} they are lost from hop ${where ?? '?'} on`
  return { kinds: ['trace'], because }
}
