import { CAUSES, isCause } from '@sightline/shared/causes'
import type { Evidence, EvidencePiece } from '@sightline/shared/diagnosis'
import { EVIDENCE_SHAPES } from '@sightline/shared/diagnosis'
import type { EvidenceItem, TracePath } from './analysis.ts'
import type { Case, EvidenceKind, Finding } from './case.ts'
import type { EvidenceText } from './evidence-texts.ts'
import { EVIDENCE_TEXTS } from './evidence-texts.ts'
import type { PhaseTimes, RegionCheck } from './facts.ts'
import { kinship } from './kinship.ts'
import { duration } from './wording.ts'

const MAX_ITEMS = 60
const MAX_TEXT = 1_000
/** More say the same, and would leave no room for what was seen of the target itself. */
const MAX_NEIGHBOURS = 20

const PIECES = Object.keys(EVIDENCE_SHAPES) as EvidencePiece[]

interface Item extends EvidenceText {
  readonly kind: EvidenceKind
  readonly region: string | null
  readonly atMs: number
  readonly path?: TracePath
}

const PHASE_NAMES = {
  dnsMs: 'name resolution',
  connectMs: 'connect',
  tlsMs: 'TLS handshake',
  firstByteMs: 'first byte',
  downloadMs: 'download',
} as const satisfies Record<keyof PhaseTimes, string>

function timesText(times: PhaseTimes): string {
  return (Object.keys(PHASE_NAMES) as (keyof PhaseTimes)[])
    .flatMap((phase) => {
      const ms = times[phase]
      return ms === null ? [] : [`${PHASE_NAMES[phase]} ${duration(ms)}`]
    })
    .join(', ')
}

function passedText({ statusCode, responseMs }: RegionCheck): string {
  const status = statusCode === null ? '' : ` with ${statusCode}`
  return `It passed${status}${responseMs === null ? '' : ` in ${duration(responseMs)}`}.`
}

function checks({ votes, lastGood }: Case): Item[] {
  return votes.map((vote) => {
    const good = lastGood.find(({ region }) => region === vote.region)
    const before = good === undefined ? 'The check passes.' : passedText(good)
    const isGood = vote.status === 'up' || (vote.status === 'degraded' && vote.error === null)
    return {
      kind: 'check',
      region: vote.region,
      atMs: vote.atMs,
      title: `The check from ${vote.region}`,
      observed: isGood ? passedText(vote) : (vote.error ?? 'It failed.'),
      expected: good === undefined ? before : before.replace('It', 'The last good check'),
    }
  })
}

function timings({ failing, usual }: Case): Item[] {
  return failing.flatMap((check) => {
    const before = usual.find(({ region }) => region === check.region)
    const observed = timesText(check.timings)
    if (before === undefined || observed === '') return []
    return {
      kind: 'timing',
      region: check.region,
      atMs: check.atMs,
      title: 'Times of the phases',
      observed: `${observed}.`,
      expected: `At most, in 95 of 100 of ${before.checks} checks before: ${timesText(before)}.`,
    }
  })
}

/** A trace as it is drawn; names of hops are what strangers say of themselves. */
function pathOf({ resolvedIp, reached, verdict, hops }: Evidence['trace']): TracePath {
  return {
    target: resolvedIp,
    reached,
    verdict: verdict.code,
    text: cut(verdict.text),
    hops: hops.map(({ hop, ip, hostname, avgMs, lossPercent }) => ({
      hop,
      ip,
      hostname: hostname === null ? null : cut(hostname),
      avgMs,
      lossPercent,
    })),
  }
}

function gathered(facts: Case): Item[] {
  return facts.gathered.flatMap(({ region, output }) =>
    PIECES.flatMap((kind) => {
      const found = output.evidence[kind]
      if (found === undefined) return []
      const text = (EVIDENCE_TEXTS[kind] as (piece: typeof found) => EvidenceText)(found)
      const { trace } = output.evidence
      const path = kind === 'trace' && trace !== undefined ? { path: pathOf(trace) } : {}
      return [{ kind, region, atMs: Date.parse(output.startedAt), ...text, ...path }]
    }),
  )
}

function agents({ agents: states, outage }: Case): Item[] {
  return states.flatMap(({ region, selfTestError, isQuarantined, unrelatedHosts }) => {
    const told = [
      ...(selfTestError === null ? [] : [`Its self-test fails: ${selfTestError}.`]),
      ...(isQuarantined ? ['It has no vote, because it fails what others pass.'] : []),
      ...(unrelatedHosts.length === 0
        ? []
        : [`It also fails ${unrelatedHosts.slice(0, 5).join(', ')}, which other regions pass.`]),
    ]
    if (told.length === 0) return []
    const title = `The agents in ${region}`
    const expected = 'They are well.'
    const observed = told.join(' ')
    return [{ kind: 'agent', region, atMs: outage.startedAtMs, title, observed, expected } as const]
  })
}

function neighbours(facts: Case): Item[] {
  const items = facts.neighbours.flatMap((neighbour): Item[] => {
    const how = kinship(facts, neighbour)
    if (how === null) return []
    const { host, ip, cause } = neighbour
    const where = ip === null || ip === host ? host : `${host} (${ip})`
    const why = isCause(cause) ? CAUSES[cause].title : cause
    return [
      {
        kind: how === 'parent' ? 'dependency' : 'related',
        region: null,
        atMs: neighbour.startedAtMs,
        title: how === 'parent' ? 'A monitor this one depends on' : 'Another monitor',
        observed: `"${neighbour.name}" at ${where} is down: ${why}.`,
        expected: 'It is up.',
      },
    ]
  })
  return items.slice(0, MAX_NEIGHBOURS)
}

function history({ monitor, hasPassedSinceChange, hasPassed }: Case): Item[] {
  if (hasPassedSinceChange) return []
  return [
    {
      kind: 'history',
      region: null,
      atMs: monitor.changedAtMs,
      title: hasPassed ? 'The monitor was changed' : 'The monitor was made',
      observed: 'No check has passed since.',
      expected: 'A check passes.',
    },
  ]
}

/** Half a character at the end would be refused by PostgreSQL. */
function cut(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed()
}

/** Everything that was seen, in words; what speaks for the findings comes first, in their order. */
export function evidenceList(
  facts: Case,
  findings: readonly Pick<Finding, 'kinds'>[],
): EvidenceItem[] {
  const all = [
    ...checks(facts),
    ...gathered(facts),
    ...timings(facts),
    ...agents(facts),
    ...neighbours(facts),
    ...history(facts),
  ]
  const rank = ({ kind }: Item): number => {
    const first = findings.findIndex(({ kinds }) => kinds.includes(kind))
    return first === -1 ? findings.length : first
  }
  return all
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_ITEMS)
    .map(({ kind, region, atMs, title, observed, expected, path }) => ({
      kind,
      region,
      at: new Date(atMs).toISOString(),
      title,
      observed: cut(observed),
      expected: expected === null ? null : cut(expected),
      ...(path === undefined ? {} : { path }),
    }))
}
