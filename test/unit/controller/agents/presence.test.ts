import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import { createPresence } from '../../../../controller/src/agents/presence.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'
import type { Session, Sessions } from '../../../../controller/src/sessions/agent-session.ts'
import { bareSession } from '../../../helpers/bare-session.ts'

test('one that comes again takes the place of the one before, whose end leaves it there', () => {
  const sessions: Sessions = new Map()
  const gone: Session[] = []
  const withoutWork: Session[] = []
  function presenceOf(session: Session) {
    return createPresence(session, '2026-06-01', {
      db: {} as Database,
      controllerId: 'con_1',
      sessions,
      work: { sessionEnded: (left) => withoutWork.push(left) },
      sessionStarted: () => undefined,
      sessionEnded: (left) => gone.push(left),
      now: () => 0,
      log: createLogger('test', 'silent'),
    })
  }
  const [first, second] = [bareSession(), bareSession()]
  const [before, after] = [presenceOf(first.session), presenceOf(second.session)]
  before.begin()
  after.begin()
  expect(second.sent).toMatchObject([{ case: 'welcome' }])
  expect(first.refused).toMatchObject([{ reason: expect.stringContaining('connected again') }])
  before.end(false)
  expect([sessions.get('agt_1'), gone, withoutWork]).toEqual([second.session, [], [first.session]])
  after.end(false)
  expect([sessions.size, gone]).toEqual([0, [second.session]])
})
