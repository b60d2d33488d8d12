import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import { leastGapsOf } from '../../../../controller/src/jobs/crontab.ts'
import { schedulingOf } from '../../../../controller/src/jobs/library-statements.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

const GAPS = leastGapsOf(Object.entries(JOB_TASKS))

let test: TestDatabase
let db: Database
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db
})
beforeEach(() =>
  db.query({
    text: 'truncate graphile_worker._private_jobs, graphile_worker._private_known_crontabs',
  }),
)
afterAll(() => test.close())

/** A controller's clock has come to the minute of a kind.
 *  @returns whether a job of it was added */
async function isAdded(task: string): Promise<boolean> {
  const job = { task, payload: {}, jobKey: task, jobKeyMode: 'preserve_run_at' }
  const { text, values = [] } = schedulingOf(
    { text: '', values: [JSON.stringify([{ identifier: task, job }])] },
    GAPS,
  )
  return (await db.query({ text }, values)).rowCount > 0
}

/** Lets time pass, as the schedule sees it. */
async function pass(seconds: number): Promise<void> {
  await db.query(
    {
      text: `update graphile_worker._private_known_crontabs set last_execution = last_execution - $1 * interval '1 s'`,
    },
    [seconds],
  )
}

it.each([
  ['reviewAlerts', 60],
  ['pruneCounters', 600],
  ['watchCertificates', 3_600],
  ['cleanRollups', 86_400],
])(
  '%s runs once in %d s where a controller is nearly half of that behind',
  async (name, period) => {
    const behind = period * 0.45
    for (let round = 0; round < 3; round += 1) {
      expect(await isAdded(name)).toBe(true)
      await pass(behind)
      expect(await isAdded(name)).toBe(false)
      await pass(period - behind)
    }
  },
)

it('each kind of the schedule may run again at its next time', () => {
  for (const [name, { schedule }] of Object.entries(JOB_TASKS)) {
    if (schedule === null) expect(GAPS[name]).toBeUndefined()
    else expect(GAPS[name]).toBeGreaterThanOrEqual(30)
  }
})
