import type { TraceVerdict } from '@sightline/shared/traceroute'
import type { HopAnswer, RawHop, RawTrace } from './tracer.ts'

/** Hop at which the target itself answered; null when it never did. */
export function reachedAt(hops: readonly RawHop[]): number | null {
  const hop = hops.find(({ answers }) => answers.some(({ kind }) => kind === 'arrived'))
  return hop?.hop ?? null
}

/** Hops as a report shows them: up to the target, or to where somebody refused the packets, or a few
 *  silent ones behind the last that answered. */
export function shownHops(hops: readonly RawHop[]): readonly RawHop[] {
  const refused = hops.find(({ answers }) => answers.some(isRefusal))
  const tail = (lastAnswering(hops)?.hop ?? 0) + MAX_SILENT_TAIL
  const last = reachedAt(hops) ?? refused?.hop ?? tail
  return hops.filter(({ hop, answers }) => hop <= last && answers.some(wasSent))
}

function isRefusal(
  answer: HopAnswer,
): answer is Extract<HopAnswer, { kind: 'refused' | 'noNeighbour' }> {
  return answer.kind === 'refused' || answer.kind === 'noNeighbour'
}

/** This machine's own refusals come before anything is sent. */
const wasSent = (answer: HopAnswer): boolean =>
  answer.kind === 'refused' ? answer.from !== null : answer.kind !== 'noNeighbour'

const MAX_SILENT_TAIL = 5

const isAnswer = ({ kind }: HopAnswer): boolean => kind !== 'silence'

const hasAnswer = (hop: RawHop): boolean => hop.answers.some(isAnswer)
const hasSilence = (hop: RawHop): boolean => !hop.answers.every(isAnswer)

function lastAnswering(hops: readonly RawHop[]): RawHop | undefined {
  return hops.findLast(hasAnswer)
}

/** The first hop whose router comes again behind another one. A router that answers at two distances
 *  in a row is none: some do not count down. */
function loopHop(hops: readonly RawHop[]): RawHop | null {
  const addresses = hops.map(
    ({ answers }) => new Set(answers.flatMap((each) => (each.kind === 'passed' ? each.from : []))),
  )
  for (const [i, here] of addresses.entries()) {
    for (let j = i + 2; j < addresses.length; j += 1) {
      const comesAgain = [...here].some((address) => addresses[j]?.has(address))
      const between = addresses.slice(i + 1, j)
      const leftIt = between.some((set) => set.size > 0 && [...set].every((ip) => !here.has(ip)))
      if (comesAgain && leftIt) return hops[i] ?? null
    }
  }
  return null
}

const percent = (hop: RawHop): number => {
  const silent = hop.answers.filter(({ kind }) => kind === 'silence').length
  return Math.round((100 * silent) / Math.max(1, hop.answers.length))
}

/** The target answered: loss counts only when it goes on from a hop to the target, because a router on
 *  the way may answer few packets and still pass on all. */
function verdictOfReached(hops: readonly RawHop[], targetHop: number): TraceVerdict {
  const path = hops.filter(({ hop }) => hop <= targetHop)
  const target = path.at(-1)
  if (target === undefined || !hasSilence(target)) {
    const text = `The target answered at hop ${targetHop} without loss.`
    return { code: 'ok', hop: null, text }
  }
  let first = target
  for (const hop of path.filter(hasAnswer).toReversed()) {
    if (!hasSilence(hop)) break
    first = hop
  }
  const where = first === target ? 'At the target itself' : `From hop ${first.hop} on`
  const text = `${where} packets are lost: ${percent(target)} % of those to the target were not answered.`
  return { code: 'lossAtHop', hop: first.hop, text }
}

function refusedAt(hops: readonly RawHop[]): TraceVerdict | null {
  for (const { hop, answers } of hops) {
    const refusal = answers.find(isRefusal)
    if (refusal === undefined) continue
    if (refusal.kind === 'noNeighbour') {
      const text = "No machine in the agent's own network takes packets to the target."
      return { code: 'unreachable', hop: null, text }
    }
    const { from } = refusal
    if (from === null && hop === 1) {
      return { code: 'unreachable', hop: null, text: 'The agent has no route to the target.' }
    }
    const who = from === null ? 'A router' : from
    const text = `${who} at hop ${hop} reports that the target cannot be reached.`
    return { code: 'unreachable', hop, text }
  }
  return null
}

function verdictOfSilence(trace: RawTrace, maxHops: number): TraceVerdict {
  const last = lastAnswering(trace.hops)
  if (trace.isCutShort) {
    const where = last === undefined ? 'nothing had answered' : `hop ${last.hop} answered last`
    const text = `The trace was not over within its time limit; until then ${where}.`
    return { code: 'timeout', hop: last?.hop ?? null, text }
  }
  if (last === undefined) {
    return { code: 'timeout', hop: null, text: 'Neither the target nor a router answered.' }
  }
  if (last.hop >= maxHops) {
    const text = `The path is longer than the ${maxHops} hops that were traced: the target was not reached.`
    return { code: 'timeout', hop: last.hop, text }
  }
  const text = `Behind hop ${last.hop} nothing answers: packets or the answers to them are dropped there.`
  return { code: 'filtered', hop: last.hop + 1, text }
}

/** What a trace says about the path to its target. */
export function traceVerdict(trace: RawTrace, maxHops: number): TraceVerdict {
  const { hops } = trace
  const targetHop = reachedAt(hops)
  if (targetHop !== null) return verdictOfReached(hops, targetHop)
  const loop = loopHop(hops)
  if (loop !== null) {
    const text = `The route runs in a circle from hop ${loop.hop} on.`
    return { code: 'loop', hop: loop.hop, text }
  }
  return refusedAt(hops) ?? verdictOfSilence(trace, maxHops)
}
