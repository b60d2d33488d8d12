import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../../controller/src/db/pool.ts'
import { createJudge } from '../../../controller/src/verdicts/judge.ts'
import { startRuleKeeper } from '../../../controller/src/verdicts/rule-keeper.ts'
import { insertMonitors, insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const log = createLogger('test', 'silent')
const NOW = Date.parse('2026-03-01T12:00:00Z')

let database: TestDatabase
let db: Database
let workspaceId: number
beforeAll(async () => {
  database = await openTestDatabase()
  ;({ db } = database)
  workspaceId = await insertWorkspace(db)
  await insertVoters(db, ['eu-west'])
})
afterAll(() => database.close())

/** Monitors that are down since ten minutes ago, of which nothing was heard since; the first of them is
 *  to be looked at first. */
async function downMonitors(count: number): Promise<number[]> {
  const since = new Date(NOW - 600_000)
  const ids = await insertMonitors(db, workspaceId, { count, status: 'down', since })
  await db.query(
    {
      text: `update monitor_states set look_at = $2::timestamptz + monitor_id * interval '1 ms'
        where monitor_id = any($1)`,
    },
    [ids, since],
  )
  return ids
}

async function statuses(ids: readonly number[]): Promise<string[]> {
  const { rows } = await db.query<{ status: string }>(
    { text: 'select status from monitor_states where monitor_id = any($1) order by monitor_id' },
    [ids],
  )
  return rows.map((row) => row.status)
}

it('looks at all others although one monitor cannot be judged', async () => {
  const ids = await downMonitors(3)
  await db.query({ text: `update monitors set confirmation = 'null' where id = $1` }, [ids[0]])
  // A round is under way from the start, and stopping waits for it.
  const allJudged = vi.fn()
  await startRuleKeeper({ db, judge: createJudge(), allJudged, now: () => NOW, log }).stop()
  expect(await statuses(ids)).toEqual(['down', 'unknown', 'unknown'])
  // It has its turn again, but does not keep the keeper busy.
  const { rows } = await db.query<{ at: Date }>(
    { text: 'select look_at as at from monitor_states where monitor_id = $1' },
    [ids[0]],
  )
  expect(rows).toEqual([{ at: new Date(NOW + 60_000) }])
})
