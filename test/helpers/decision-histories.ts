import fc from 'fast-check'
import type {
  DecisionEvent,
  DecisionPolicy,
  DecisionState,
  Vote,
} from '../../controller/src/verdicts/decision/types.ts'
import { MINUTE, POLICY, SECOND, UP } from './decision-story.ts'

/** The regions of random histories, own ones first. */
export const REGIONS = ['a', 'b', 'c', 'd', 'e', 'f']
const CAUSES = ['timeout', 'serverError', 'connectionReset', null]
/** When random histories begin, UNIX ms. */
export const BEGIN_MS = 10_000_000

/** Something that happens, and how long after what happened before. */
export interface Move {
  readonly afterMs: number
  readonly event:
    | { readonly kind: 'vote'; readonly vote: Omit<Vote, 'checkedAtMs' | 'endedAtMs'> }
    | { readonly kind: 'tick' }
    | { readonly kind: 'maintenance'; readonly active: boolean }
    | { readonly kind: 'voters'; readonly voters: readonly string[] }
  /** How long before it became known its check ended and began. */
  readonly agoMs: number
  readonly durationMs: number
}

/** Any settings, with some voters beyond the monitor's own regions. */
export const aPolicy: fc.Arbitrary<DecisionPolicy> = fc
  .record({
    intervalMs: fc.constantFrom(MINUTE, 5 * MINUTE),
    retries: fc.integer({ min: 0, max: 3 }),
    quorum: fc.constantFrom('majority' as const, 'all' as const, 'any' as const, 1, 2, 4),
    recoveryChecks: fc.integer({ min: 1, max: 4 }),
    own: fc.integer({ min: 1, max: 5 }),
    voters: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ own, voters, ...settings }) => ({
    ...POLICY,
    ...settings,
    regions: REGIONS.slice(0, own),
    voters: REGIONS.slice(0, Math.max(own, voters)),
  }))

/** What any check may say. */
export const aCheck = fc
  .record({
    region: fc.constantFrom(...REGIONS),
    status: fc.constantFrom('up', 'down', 'down', 'degraded', 'unknown'),
    failureSource: fc.constantFrom('target', 'target', 'network', 'resolver', 'agent'),
    cause: fc.constantFrom(...CAUSES),
    confirmation: fc.boolean(),
    late: fc.constantFrom(false, false, false, true),
  })
  .map((check) => ({
    ...check,
    failureSource: check.status === 'up' ? null : check.failureSource,
    error: check.status === 'up' ? null : `It was ${check.status}.`,
  })) as fc.Arbitrary<Omit<Vote, 'checkedAtMs' | 'endedAtMs'>>

/** Histories come in phases, in each of which some regions fail, or all are slow, with exceptions: votes
 *  without any order seldom confirm each other. */
export function someMoves(kinds: {
  votersChange: boolean
  maintenance: boolean
}): fc.Arbitrary<Move[]> {
  const rare: fc.WeightedArbitrary<Move['event']>[] = [
    { weight: 4, arbitrary: fc.constant({ kind: 'tick' }) },
  ]
  if (kinds.maintenance) {
    const active = fc.boolean()
    const arbitrary = active.map((is): Move['event'] => ({ kind: 'maintenance', active: is }))
    rare.push({ weight: 1, arbitrary })
  }
  if (kinds.votersChange) {
    const voters = fc.subarray(REGIONS)
    rare.push({ weight: 1, arbitrary: voters.map((now) => ({ kind: 'voters', voters: now })) })
  }
  return fc
    .array(aPhase(fc.oneof({ weight: 30, arbitrary: aVoteMove }, ...rare)), {
      minLength: 1,
      maxLength: 6,
      size: 'max',
    })
    .map((phases) => phases.flat())
}

const aVoteMove = aCheck.map((vote): Move['event'] => ({ kind: 'vote', vote }))

function aPhase(event: fc.Arbitrary<Move['event']>): fc.Arbitrary<Move[]> {
  const afterMs = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 * SECOND }) },
    { weight: 8, arbitrary: fc.integer({ min: 0, max: MINUTE }) },
    { weight: 1, arbitrary: fc.constantFrom(4 * MINUTE, 20 * MINUTE) },
  )
  const move = fc.record({
    event,
    isException: fc.constantFrom(true, ...Array.from({ length: 9 }, () => false)),
    afterMs,
    agoMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 29 * SECOND })),
    durationMs: fc.integer({ min: 0, max: 10 * SECOND }),
  })
  return fc
    .record({
      failing: fc.subarray(REGIONS),
      good: fc.constantFrom('up' as const, 'degraded' as const),
      moves: fc.array(move, { minLength: 1, maxLength: 25, size: 'max' }),
    })
    .map(({ failing, good, moves }) =>
      moves.map(({ isException, ...rest }): Move => {
        if (isException || rest.event.kind !== 'vote') return rest
        const { vote } = rest.event
        const found = failing.includes(vote.region)
          ? ({ status: 'down', failureSource: 'target' } as const)
          : { status: good, failureSource: null }
        return { ...rest, event: { kind: 'vote', vote: { ...vote, ...found } } }
      }),
    )
}

/** An event, and the policy that holds when it is told. */
export interface Told {
  readonly event: DecisionEvent
  readonly policy: DecisionPolicy
  readonly nowMs: number
}

/** The events of moves, with their instants, and the policy that holds. */
export function eventsOf(moves: readonly Move[], policy: DecisionPolicy): Told[] {
  let nowMs = BEGIN_MS
  let current = policy
  return moves.flatMap(({ event, afterMs, agoMs, durationMs }): Told[] => {
    nowMs += afterMs
    switch (event.kind) {
      case 'vote': {
        const endedAtMs = nowMs - agoMs - (event.vote.late ? 10 * MINUTE : 0)
        const vote = { ...event.vote, endedAtMs, checkedAtMs: endedAtMs - durationMs }
        return [{ event: { kind: 'vote' as const, vote }, policy: current, nowMs }]
      }
      case 'tick':
        return [{ event: { kind: 'tick' as const, atMs: nowMs }, policy: current, nowMs }]
      case 'maintenance':
        return [{ event: { ...event, atMs: nowMs }, policy: current, nowMs }]
      case 'voters':
        current = { ...current, voters: event.voters }
        return []
      default:
        return []
    }
  })
}

/** A monitor that was up until a history begins. */
export const BEGIN: DecisionState = {
  ...UP,
  sinceMs: BEGIN_MS - MINUTE,
  countedMs: BEGIN_MS - MINUTE,
}
