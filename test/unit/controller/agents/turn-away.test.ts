import { expect, test } from 'vitest'
import { turnAwaySilent } from '../../../../controller/src/agents/turn-away.ts'
import { bareSession } from '../../../helpers/bare-session.ts'

test('agents are turned away after 15 s of silence, and not for what is our own', () => {
  const nowMs = performance.now()
  const heard = (agentId: string, agoMs: number) => {
    const agent = bareSession({ agentId })
    agent.session.heardAtMs = nowMs - agoMs
    return agent
  }
  const [lively, silent, paused] = [heard('a', 14_000), heard('b', 16_000), heard('c', 16_000)]
  paused.session.isPaused = true
  const sessions = new Map(
    [lively, silent, paused].map(({ session }) => [session.agentId, session]),
  )
  // Until a second ago the controller stood still.
  turnAwaySilent(sessions, nowMs - 1_000)
  expect([lively, silent, paused].map(({ refused }) => refused.length)).toEqual([0, 0, 0])
  turnAwaySilent(sessions, -Infinity)
  expect([lively, silent, paused].map(({ refused }) => refused.length)).toEqual([0, 1, 0])
})
