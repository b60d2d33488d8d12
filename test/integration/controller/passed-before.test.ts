import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPassed } from '../../../controller/src/db/diagnosis-reads.ts'
import type { Queryable } from '../../../controller/src/db/pool.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const BEGAN_MS = Date.parse('2026-01-01T00:00:00Z')
const MINUTE = 60_000
const CHANGES = 40_000

let database: TestDatabase
let monitorId: number
/** One that came up once, and went down for good. */
let brokenId: number
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const ids = await insertMonitors(db, await insertWorkspace(db), { count: 2 })
  ;[monitorId = 0, brokenId = 0] = ids
  await db.query(
    {
      text: `insert into state_changes (monitor_id, at, status)
        select $1, $2::timestamptz + n * interval '1 minute', case when n % 2 = 1 then 'up' else 'down' end
        from generate_series(0, $3::integer - 1) n`,
    },
    [monitorId, new Date(BEGAN_MS), CHANGES],
  )
  await db.query(
    {
      text: `insert into state_changes (monitor_id, at, status)
        values ($1, $2, 'pending'), ($1, $2::timestamptz + interval '1 minute', 'degraded'),
          ($1, $2::timestamptz + interval '2 minutes', 'down')`,
    },
    [brokenId, new Date(BEGAN_MS)],
  )
  await db.query({ text: 'vacuum analyze state_changes' })
})
afterAll(() => database.close())

it.each([
  // Before it was ever up, and from when it was.
  [
    { sinceMs: 0, beforeMs: BEGAN_MS + MINUTE },
    { ever: false, since: false },
  ],
  [
    { sinceMs: 0, beforeMs: BEGAN_MS + MINUTE + 1 },
    { ever: true, since: true },
  ],
  [
    { sinceMs: BEGAN_MS + MINUTE, beforeMs: BEGAN_MS + 9 * MINUTE },
    { ever: true, since: true },
  ],
  [
    { sinceMs: BEGAN_MS + MINUTE + 1, beforeMs: BEGAN_MS + 9 * MINUTE },
    { ever: true, since: false },
  ],
])('whether a monitor was up before, and since, is told from %o', async (span, told) => {
  expect(await readPassed(database.db, { monitorId: brokenId, ...span })).toEqual(told)
})

it('of very many changes no more is read than the first that tells', async () => {
  const beforeMs = BEGAN_MS + CHANGES * MINUTE
  const asked = { monitorId, sinceMs: BEGAN_MS + 20_000 * MINUTE, beforeMs }
  expect(await readPassed(database.db, asked)).toEqual({ ever: true, since: true })
  let pages = Number.NaN
  const query: Queryable['query'] = async ({ text }, values) => {
    const { rows } = await database.db.query<Record<string, string>>(
      { text: `explain (analyze, timing off) ${text}` },
      values,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    pages = Number(/shared hit=(\d+)/.exec(plan)?.[1])
    return { rows: [], rowCount: 0 }
  }
  await readPassed({ query }, asked)
  expect(pages).toBeLessThan(30)
})
