import { create } from '@bufbuild/protobuf'
import { HeartbeatSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { createLogger } from '@sightline/shared/logger'
import { describe, expect, it } from 'vitest'
import { createHeldCheck } from '../../../../controller/src/dispatch/held-check.ts'
import { createToldAssignments } from '../../../../controller/src/sessions/told-assignments.ts'

const UPDATES = 4

/** An agent that was told two monitors and says that it holds this. */
function sessionThatHolds(held: { update?: number; count?: number; hash?: number } | null) {
  const assigned = createToldAssignments()
  assigned.set(1, 0x0f)
  assigned.set(2, -1)
  const message = { update: UPDATES, count: assigned.count(), hash: assigned.hash(), ...held }
  const heartbeat = create(HeartbeatSchema, held === null ? {} : { held: message })
  return { agentId: 'agt_1', assigned, heartbeat, updates: () => UPDATES }
}

const check = createHeldCheck(createLogger('test', 'silent'))

describe('an agent gets its monitors anew', () => {
  it('when it holds others, more or fewer than it was told', () => {
    expect(check(sessionThatHolds({ hash: 7 }))).toBe(true)
    expect(check(sessionThatHolds({ count: 3 }))).toBe(true)
    expect(check(sessionThatHolds({ count: 1 }))).toBe(true)
  })

  it('not when it holds what it was told, in whatever order', () => {
    const assigned = createToldAssignments()
    assigned.set(2, 5)
    assigned.set(3, 9)
    assigned.set(1, 0x0f)
    assigned.remove(3)
    assigned.set(2, -1)
    expect(check(sessionThatHolds({ hash: assigned.hash(), count: assigned.count() }))).toBe(false)
  })

  it('not while something is under way to it', () => {
    expect(check(sessionThatHolds({ update: UPDATES - 1, hash: 7 }))).toBe(false)
  })

  it('not when it does not say what it holds', () => {
    expect(check(sessionThatHolds(null))).toBe(false)
    expect(check({ ...sessionThatHolds(null), heartbeat: null })).toBe(false)
  })

  it('ever less often when that does not help, and at once again after it was well', () => {
    const ill = sessionThatHolds({ hash: 7 })
    const rounds = Array.from({ length: 16 }, (_, round) => (check(ill) ? round : -1))
    expect(rounds.filter((round) => round >= 0)).toEqual([0, 1, 3, 7, 15])
    const { heartbeat } = sessionThatHolds({})
    const wrong = ill.heartbeat
    ill.heartbeat = heartbeat
    expect(check(ill)).toBe(false)
    ill.heartbeat = wrong
    expect(check(ill)).toBe(true)
  })
})
