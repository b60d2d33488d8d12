import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../../../controller/src/monitoring/decision/decide.ts'
import { readMemory } from '../../../../../controller/src/monitoring/decision/memory.ts'
import { requiredRegions } from '../../../../../controller/src/monitoring/decision/quorum.ts'
import type {
  DecisionEvent,
  DecisionPolicy,
  DecisionState,
  Vote,
} from '../../../../../controller/src/monitoring/decision/types.ts'
import {
  counts,
  MAX_CLOCK_DISTANCE_MS,
} from '../../../../../controller/src/monitoring/decision/votes.ts'
import { MINUTE, POLICY, SECOND, UP } from '../../../../helpers/decision-story.ts'
import { runWorld } from '../../../../helpers/decision-world.ts'

const REGIONS = ['a', 'b', 'c', 'd', 'e', 'f']
const CAUSES = ['timeout', 'serverError', 'connectionReset', null]
const BEGIN_MS = 10_000_000

/** Something that happens, and how long after what happened before. */
interface Move {
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

const aPolicy: fc.Arbitrary<DecisionPolicy> = fc
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

const aCheck = fc
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

function someMoves(kinds: { votersChange: boolean; maintenance: boolean }): fc.Arbitrary<Move[]> {
  const aVoteMove = aCheck.map((vote) => ({ kind: 'vote' as const, vote }))
  const event: fc.Arbitrary<Move['event']> = fc.oneof(
    { weight: 12, arbitrary: aVoteMove },
    { weight: 4, arbitrary: fc.constant({ kind: 'tick' as const }) },
    {
      weight: kinds.maintenance ? 1 : 0,
      arbitrary: fc.boolean().map((active) => ({ kind: 'maintenance' as const, active })),
    },
    {
      weight: kinds.votersChange ? 1 : 0,
      arbitrary: fc.subarray(REGIONS).map((voters) => ({ kind: 'voters' as const, voters })),
    },
  )
  const move = fc.record({
    event,
    afterMs: fc.oneof(
      fc.integer({ min: 0, max: 3 * SECOND }),
      fc.integer({ min: 0, max: 2 * MINUTE }),
      fc.constant(20 * MINUTE),
    ),
    agoMs: fc.integer({ min: 0, max: 29 * SECOND }),
    durationMs: fc.integer({ min: 0, max: 10 * SECOND }),
  })
  return fc.array(move, { minLength: 1, maxLength: 60 })
}

interface Told {
  readonly event: DecisionEvent
  readonly policy: DecisionPolicy
  readonly nowMs: number
}

/** The events of moves, with their instants, and the policy that holds. */
function eventsOf(moves: readonly Move[], policy: DecisionPolicy): Told[] {
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

const begin: DecisionState = { ...UP, sinceMs: BEGIN_MS - MINUTE, countedMs: BEGIN_MS - MINUTE }

function withoutInstants(state: DecisionState): Partial<DecisionState> {
  const { countedMs: _counted, ...rest } = state
  return rest
}

const chaos = fc.tuple(aPolicy, someMoves({ votersChange: true, maintenance: true }))
const calmChaos = fc.tuple(aPolicy, someMoves({ votersChange: false, maintenance: true }))

describe('whatever happens', () => {
  it('changes of status are changes, in order', () => {
    fc.assert(
      fc.property(chaos, ([policy, moves]) => {
        let state = begin
        for (const { event, policy: current } of eventsOf(moves, policy)) {
          const decision = decide(state, event, current)
          let { status, sinceMs } = state
          for (const action of decision.actions) {
            if (action.kind !== 'setStatus') continue
            expect(action.status).not.toBe(status)
            expect(action.atMs).toBeGreaterThanOrEqual(sinceMs)
            status = action.status
            sinceMs = action.atMs
          }
          expect(decision.state).toMatchObject({ status, sinceMs })
          state = decision.state
        }
      }),
      { numRuns: 500 },
    )
  })

  it('outages of a scope follow one another, and are open while the status says so', () => {
    fc.assert(
      fc.property(chaos, ([policy, moves]) => {
        let state = begin
        const open = { global: null as number | null, regional: null as number | null }
        const ended = { global: 0, regional: 0 }
        for (const { event, policy: current } of eventsOf(moves, policy)) {
          const decision = decide(state, event, current)
          for (const action of decision.actions) {
            if (action.kind === 'openOutage') {
              expect(open[action.scope]).toBeNull()
              expect(action.startedAtMs).toBeGreaterThanOrEqual(ended[action.scope])
              expect(action.confirmedAtMs).toBeGreaterThanOrEqual(action.startedAtMs)
              open[action.scope] = action.startedAtMs
            }
            if (action.kind === 'closeOutage') {
              const startedAtMs = open[action.scope]
              expect(startedAtMs).not.toBeNull()
              expect(action.endedAtMs).toBeGreaterThanOrEqual(startedAtMs ?? Infinity)
              open[action.scope] = null
              ended[action.scope] = action.endedAtMs
            }
          }
          state = decision.state
          expect(open.global !== null).toBe(state.status === 'down')
          if (open.regional !== null) expect(state.status).toBe('degraded')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('the memory is JSON, and {} and no tick when a monitor is simply up', () => {
    fc.assert(
      fc.property(chaos, ([policy, moves]) => {
        let state = begin
        for (const { event, policy: current } of eventsOf(moves, policy)) {
          state = decide(state, event, current).state
          expect(readMemory(JSON.parse(JSON.stringify(state.memory)))).toEqual(state.memory)
          expect(Object.values(state.memory)).not.toContain(undefined)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('a late vote changes nothing but when the monitor was counted', () => {
    fc.assert(
      fc.property(chaos, aCheck, fc.nat(3_600_000), ([policy, moves], check, agoMs) => {
        let state = begin
        for (const { event, policy: current, nowMs } of eventsOf(moves, policy)) {
          state = decide(state, event, current).state
          const vote = { ...check, late: true, checkedAtMs: nowMs - agoMs, endedAtMs: nowMs }
          const decision = decide(state, { kind: 'vote', vote }, current)
          expect(decision.actions).toEqual([])
          expect(withoutInstants(decision.state)).toEqual(withoutInstants(state))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('what was told before changes nothing when it is told again', () => {
    fc.assert(
      fc.property(calmChaos, fc.nat(), ([policy, moves], pick) => {
        let state = begin
        const told: DecisionEvent[] = []
        for (const { event } of eventsOf(moves, policy)) {
          state = decide(state, event, policy).state
          const hadSay =
            event.kind === 'vote' &&
            state.memory.heard?.some(
              ({ region, atMs }) => region === event.vote.region && atMs === event.vote.checkedAtMs,
            )
          if (hadSay === true) told.push(event)
          const earlier = told.length === 0 ? [] : [told[pick % told.length]]
          for (const again of [event, ...earlier]) {
            if (again === undefined) continue
            const decision = decide(state, again, policy)
            expect(decision.actions).toEqual([])
            expect(decision.state).toEqual(state)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('an outage', () => {
  it('opens by the failing votes of a quorum since its first failing check, and by nothing less', () => {
    fc.assert(
      fc.property(
        aPolicy,
        someMoves({ votersChange: false, maintenance: false }),
        (policy, moves) => {
          let state = begin
          let seen: Seen = { asked: new Set(), latest: new Map() }
          for (const { event } of eventsOf(moves, policy)) {
            const { actions, state: next } = decide(state, event, policy)
            if (state.memory.round === undefined) seen = { asked: new Set(), latest: new Map() }
            if (event.kind === 'vote') noteVote(seen, event.vote, policy)
            const t0Ms = (state.memory.round ?? next.memory.round)?.startedAtMs
            for (const action of actions) {
              if (action.kind === 'recheck') seen.asked.add(action.region)
              if (action.kind !== 'openOutage' || action.scope !== 'global') continue
              expectQuorum(action.regions, t0Ms ?? action.startedAtMs, seen.latest, policy)
            }
            state = next
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

/** What was told since a round began: whom it asked, and the latest vote of each region. */
interface Seen {
  readonly asked: Set<string>
  readonly latest: Map<string, Vote>
}

function noteVote({ asked, latest }: Seen, vote: Vote, policy: DecisionPolicy): void {
  const { region, confirmation, checkedAtMs } = vote
  const isDue = confirmation ? asked.has(region) : policy.regions.includes(region)
  if (!counts(vote) || !policy.voters.includes(region) || !isDue) return
  if (checkedAtMs > (latest.get(region)?.checkedAtMs ?? 0)) latest.set(region, vote)
}

function expectQuorum(
  failed: readonly string[],
  t0Ms: number,
  latest: ReadonlyMap<string, Vote>,
  policy: DecisionPolicy,
): void {
  for (const region of failed) {
    const vote = latest.get(region)
    expect(vote).toMatchObject({ status: 'down' })
    expect(vote?.checkedAtMs).toBeGreaterThanOrEqual(t0Ms - MAX_CLOCK_DISTANCE_MS)
  }
  const passed = [...latest.values()].filter(
    (vote) => !vote.confirmation && vote.status !== 'down' && vote.checkedAtMs >= t0Ms,
  )
  const answered = failed.length + passed.length
  expect(failed.length).toBeGreaterThanOrEqual(requiredRegions(policy.quorum, answered))
  if (policy.voters.length > 1) expect(latest.size).toBeGreaterThanOrEqual(2)
}

describe('in a world whose agents do what they are asked', () => {
  const phases = (region: string): number => REGIONS.indexOf(region) * 7 * SECOND
  const silence = { status: 'down', cause: 'timeout', error: 'Silence.' } as const

  it('all is forgotten an hour after everything passes again, and nothing wakes', () => {
    fc.assert(
      fc.property(calmChaos, ([policy, moves]) => {
        let state = begin
        let nowMs = BEGIN_MS
        for (const move of eventsOf(moves, policy)) {
          state = decide(state, move.event, policy).state
          nowMs = move.nowMs
        }
        const atMs = nowMs
        if (state.inMaintenance) {
          state = decide(state, { kind: 'maintenance', active: false, atMs }, policy).state
        }
        const course = runWorld({
          policy,
          begin: state,
          check: () => ({}),
          phaseMs: phases,
          fromMs: nowMs + MINUTE,
          untilMs: nowMs + 100 * MINUTE,
        })
        expect(course.state).toMatchObject({ status: 'up', lookAtMs: null, flapping: false })
        expect(course.state.memory).toEqual({})
      }),
      { numRuns: 200 },
    )
  })

  it('a minority that fails never takes a monitor down', () => {
    fc.assert(
      fc.property(
        aPolicy.filter(({ quorum, voters }) => quorum === 'majority' && voters.length > 2),
        fc.nat(1_000),
        fc.boolean(),
        (policy, seed, isSilence) => {
          const minority = new Set(
            policy.voters.slice(0, Math.ceil(Math.min(policy.voters.length, 5) / 2) - 1),
          )
          const check = (region: string, atMs: number): Partial<Vote> => {
            const fails = minority.has(region) && (Math.floor(atMs / 1_000) * 7 + seed) % 5 > 0
            if (!fails) return {}
            return isSilence
              ? { ...silence, endedAtMs: atMs + policy.timeoutMs }
              : { status: 'down', cause: 'serverError' }
          }
          const course = runWorld({
            policy,
            begin,
            check,
            phaseMs: phases,
            fromMs: BEGIN_MS,
            untilMs: BEGIN_MS + 60 * MINUTE,
          })
          expect(course.states.filter(({ state }) => state.status === 'down')).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('a target that everybody finds down is down, and up again, in time', () => {
    fc.assert(
      fc.property(aPolicy, fc.boolean(), (policy, isSilence) => {
        const failsFromMs = BEGIN_MS + 10 * MINUTE
        const goodFromMs = BEGIN_MS + 40 * MINUTE
        const isDownAt = (atMs: number): boolean => atMs >= failsFromMs && atMs < goodFromMs
        const course = runWorld({
          policy,
          begin,
          check: (_region, atMs) => {
            if (!isDownAt(atMs)) return {}
            return isSilence
              ? { ...silence, endedAtMs: atMs + policy.timeoutMs }
              : { status: 'down' }
          },
          phaseMs: phases,
          fromMs: BEGIN_MS,
          untilMs: BEGIN_MS + 90 * MINUTE,
        })
        const opened = course.actions.filter((action) => action.kind === 'openOutage')
        const closed = course.actions.filter((action) => action.kind === 'closeOutage')
        expect(opened).toHaveLength(1)
        expect(closed).toHaveLength(1)
        const [outage] = opened
        const startedAtMs = outage?.startedAtMs ?? 0
        expect(startedAtMs).toBeGreaterThanOrEqual(failsFromMs)
        expect(startedAtMs).toBeLessThan(failsFromMs + policy.intervalMs)
        const confirmingMs = (outage?.confirmedAtMs ?? Infinity) - startedAtMs
        if (policy.voters.length > 1) {
          const { timeoutMs, retries, retryDelayMs } = policy
          // Two others are a majority of three, whatever the retries where it was met come to.
          const isQuick = policy.quorum === 'majority' && policy.voters.length > 2
          const retryingMs = isQuick ? 0 : retries * (retryDelayMs + timeoutMs)
          const silenceMs = timeoutMs + Math.max(timeoutMs, retryingMs)
          expect(confirmingMs).toBeLessThan((isSilence ? silenceMs : 0) + SECOND)
        }
        const endedAtMs = closed[0]?.endedAtMs ?? 0
        expect(endedAtMs).toBeGreaterThanOrEqual(goodFromMs)
        expect(endedAtMs).toBeLessThan(goodFromMs + MINUTE + policy.timeoutMs)
      }),
      { numRuns: 100 },
    )
  })
})
