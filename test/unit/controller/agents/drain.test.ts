import { createLogger } from '@sightline/shared/logger'
import { expect, it, vi } from 'vitest'
import { createDrain } from '../../../../controller/src/agents/drain.ts'
import { createHandedRechecks } from '../../../../controller/src/sessions/handed-rechecks.ts'
import type { Session } from '../../../../controller/src/sessions/agent-session.ts'
import { createSession } from '../../../../controller/src/sessions/agent-session.ts'
import { PATIENT } from '../../../helpers/patient.ts'

it('agents are sent away a few at a time, and one that works on demand when it is done', async () => {
  const sessions = new Map<string, Session>()
  const sentAway: string[] = []
  const busy = new Set(['agent 0'])
  for (let number = 0; number < 40; number += 1) {
    const agentId = `agent ${number}`
    const session = createSession({
      agentId,
      tokenId: 1,
      certificateSerial: null,
      region: 'eu-west',
      capabilities: [],
      settingsVersion: 1,
      quarantinedAtMs: null,
      handed: createHandedRechecks([]),
      write: () => undefined,
      refuse() {
        sentAway.push(agentId)
        sessions.delete(agentId)
      },
    })
    sessions.set(agentId, session)
  }
  const finish = vi.fn(() => Promise.resolve())
  const sharers = (session: Session): string[] => (busy.has(session.agentId) ? ['somebody'] : [])
  const drain = createDrain({
    sessions,
    work: { sharers },
    finish,
    log: createLogger('test', 'silent'),
  })
  expect(drain.isUnderWay()).toBe(false)
  drain.begin()
  drain.begin()
  expect(drain.isUnderWay()).toBe(true)
  expect([...sessions.values()].every(({ isLeaving }) => isLeaving)).toBe(true)
  expect(sentAway.length).toBeLessThanOrEqual(2)
  await vi.waitFor(() => expect(sentAway).toHaveLength(39), PATIENT)
  expect(sentAway).not.toContain('agent 0')
  expect(finish).not.toHaveBeenCalled()
  busy.clear()
  await vi.waitFor(() => expect(finish).toHaveBeenCalledTimes(1), PATIENT)
  expect(sentAway).toContain('agent 0')
})
