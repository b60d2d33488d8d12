import { createLogger } from '@sightline/shared/logger'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import { startJobs } from '../../../../controller/src/jobs/runner.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { eventually } from '../../../helpers/eventually.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
  // Jobs are due by the database's clock here.
  await test.db.query({ text: 'drop trigger at_test_time on graphile_worker._private_jobs' })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await test.close()
})

/** Sets the clock of this machine, though not the database's, to just before a minute begins. */
function setToEndOfMinute(ms: number): void {
  vi.setSystemTime(Math.ceil(ms / MINUTE_MS) * MINUTE_MS - 300)
}

it('scheduled jobs run at once on a machine whose clock is a day ahead, and when that is set right', async () => {
  const realMs = Date.now()
  let runs = 0
  const tasks = {
    ...JOB_TASKS,
    reviewAlerts: { ...JOB_TASKS.reviewAlerts, run: async () => void (runs += 1) },
  }
  setToEndOfMinute(realMs + DAY_MS)
  const jobs = await startJobs(tasks, test.parts, createLogger('test', 'silent'))
  try {
    vi.setSystemTime(Date.now() + 400)
    await eventually(() => runs > 0)
    expect(runs).toBe(1)

    setToEndOfMinute(realMs)
    await test.db.query({
      text: `update graphile_worker._private_known_crontabs set last_execution = now() - interval '1 minute'`,
    })
    // Until the workers have begun anew, and wait for the minute.
    const moved = setInterval(() => vi.setSystemTime(Date.now() + 200), 4_000)
    await eventually(() => runs >= 2, 30_000).finally(() => clearInterval(moved))
  } finally {
    await jobs.stop()
  }
})
