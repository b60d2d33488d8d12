import type { Cause } from '@sightline/shared/causes'
import type { Case, Finding, Rule } from '../case.ts'
import { asTold, isOfLayer, regionsOf } from '../case.ts'
import type { PhaseTimes, RegionCheck, UsualTimes } from '../facts.ts'
import { duration } from '../wording.ts'

/** A phase grew when it took this many times, and this much longer than, what 95 of 100 checks of the
 *  region took at most. */
const GROWN_TIMES = 3
const GROWN_MS = 250
/** A phase alone explains a time limit that struck when it took at least this share of it. */
const SHARE_OF_LIMIT = 0.4
/** Fewer checks say nothing about what is usual. */
const MIN_CHECKS = 5

const PHASES = [
  ['dnsMs', 'slowDns', 'name resolution'],
  ['connectMs', 'slowConnect', 'connecting'],
  ['tlsMs', 'slowTls', 'the TLS handshake'],
  ['firstByteMs', 'slowServer', 'the wait for the first byte'],
  ['downloadMs', 'slowDownload', 'the download'],
] as const satisfies readonly (readonly [keyof PhaseTimes, Cause, string])[]

/** Causes that say that the time limit struck, with the phase it struck in. */
const AT_LIMIT: Partial<Record<Cause, keyof PhaseTimes>> = {
  connectionTimeout: 'connectMs',
  tlsHandshakeFailed: 'tlsMs',
  timeout: 'firstByteMs',
  bannerTimeout: 'firstByteMs',
}

/** A phase that took much longer than it does. */
interface Grown {
  readonly cause: Cause
  readonly region: string
  readonly phase: keyof PhaseTimes
  readonly text: string
  readonly growthMs: number
  readonly ms: number
}

/** The phase of a check that grew most against the region's own usual times. */
function grownPhase(check: RegionCheck, usual: UsualTimes | undefined): Grown | null {
  if (usual === undefined || usual.checks < MIN_CHECKS) return null
  let most: Grown | null = null
  for (const [phase, cause, name] of PHASES) {
    const ms = check.timings[phase]
    const usually = usual[phase]
    if (ms === null || usually === null) continue
    const growthMs = ms - usually
    if (growthMs < GROWN_MS || ms < usually * GROWN_TIMES) continue
    if (most !== null && growthMs <= most.growthMs) continue
    const text = `${name} took ${duration(ms)} in ${check.region} where ${duration(usually)} is usual`
    most = { cause, region: check.region, phase, text, growthMs, ms }
  }
  return most
}

function grownPhases({ leadingChecks, usual }: Case): readonly Grown[] {
  return leadingChecks.flatMap((check) => {
    const of = usual.find(({ region }) => region === check.region)
    return grownPhase(check, of) ?? []
  })
}

function findingOf(grown: readonly Grown[]): Finding | null {
  const groups = [...Map.groupBy(grown, ({ cause }) => cause)].sort(
    (a, b) => b[1].length - a[1].length,
  )
  const [first] = groups
  if (first === undefined) return null
  const [cause, members] = first
  const because = members[0]?.text ?? null
  return { cause, regions: regionsOf(members), kinds: ['check', 'timing'], because }
}

/** A limit that struck in one phase because an earlier one had used up the time. */
function usedUp(facts: Case): Finding[] {
  const struck = AT_LIMIT[facts.leading]
  if (struck === undefined) return []
  const order = PHASES.map(([phase]) => phase)
  const { timeoutMs } = facts.monitor
  const grown = grownPhases(facts).filter(({ phase, ms }) => {
    const isEarlier = order.indexOf(phase) < order.indexOf(struck)
    // An answer that began late and never ended: the download is what the limit struck in.
    const isAnswerLate = facts.leading === 'timeout' && phase === 'firstByteMs' && hasBegun(facts)
    return (isEarlier || isAnswerLate) && ms >= timeoutMs * SHARE_OF_LIMIT
  })
  const finding = findingOf(grown)
  return finding === null ? [] : [finding]
}

const hasBegun = ({ leadingChecks }: Case): boolean =>
  leadingChecks.some(({ phase }) => phase === 'download')

/** An answer that began as fast as ever and did not end in time. */
function slowDownload(facts: Case): Finding[] {
  if (facts.leading !== 'timeout') return []
  const begun = facts.leadingChecks.filter((check) => {
    const usual = facts.usual.find(({ region }) => region === check.region)
    const { firstByteMs } = check.timings
    if (check.phase !== 'download' || usual?.firstByteMs == null || firstByteMs === null)
      return false
    return usual.checks >= MIN_CHECKS && firstByteMs < usual.firstByteMs * GROWN_TIMES + GROWN_MS
  })
  const [first] = begun
  if (first === undefined) return []
  const usual = facts.usual.find(({ region }) => region === first.region)
  const because = `the answer began after ${duration(first.timings.firstByteMs ?? 0)} and was not complete at the limit, where the download usually takes ${duration(usual?.downloadMs ?? 0)}`
  return [{ cause: 'slowDownload', regions: regionsOf(begun), kinds: ['check', 'timing'], because }]
}

/** What the usual times add to an answer that was too slow. */
function leadingFindings(facts: Case): Finding[] {
  const grown = facts.leading === 'timeout' ? null : findingOf(grownPhases(facts))
  if (grown !== null) return [grown]
  const connected = facts.evidence('connect', 'failing').filter(({ found }) => found.cause === null)
  if (facts.leading !== 'timeout' || connected.length === 0) return [asTold(facts)]
  const because = 'the port takes connections, so the service is there and does not answer'
  return [asTold(facts, { kinds: ['connect'], because })]
}

/** The times of the phases against each region's own days before. */
export const performanceRule: Rule = (facts) => [
  ...usedUp(facts),
  ...slowDownload(facts),
  ...(isOfLayer(facts, 'performance') ? leadingFindings(facts) : []),
]
