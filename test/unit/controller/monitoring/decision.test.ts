import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionState, Vote } from '../../../../controller/src/monitoring/decision.ts'
import { decide, unknownAfterMs } from '../../../../controller/src/monitoring/decision.ts'

const policy = { retries: 1, retryDelayMs: 5_000, unknownAfterMs: 300_000 }
const up: DecisionState = { status: 'up', suspicion: null, downMs: null, countedMs: 0 }

function aVote(vote: Partial<Vote>): Vote {
  return {
    region: 'eu-west',
    checkedAtMs: 1_000,
    status: 'up',
    failureSource: vote.status === 'down' ? 'target' : null,
    cause: null,
    error: null,
    late: false,
    ...vote,
  }
}

function follow(state: DecisionState, votes: readonly Vote[], rule = policy) {
  return votes.reduce(
    (before, vote) => {
      const { state: next, actions } = decide(before.state, vote, rule)
      return { state: next, actions: [...before.actions, ...actions] }
    },
    { state, actions: [] as ReturnType<typeof decide>['actions'][number][] },
  )
}

describe('the decision rule', () => {
  it('asks for a recheck after the first failure and keeps the status', () => {
    const { state, actions } = follow(up, [aVote({ status: 'down', checkedAtMs: 10 })])
    expect(state.status).toBe('up')
    expect(actions).toEqual([{ kind: 'recheck', region: 'eu-west', dueAtMs: 5_010, attempt: 1 }])
  })

  it('is down once the retry failed too, since the first failure', () => {
    const { state, actions } = follow(up, [
      aVote({ status: 'down', checkedAtMs: 10, cause: 'serverError', error: 'HTTP 500' }),
      aVote({ status: 'down', checkedAtMs: 20, cause: 'serverError', error: 'HTTP 500' }),
    ])
    expect(state).toEqual({ status: 'down', suspicion: null, downMs: 20, countedMs: 20 })
    expect(actions.slice(1)).toEqual([
      { kind: 'setStatus', status: 'down', atMs: 10, reason: 'HTTP 500' },
      {
        kind: 'openOutage',
        startedAtMs: 10,
        regions: ['eu-west'],
        cause: 'serverError',
        summary: 'HTTP 500',
      },
    ])
  })

  it('needs no retry when the policy has none', () => {
    const { state } = follow(up, [aVote({ status: 'down' })], {
      ...policy,
      retries: 0,
    })
    expect(state.status).toBe('down')
  })

  it('drops the suspicion when the retry passes', () => {
    const { state, actions } = follow(up, [
      aVote({ status: 'down', checkedAtMs: 10 }),
      aVote({ status: 'up', checkedAtMs: 20 }),
    ])
    expect(state).toEqual({ ...up, countedMs: 20 })
    expect(actions.map((action) => action.kind)).toEqual(['recheck'])
  })

  it('is up after a success and ends the outage at that check', () => {
    const { state, actions } = follow({ ...up, status: 'down', downMs: 50 }, [
      aVote({ checkedAtMs: 99 }),
    ])
    expect(state).toEqual({ ...up, countedMs: 99 })
    expect(actions).toEqual([
      { kind: 'closeOutage', endedAtMs: 99 },
      { kind: 'setStatus', status: 'up', atMs: 99, reason: null },
    ])
  })

  it('does not let a success end an outage whose failures came after it', () => {
    const down: DecisionState = { ...up, status: 'down', downMs: 50, countedMs: 50 }
    expect(decide(down, aVote({ checkedAtMs: 40 }), policy)).toEqual({ state: down, actions: [] })
  })

  it.each([
    ['the fault of the agent', aVote({ status: 'down', failureSource: 'agent' })],
    ['the fault of the resolver', aVote({ status: 'down', failureSource: 'resolver' })],
    ['unknown', aVote({ status: 'unknown', failureSource: 'agent' })],
    ['late', aVote({ status: 'down', late: true })],
  ])('ignores a result that is %s', (_, vote) => {
    expect(decide(up, vote, policy)).toEqual({ state: up, actions: [] })
  })

  it('leaves a paused monitor alone', () => {
    const paused: DecisionState = { ...up, status: 'paused' }
    expect(decide(paused, aVote({ status: 'down' }), policy)).toEqual({
      state: paused,
      actions: [],
    })
  })

  const nothing = (checkedAtMs: number, fields: Partial<Vote> = {}) =>
    aVote({ status: 'unknown', failureSource: 'agent', error: 'No way.', checkedAtMs, ...fields })

  it.each([
    ['up', 299_999, {}, false],
    ['up', 300_000, {}, true],
    ['up', 300_000, { late: true }, false],
    ['up', 300_000, { status: 'down', failureSource: 'resolver' }, true],
    ['up', 300_000, { status: 'down', failureSource: 'target' }, false],
    ['degraded', 300_000, {}, true],
    ['pending', 299_999, {}, false],
    ['pending', 300_000, {}, true],
    ['unknown', 900_000, {}, false],
    ['paused', 900_000, {}, false],
  ] as const)('of %s, %i ms after the last result that counted, %j', (status, ms, fields, ends) => {
    const { state, actions } = decide({ ...up, status }, nothing(ms, fields), policy)
    expect(state.status).toBe(ends ? 'unknown' : status)
    expect(actions.filter(({ kind }) => kind === 'setStatus')).toEqual(
      ends ? [{ kind: 'setStatus', status: 'unknown', atMs: ms, reason: 'No way.' }] : [],
    )
  })

  it('forgets what it suspected, and ends the outage, where nothing is known any more', () => {
    const suspicion = { sinceMs: 1, lastMs: 2, failures: 1, regions: ['eu-west'] }
    expect(decide({ ...up, suspicion }, nothing(300_000), policy).state).toEqual({
      ...up,
      status: 'unknown',
    })
    const { state, actions } = decide(
      { ...up, status: 'down', downMs: 5 },
      nothing(300_000),
      policy,
    )
    expect(state).toEqual({ ...up, status: 'unknown' })
    expect(actions[0]).toEqual({ kind: 'closeOutage', endedAtMs: 300_000 })
  })

  it('knows again after a success, or failures enough', () => {
    const unknown: DecisionState = { ...up, status: 'unknown' }
    const down = (checkedAtMs: number) => aVote({ status: 'down', checkedAtMs })
    expect(follow(unknown, [aVote({ checkedAtMs: 9 })]).state.status).toBe('up')
    expect(follow(unknown, [down(9)]).state.status).toBe('unknown')
    expect(follow(unknown, [down(9), nothing(10), down(11)]).state.status).toBe('down')
  })

  it.each([
    [60_000, 300_000],
    [100_000, 300_000],
    [300_000, 900_000],
  ])('with an interval of %i ms a result holds for %i ms', (intervalMs, ms) => {
    expect(unknownAfterMs(intervalMs)).toBe(ms)
  })

  const votes = fc.array(
    fc.record({
      status: fc.constantFrom('up', 'degraded', 'down', 'unknown' as const),
      failureSource: fc.constantFrom('target', 'network', 'resolver', 'agent' as const),
      late: fc.boolean(),
      gapMs: fc.integer({ min: 1, max: 60_000 }),
      region: fc.constantFrom('a', 'b'),
    }),
    { maxLength: 60 },
  )

  it('opens and closes outages in turn, never without enough failures, whatever comes', () => {
    fc.assert(
      fc.property(votes, fc.integer({ min: 0, max: 3 }), (history, retries) => {
        let atMs = 0
        let state: DecisionState = { ...up, status: 'pending' }
        let countedMs = 0
        let isOpen = false
        let failuresInARow = 0
        for (const entry of history) {
          atMs += entry.gapMs
          const vote = aVote({ ...entry, checkedAtMs: atMs })
          const countsAsFailure =
            vote.status === 'down' &&
            !vote.late &&
            (vote.failureSource === 'target' || vote.failureSource === 'network')
          const countsAsSuccess = !vote.late && (vote.status === 'up' || vote.status === 'degraded')
          if (countsAsFailure) failuresInARow += 1
          if (countsAsSuccess) failuresInARow = 0
          if (countsAsFailure || countsAsSuccess) countedMs = atMs
          const decision = decide(state, vote, { retries, retryDelayMs: 1, unknownAfterMs: 90_000 })
          for (const action of decision.actions) {
            if (action.kind === 'setStatus' && action.status === 'unknown') {
              expect(atMs - countedMs).toBeGreaterThanOrEqual(90_000)
              failuresInARow = 0
            }
            if (action.kind === 'openOutage') {
              expect(isOpen).toBe(false)
              expect(failuresInARow).toBe(retries + 1)
              expect(action.startedAtMs).toBeLessThanOrEqual(atMs)
              isOpen = true
            }
            if (action.kind === 'closeOutage') {
              expect(isOpen).toBe(true)
              isOpen = false
            }
          }
          state = decision.state
          expect(state.status === 'down').toBe(isOpen)
        }
      }),
    )
  })

  it('changes nothing when a counted vote comes again', () => {
    const failing = aVote({ status: 'down', checkedAtMs: 10 })
    const once = decide(up, failing, policy)
    expect(decide(once.state, failing, policy)).toEqual({ state: once.state, actions: [] })
  })
})
