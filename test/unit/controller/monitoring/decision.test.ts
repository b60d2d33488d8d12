import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionState, Vote } from '../../../../controller/src/monitoring/decision.ts'
import { decide } from '../../../../controller/src/monitoring/decision.ts'

const policy = { retries: 1, retryDelayMs: 5_000 }
const up: DecisionState = { status: 'up', suspicion: null, downMs: null }

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
    expect(state).toEqual({ status: 'down', suspicion: null, downMs: 20 })
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
    const { state } = follow(up, [aVote({ status: 'down' })], { retries: 0, retryDelayMs: 0 })
    expect(state.status).toBe('down')
  })

  it('drops the suspicion when the retry passes', () => {
    const { state, actions } = follow(up, [
      aVote({ status: 'down', checkedAtMs: 10 }),
      aVote({ status: 'up', checkedAtMs: 20 }),
    ])
    expect(state).toEqual(up)
    expect(actions.map((action) => action.kind)).toEqual(['recheck'])
  })

  it('is up after a success and ends the outage at that check', () => {
    const { state, actions } = follow({ status: 'down', suspicion: null, downMs: 50 }, [
      aVote({ checkedAtMs: 99 }),
    ])
    expect(state).toEqual(up)
    expect(actions).toEqual([
      { kind: 'closeOutage', endedAtMs: 99 },
      { kind: 'setStatus', status: 'up', atMs: 99, reason: null },
    ])
  })

  it('does not let a success end an outage whose failures came after it', () => {
    const down: DecisionState = { status: 'down', suspicion: null, downMs: 50 }
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
    const paused: DecisionState = { status: 'paused', suspicion: null, downMs: null }
    expect(decide(paused, aVote({ status: 'down' }), policy)).toEqual({
      state: paused,
      actions: [],
    })
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
        let state: DecisionState = { status: 'pending', suspicion: null, downMs: null }
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
          const decision = decide(state, vote, { retries, retryDelayMs: 1 })
          for (const action of decision.actions) {
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
