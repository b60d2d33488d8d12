import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../../../controller/src/verdicts/decision/decide.ts'
import { readMemory } from '../../../../../controller/src/verdicts/decision/memory.ts'
import { requiredRegions } from '../../../../../controller/src/verdicts/decision/quorum.ts'
import type {
  DecisionEvent,
  DecisionPolicy,
  DecisionState,
  Vote,
} from '../../../../../controller/src/verdicts/decision/types.ts'
import {
  counts,
  MAX_CLOCK_DISTANCE_MS,
} from '../../../../../controller/src/verdicts/decision/votes.ts'
import {
  aCheck,
  aPolicy,
  BEGIN,
  eventsOf,
  someMoves,
} from '../../../../helpers/decision-histories.ts'

function besidesCounted(state: DecisionState): Partial<DecisionState> {
  const { countedMs: _counted, ...rest } = state
  return rest
}

const chaos = fc.tuple(aPolicy, someMoves({ votersChange: true, maintenance: true }))
const calmChaos = fc.tuple(aPolicy, someMoves({ votersChange: false, maintenance: true }))

describe('whatever happens', () => {
  it('changes of status are changes, in order', () => {
    fc.assert(
      fc.property(chaos, ([policy, moves]) => {
        let state = BEGIN
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
      { numRuns: 120 },
    )
  })

  it('outages of a scope follow one another, and are open while the status says so', () => {
    fc.assert(
      fc.property(chaos, ([policy, moves]) => {
        let state = BEGIN
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
      { numRuns: 120 },
    )
  })

  it('the memory is JSON, and reads as it was written', () => {
    fc.assert(
      fc.property(chaos, ([policy, moves]) => {
        let state = BEGIN
        for (const { event, policy: current } of eventsOf(moves, policy)) {
          state = decide(state, event, current).state
          expect(readMemory(JSON.parse(JSON.stringify(state.memory)))).toEqual(state.memory)
          expect(Object.values(state.memory)).not.toContain(undefined)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('a late vote changes nothing but when the monitor was counted', () => {
    fc.assert(
      fc.property(chaos, aCheck, fc.nat(3_600_000), ([policy, moves], check, agoMs) => {
        let state = BEGIN
        for (const { event, policy: current, nowMs } of eventsOf(moves, policy)) {
          state = decide(state, event, current).state
          const vote = { ...check, late: true, checkedAtMs: nowMs - agoMs, endedAtMs: nowMs }
          const decision = decide(state, { kind: 'vote', vote }, current)
          expect(decision.actions).toEqual([])
          expect(besidesCounted(decision.state)).toEqual(besidesCounted(state))
        }
      }),
      { numRuns: 120 },
    )
  })

  it('what was told before changes nothing when it is told again', () => {
    fc.assert(
      fc.property(calmChaos, fc.nat(), ([policy, moves], pick) => {
        let state = BEGIN
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
      { numRuns: 120 },
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
          let state = BEGIN
          let seen: Seen = { asked: new Set(), latest: new Map() }
          for (const { event } of eventsOf(moves, policy)) {
            const { actions, state: next } = decide(state, event, policy)
            if (state.memory.round === undefined) seen = { asked: new Set(), latest: new Map() }
            if (event.kind === 'vote') noteVote(seen, event.vote, state, policy)
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
      { numRuns: 250 },
    )
  })
})

/** What was told since a round began: whom it asked, and the latest vote of each region. */
interface Seen {
  readonly asked: Set<string>
  readonly latest: Map<string, Vote>
}

function noteVote(seen: Seen, vote: Vote, before: DecisionState, policy: DecisionPolicy): void {
  const { region, confirmation, checkedAtMs } = vote
  const isDue = confirmation ? seen.asked.has(region) : policy.regions.includes(region)
  if (!counts(vote) || !policy.voters.includes(region) || !isDue) return
  // In a former round, too.
  const heard = before.memory.heard?.find((other) => other.region === region)
  const latestMs = Math.max(heard?.atMs ?? 0, seen.latest.get(region)?.checkedAtMs ?? 0)
  if (checkedAtMs > latestMs) seen.latest.set(region, vote)
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
