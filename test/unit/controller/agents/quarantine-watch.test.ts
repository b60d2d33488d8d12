import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test } from 'vitest'
import { startQuarantineWatch } from '../../../../controller/src/agents/quarantine-watch.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../../../controller/src/db/results.ts'
import type { Session } from '../../../../controller/src/sessions/agent-session.ts'
import { bareSession } from '../../../helpers/bare-session.ts'
import { eventually } from '../../../helpers/eventually.ts'

const NOW_MS = Date.UTC(2026, 5, 1, 12)

const result = (monitorId: number, status: 'up' | 'down'): IncomingResult =>
  ({
    monitorId,
    status,
    checkedAtMs: NOW_MS,
    generation: 0,
    late: false,
    counted: true,
    failureSource: status === 'down' ? 'target' : null,
  }) as IncomingResult

/** A watch of one agent, for a database in which other regions pass what it fails. */
function watchOne() {
  const { session } = bareSession()
  const asked: string[] = []
  const db = {
    query: (_: unknown, values: readonly unknown[] = []) => {
      // Who is asked about comes as arrays, who is in quarantine as itself.
      if (values.length < 6) return Promise.resolve({ rows: [], rowCount: 1 })
      const monitorIds = String(values[2])
      asked.push(monitorIds)
      const hosts = monitorIds.split(',').length
      return Promise.resolve({ rows: [{ place: 0, hosts }], rowCount: 1 })
    },
  } as unknown as Database
  const sessions = new Map<string, Session>([[session.agentId, session]])
  const watch = startQuarantineWatch({
    db,
    controllerId: 'ctl_1',
    sessions,
    now: () => NOW_MS,
    log: createLogger('test', 'silent'),
  })
  onTestFinished(() => watch.stop())
  return { watch, session, asked }
}

test('failures that come in a message each are weighed together, in the order in which they came', async () => {
  const { watch, session, asked } = watchOne()
  for (const monitorId of [1, 2, 3, 4, 5, 6]) watch.seeResults(session, [result(monitorId, 'down')])
  watch.seeResults(session, [result(6, 'up')])
  await eventually(() => session.quarantinedAtMs === NOW_MS)
  expect(asked).toEqual(['{1,2,3,4,5}'])
})

test('an agent that fails less than half is not asked about', async () => {
  const { watch, session, asked } = watchOne()
  for (const monitorId of [1, 2, 3, 4, 5]) watch.seeResults(session, [result(monitorId, 'down')])
  watch.seeResults(
    session,
    [11, 12, 13, 14, 15, 16].map((monitorId) => result(monitorId, 'up')),
  )
  await watch.stop()
  expect(asked).toEqual([])
  expect(session.quarantinedAtMs).toBeNull()
})
