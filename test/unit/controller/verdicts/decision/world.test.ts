import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../../../controller/src/verdicts/decision/decide.ts'
import type { Vote } from '../../../../../controller/src/verdicts/decision/types.ts'
import {
  aPolicy,
  BEGIN,
  BEGIN_MS,
  eventsOf,
  REGIONS,
  someMoves,
} from '../../../../helpers/decision-histories.ts'
import { MINUTE, POLICY, SECOND } from '../../../../helpers/decision-story.ts'
import { runWorld } from '../../../../helpers/decision-world.ts'

const calmChaos = fc.tuple(aPolicy, someMoves({ votersChange: false, maintenance: true }))

describe('in a world whose agents do what they are asked', () => {
  const phases = (region: string): number => REGIONS.indexOf(region) * 7 * SECOND
  const silence = { status: 'down', cause: 'timeout', error: 'Silence.' } as const

  it('all is forgotten an hour after everything passes again, and nothing wakes', () => {
    fc.assert(
      fc.property(calmChaos, ([policy, moves]) => {
        let state = BEGIN
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
      { numRuns: 50 },
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
            begin: BEGIN,
            check,
            phaseMs: phases,
            fromMs: BEGIN_MS,
            untilMs: BEGIN_MS + 40 * MINUTE,
          })
          expect(course.states.filter(({ state }) => state.status === 'down')).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each([1, 5])(
    'a monitor that is down at %d min is checked once a minute in each region',
    (minutes) => {
      const regions = REGIONS.slice(0, 5)
      const beginnings = new Map<string, number[]>(regions.map((region) => [region, []]))
      const course = runWorld({
        policy: { ...POLICY, intervalMs: minutes * MINUTE, regions, voters: regions },
        begin: BEGIN,
        // Two of five pass all the time.
        check: (region, atMs) => {
          beginnings.get(region)?.push(atMs)
          return region < 'd' ? { status: 'down' } : {}
        },
        phaseMs: phases,
        fromMs: BEGIN_MS,
        untilMs: BEGIN_MS + 60 * MINUTE,
      })
      expect(course.actions.filter((action) => action.kind === 'setStatus')).toHaveLength(1)
      for (const atMs of beginnings.values()) {
        const settled = atMs.filter((at) => at > BEGIN_MS + 10 * MINUTE)
        expect(settled.length).toBeGreaterThanOrEqual(48)
        // The grid's own checks come on top.
        expect(settled.length).toBeLessThanOrEqual(minutes === 1 ? 50 : 62)
      }
    },
  )

  it('agents that can say nothing any more do not hold a monitor down', () => {
    fc.assert(
      fc.property(aPolicy, fc.subarray(REGIONS), (policy, muted) => {
        fc.pre(policy.regions.some((region) => !muted.includes(region)))
        const goodFromMs = BEGIN_MS + 30 * MINUTE
        const course = runWorld({
          policy,
          begin: BEGIN,
          check: (region, atMs) => {
            if (atMs < goodFromMs) return { status: 'down' }
            return muted.includes(region) ? { status: 'unknown', failureSource: 'resolver' } : {}
          },
          phaseMs: phases,
          fromMs: BEGIN_MS,
          untilMs: goodFromMs + 20 * MINUTE,
        })
        expect(course.states.some(({ state }) => state.status === 'down')).toBe(true)
        expect(course.state.status).toBe('up')
      }),
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
          begin: BEGIN,
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
      { numRuns: 60 },
    )
  })
})
