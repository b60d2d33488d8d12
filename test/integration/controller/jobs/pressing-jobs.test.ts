import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewJob } from '../../../../controller/src/db/jobs.ts'
import { addJobs, countPressingJobs } from '../../../../controller/src/db/jobs.ts'
import type { Database, Queryable } from '../../../../controller/src/db/pool.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

const HOUR_MS = 3_600_000

let test: TestDatabase
let db: Database
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db
})
beforeEach(() => db.query({ text: 'truncate graphile_worker._private_jobs' }))
afterAll(() => test.close())

const lasting = (count: number): NewJob[] =>
  Array.from({ length: count }, () => ({
    name: 'followOutage',
    payload: {},
    runAtMs: Date.now() + HOUR_MS,
  }))

const lockedFor = (seconds: number) =>
  db.query(
    {
      text: `update graphile_worker._private_jobs set locked_at = now() - $1 * interval '1 s', locked_by = 'w'`,
    },
    [seconds],
  )

describe('people are to be told something', () => {
  it('where a job that tells them waits, or was begun a moment ago', async () => {
    await addJobs(db, [{ name: 'deliverAlert', payload: {} }])
    expect(await countPressingJobs(db, 50)).toBeGreaterThan(0)
    await lockedFor(1)
    expect(await countPressingJobs(db, 50)).toBeGreaterThan(0)
  })

  it('not where one runs for long, waits for its time, or only others wait', async () => {
    await addJobs(db, [{ name: 'deliverAlert', payload: {} }])
    await lockedFor(3)
    await addJobs(db, [...lasting(3), { name: 'diagnose', payload: {} }])
    expect(await countPressingJobs(db, 50)).toBe(0)
  })
})

it('whether a job waits is read by an entry of the index, however many wait for their time', async () => {
  await addJobs(db, lasting(2_000))
  await addJobs(db, [{ name: 'deliverAlert', payload: {} }])
  await db.query({ text: 'vacuum analyze graphile_worker._private_jobs' })
  let plan = ''
  const query: Queryable['query'] = async ({ text }, values) => {
    const { rows } = await db.query<Record<string, string>>(
      { text: `explain (analyze, timing off, buffers off) ${text}` },
      values,
    )
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return { rows: [], rowCount: 0 }
  }
  await countPressingJobs({ query }, 50)
  expect(plan).toMatch(/jobs_main_index[^]*Index Cond: .*priority = ranks.rank/)
  expect(plan).toContain('never executed')
  expect(plan).not.toContain('Rows Removed by Filter')
})
