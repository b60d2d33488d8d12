import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Queryable } from '../../../controller/src/db/pool.ts'
import { perform } from '../../../controller/src/verdicts/perform-actions.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('monitors that cannot be judged at the same moment are one plan, which stands for all', async () => {
  const { db } = database
  const ids = await insertMonitors(db, await insertWorkspace(db), { count: 30 })
  const nowMs = Date.now()
  const plans = ids.map((monitorId) => ({
    monitor: { monitorId, needs: 'web' as const, needsVersion: 1, timeoutMs: 1_000 },
    actions: [{ kind: 'operatorAlert' as const, atMs: nowMs, reason: 'Too few answered.' }],
  }))
  await db.transaction((tx) => perform(tx, plans, nowMs))
  const { rows } = await db.query({
    text: `select payload -> 'event' ->> 'kind' as kind, (payload -> 'event' ->> 'monitorId')::integer as "monitorId"
      from graphile_worker._private_jobs`,
  })
  expect(rows).toEqual([{ kind: 'agentLost', monitorId: ids[0] }])
})

it('regions that are asked to confirm are asked by one statement, however many there are', async () => {
  const { db } = database
  const ids = await insertMonitors(db, await insertWorkspace(db), { count: 3 })
  const nowMs = Date.now()
  const regions = ['eu-west', 'us-east', 'us-west']
  const plans = ids.map((monitorId) => ({
    monitor: { monitorId, needs: 'web' as const, needsVersion: 1, timeoutMs: 1_000 },
    actions: regions.map((region) => ({
      kind: 'recheck' as const,
      region,
      attempt: 1,
      dueAtMs: nowMs,
    })),
  }))
  let statements = 0
  await db.transaction((tx) => {
    const query: Queryable['query'] = (statement, values) => {
      statements += 1
      return tx.query(statement, values)
    }
    return perform({ query }, plans, nowMs)
  })
  expect(statements).toBe(1)
  const { rows } = await db.query<{ count: number }>({
    text: `select count(distinct (region, payload ->> 'monitorId')) as count from work_items`,
  })
  expect(rows).toEqual([{ count: 9 }])
})
