import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import { crontabOf } from '../../../../controller/src/jobs/crontab.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

let test: TestDatabase
let db: Database
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db
})
beforeEach(() => db.query({ text: 'truncate graphile_worker._private_jobs' }))
afterAll(() => test.close())

const MINUTE_MS = 60_000
const BEGAN_MS = Date.parse('2026-03-10T12:00:00Z')

/** Adds the job of a kind as the library does when a minute of its schedule comes. */
async function addInMinute(name: string, minute: number): Promise<void> {
  const lines = crontabOf(Object.entries(JOB_TASKS)).split('\n')
  const line = lines.find((each) => each.includes(` ${name} ?`)) ?? ''
  const options = new URLSearchParams(line.slice(line.indexOf('?')))
  await db.query(
    { text: `select graphile_worker.add_job($1, '{}', null, $2, $3, $4, $5, null, $6)` },
    [
      name,
      new Date(BEGAN_MS + minute * MINUTE_MS),
      options.get('max'),
      options.get('jobKey'),
      options.get('priority'),
      options.get('jobKeyMode'),
    ],
  )
}

interface Waiting {
  readonly runAt: Date
  readonly attempts: number
}

async function waiting(): Promise<Waiting[]> {
  const { rows } = await db.query<Waiting>({
    text: `select run_at as "runAt", attempts from graphile_worker.jobs where locked_at is null order by run_at`,
  })
  return rows
}

it('a job of the schedule waits once, in the place it had, however long nobody comes to it', async () => {
  for (let minute = 0; minute < 5; minute += 1) await addInMinute('reviewAlerts', minute)
  expect(await waiting()).toEqual([{ runAt: new Date(BEGAN_MS), attempts: 0 }])
})

it('one that fails is tried anew with the next, and not beside it', async () => {
  await addInMinute('reviewAlerts', 0)
  await db.query({
    text: `update graphile_worker._private_jobs set attempts = 9, run_at = run_at + interval '2 hours'`,
  })
  await addInMinute('reviewAlerts', 1)
  expect(await waiting()).toEqual([{ runAt: new Date(BEGAN_MS + MINUTE_MS), attempts: 0 }])
})

it('one that runs does not keep the next from waiting', async () => {
  await addInMinute('reviewAlerts', 0)
  await db.query({
    text: `update graphile_worker._private_jobs set locked_by = 'worker', locked_at = now()`,
  })
  await addInMinute('reviewAlerts', 1)
  expect(await waiting()).toEqual([{ runAt: new Date(BEGAN_MS + MINUTE_MS), attempts: 0 }])
})
