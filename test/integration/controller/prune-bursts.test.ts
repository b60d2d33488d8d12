import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteBurstsBefore } from '../../../controller/src/db/limits.ts'
import type { Queryable } from '../../../controller/src/db/pool.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('forgets the windows of a flood of addresses some at a time, and no others', async () => {
  const { db } = database
  await db.query({
    text: `insert into request_bursts (bucket, hits, last_hit)
      select 'ip:2001:db8::' || n, '{1}', case when n <= 50000 then 1 else 2000 end from generate_series(1, 50010) n`,
  })
  const atOnce: number[] = []
  const watched: Queryable = {
    async query(...asked) {
      const answer = await db.query(...asked)
      atOnce.push(answer.rowCount)
      return answer
    },
  }
  expect(await deleteBurstsBefore(watched, 1_000, 1_000)).toBe(50_000)
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(20_000)
  const { rows } = await db.query<{ count: number }>({
    text: 'select count(*) from request_bursts',
  })
  expect(rows[0]?.count).toBe(10)
})
