import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Queryable } from '../../../controller/src/db/pool.ts'
import { countHostsPassedElsewhere } from '../../../controller/src/db/region-states.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW_MS = Date.parse('2026-03-10T12:00:00.000Z')

let database: TestDatabase
let ids: readonly number[]
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const regions = ['eu-west', 'us-east']
  ids = await insertMonitors(db, await insertWorkspace(db), { count: 6, regions, status: 'up' })
  await db.query(
    { text: `update monitors set host = 'h' || (id % 3) || '.example' where id = any($1)` },
    [ids],
  )
  await db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
        select id, 'us-east', at, at, 'up' from unnest($1::integer[]) id, to_timestamp($2::float8 / 1000) as at`,
    },
    [ids, NOW_MS],
  )
})
afterAll(() => database.close())

it('agents of several regions are asked about by one statement, each with an answer of its own', async () => {
  const failing = (monitorIds: readonly number[], sinceMs = NOW_MS - 1_000) =>
    monitorIds.map((monitorId) => ({ monitorId, sinceMs, lastMs: NOW_MS, generation: 0 }))
  let statements = 0
  const counting: typeof database.db = {
    ...database.db,
    query(statement, values) {
      statements += 1
      return database.db.query(statement, values)
    },
  }
  const asked = [
    { region: 'eu-west', failing: failing(ids) },
    { region: 'us-east', failing: failing(ids) },
    { region: 'eu-west', failing: failing(ids.slice(0, 2)) },
    { region: 'eu-west', failing: [] },
    { region: 'eu-west', failing: failing(ids, NOW_MS + 1_000) },
  ]
  expect(await countHostsPassedElsewhere(counting, asked)).toEqual([3, 0, 2, 0, 0])
  expect(statements).toBe(1)
  expect(await countHostsPassedElsewhere(counting, [])).toEqual([])
})

it('looks each monitor up for itself, however many there are and fail', async () => {
  const { db } = database
  const many = await insertMonitors(db, await insertWorkspace(db), {
    count: 5_000,
    regions: ['eu-west', 'us-east'],
    status: 'up',
  })
  await db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
        select id, 'us-east', at, at, 'up' from unnest($1::integer[]) id, to_timestamp($2::float8 / 1000) as at`,
    },
    [many, NOW_MS],
  )
  await db.query({ text: 'vacuum analyze monitors, region_states' })
  let plan = ''
  const query: Queryable['query'] = async ({ text }, values) => {
    const { rows } = await db.query<Record<string, string>>({ text: `explain ${text}` }, values)
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return { rows: [], rowCount: 0 }
  }
  const failing = many
    .slice(0, 1_000)
    .map((monitorId) => ({ monitorId, sinceMs: NOW_MS, lastMs: NOW_MS, generation: 0 }))
  await countHostsPassedElsewhere({ query }, [{ region: 'eu-west', failing }])
  expect(plan).toMatch(/monitors_pkey on monitors[^]*Index Cond: \(id = failing.monitor_id\)/)
  expect(plan).toMatch(/on region_states[^]*Index Cond: \(monitor_id = failing.monitor_id\)/)
  expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join|Gather/)
})
