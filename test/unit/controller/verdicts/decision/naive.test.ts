import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../../../controller/src/verdicts/decision/decide.ts'
import type {
  DecisionAction,
  DecisionState,
  Vote,
} from '../../../../../controller/src/verdicts/decision/types.ts'
import type { Told } from '../../../../helpers/decision-histories.ts'
import { aPolicy, BEGIN, eventsOf, someMoves } from '../../../../helpers/decision-histories.ts'
import { MINUTE } from '../../../../helpers/decision-story.ts'

const HOUR = 60 * MINUTE

/** One step of a history, as the rule took it. */
interface Taken extends Told {
  readonly before: DecisionState
  readonly after: DecisionState
  readonly actions: readonly DecisionAction[]
  /** The latest say of each region up to this step, this one included: oldest first. */
  readonly said: ReadonlyMap<string, readonly Vote[]>
}

/** Tells a history, and counts besides who said what: checks of now, about the target, of regions that may vote and were
 *  to check, none older than what its region said before. */
function take(told: readonly Told[]): Taken[] {
  let state = BEGIN
  let said = new Map<string, readonly Vote[]>()
  return told.map((step) => {
    const before = state
    const { state: after, actions } = decide(before, step.event, step.policy)
    const { event } = step
    if (event.kind === 'vote' && heardAtMs(after, event.vote) === event.vote.checkedAtMs) {
      const { region } = event.vote
      const isNew = heardAtMs(before, event.vote) !== event.vote.checkedAtMs
      if (isNew) said = new Map(said).set(region, [...(said.get(region) ?? []), event.vote])
    }
    state = after
    return { ...step, before, after, actions, said }
  })
}

function heardAtMs({ memory }: DecisionState, { region }: Vote): number | null {
  return memory.heard?.find((heard) => heard.region === region)?.atMs ?? null
}

const isGood = ({ status }: Vote): boolean => status === 'up' || status === 'degraded'

const anything = fc.tuple(aPolicy, someMoves({ votersChange: true, maintenance: true }))
const calm = fc.tuple(aPolicy, someMoves({ votersChange: false, maintenance: false }))

describe('a monitor, counted beside the rule,', () => {
  it('has as much time down on its timeline as its outages take', () => {
    fc.assert(
      fc.property(anything, ([policy, moves]) => {
        const down: number[] = []
        const outages: number[] = []
        let status = BEGIN.status
        for (const { actions } of take(eventsOf(moves, policy))) {
          for (const action of actions) {
            if (action.kind === 'setStatus') {
              if (action.status === 'down' || status === 'down') down.push(action.atMs)
              status = action.status
            }
            if (action.kind === 'openOutage' && action.scope === 'global') {
              outages.push(action.startedAtMs)
            }
            if (action.kind === 'closeOutage' && action.scope === 'global') {
              outages.push(action.endedAtMs)
            }
          }
        }
        expect(outages).toEqual(down)
      }),
      { numRuns: 150 },
    )
  })

  it('comes up by enough good checks in a row, of two regions where two can tell', () => {
    fc.assert(
      fc.property(calm, ([policy, moves]) => {
        for (const { before, actions, said, nowMs } of take(eventsOf(moves, policy))) {
          const up = actions.find((action) => action.kind === 'alert' && action.alert === 'up')
          if (before.status !== 'down' || up === undefined || up.kind !== 'alert') continue
          const runs = up.regions.map((region) => {
            const votes = said.get(region) ?? []
            const failedAt = votes.findLastIndex((vote) => !isGood(vote))
            return votes.slice(failedAt + 1)
          })
          const count = runs.reduce((sum, run) => sum + run.length, 0)
          expect(count).toBeGreaterThanOrEqual(policy.recoveryChecks)
          expect(runs.every((run) => run.length > 0)).toBe(true)
          expect(runs.flat().map(({ checkedAtMs }) => checkedAtMs)).toContain(up.atMs)
          if (up.regions.length > 1) continue
          // Of others that may vote none has said lately that it fails.
          for (const region of policy.voters.filter((other) => !up.regions.includes(other))) {
            const last = said.get(region)?.at(-1)
            if (last === undefined || isGood(last)) continue
            expect(last.checkedAtMs).toBeLessThan(nowMs - policy.timeoutMs)
          }
        }
      }),
      { numRuns: 250 },
    )
  })

  it('has an outage of a region after three scheduled checks in a row that failed there', () => {
    fc.assert(
      fc.property(calm, ([policy, moves]) => {
        for (const { actions, said } of take(eventsOf(moves, policy))) {
          for (const action of actions) {
            if (action.kind !== 'openOutage' || action.scope !== 'regional') continue
            for (const region of action.regions) {
              expect(policy.regions).toContain(region)
              const votes = said.get(region) ?? []
              const lastGood = votes.findLastIndex(isGood)
              const failed = votes.slice(lastGood + 1).filter(({ confirmation }) => !confirmation)
              expect(failed.length).toBeGreaterThanOrEqual(3)
              expect(action.startedAtMs).toBeGreaterThanOrEqual(failed[0]?.checkedAtMs ?? Infinity)
            }
          }
        }
      }),
      { numRuns: 250 },
    )
  })

  it('flaps from four changes within an hour on, until an hour has at most one', () => {
    fc.assert(
      fc.property(calm, ([policy, moves]) => {
        const changes: number[] = []
        for (const { before, after, actions, event, nowMs } of take(eventsOf(moves, policy))) {
          for (const action of actions) {
            if (action.kind !== 'alert') continue
            if (action.alert === 'down') changes.push(action.sinceMs)
            if (action.alert === 'up') changes.push(action.atMs)
          }
          const within = (toMs: number): number =>
            changes.filter((atMs) => toMs - atMs < HOUR).length
          const lastMs = changes.at(-1) ?? -Infinity
          if (!before.flapping && after.flapping) expect(within(lastMs)).toBeGreaterThanOrEqual(4)
          if (!before.flapping && !after.flapping) expect(within(nowMs)).toBeLessThan(4)
          if (before.flapping && !after.flapping) {
            expect(event.kind).toBe('tick')
            if (event.kind === 'tick') expect(within(event.atMs)).toBeLessThanOrEqual(1)
          }
          if (event.kind === 'tick' && within(event.atMs) <= 1) expect(after.flapping).toBe(false)
        }
      }),
      { numRuns: 250 },
    )
  })

  it('is unknown after three intervals, and five minutes, without a check that says anything', () => {
    fc.assert(
      fc.property(anything, ([policy, moves]) => {
        const knownForMs = Math.max(3 * policy.intervalMs, 5 * MINUTE)
        let countedMs = BEGIN.countedMs
        for (const { event, before, after, nowMs } of take(eventsOf(moves, policy))) {
          if (event.kind === 'vote') {
            const { status, failureSource, checkedAtMs } = event.vote
            const isOurs =
              status === 'unknown' ||
              (status === 'down' && failureSource !== 'target' && failureSource !== 'network')
            if (!isOurs) countedMs = Math.max(countedMs, checkedAtMs)
          }
          if (event.kind === 'maintenance' && !event.active && before.inMaintenance) {
            countedMs = Math.max(countedMs, nowMs)
          }
          if (event.kind !== 'tick' || after.inMaintenance) continue
          expect(after.countedMs).toBe(countedMs)
          if (nowMs >= countedMs + knownForMs) expect(after.status).toBe('unknown')
          else if (before.status !== 'unknown' && before.memory.round === undefined) {
            expect(after.status).not.toBe('unknown')
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it('never wants to be looked at when it was just looked at', () => {
    fc.assert(
      fc.property(anything, ([policy, moves]) => {
        for (const { event, policy: current, after } of take(eventsOf(moves, policy))) {
          const dueMs = after.lookAtMs
          if (event.kind === 'tick') expect(dueMs ?? Infinity).toBeGreaterThan(event.atMs)
          if (dueMs === null) continue
          const looked = decide(after, { kind: 'tick', atMs: dueMs }, current).state
          expect(looked.lookAtMs ?? Infinity).toBeGreaterThan(dueMs)
        }
      }),
      { numRuns: 100 },
    )
  })
})
