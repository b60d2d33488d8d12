import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewJob } from '../../../../controller/src/db/jobs.ts'
import { addJobs } from '../../../../controller/src/db/jobs.ts'
import type { Database, Queryable } from '../../../../controller/src/db/pool.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { insertMonitors, insertWorkspace } from '../../../helpers/rows.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

let test: TestDatabase
let db: Database
let workspaceId: number
let monitorId: number
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db
  workspaceId = await insertWorkspace(db)
  // Kinds that workers had.
  await addJobs(
    db,
    (['planAlerts', 'diagnose', 'followOutage'] as const).map((name) => ({ name, payload: {} })),
  )
  ;[monitorId = 0] = await insertMonitors(db, workspaceId, { count: 1 })
})
beforeEach(() =>
  db.query({ text: 'truncate graphile_worker._private_jobs, graphile_worker._private_job_queues' }),
)
afterAll(() => test.close())

async function kept(): Promise<unknown[]> {
  const { rows } = await db.query({
    text: `select t.identifier as name, q.queue_name as queue, j.payload, j.max_attempts as "maxAttempts", j.key,
        j.priority, j.flags, j.run_at > now() + interval '30 min' as "isLater", j.attempts, j.is_available as "isFree"
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
  })
  return rows
}

/** Counts the statements that are asked. */
function counting(queryable: Queryable): { readonly tx: Queryable; readonly count: () => number } {
  let count = 0
  const query: Queryable['query'] = (statement, values) => {
    count += 1
    return queryable.query(statement, values)
  }
  return { tx: { query }, count: () => count }
}

const PLAIN = {
  queue: null,
  maxAttempts: 25,
  key: null,
  flags: null,
  isLater: false,
  attempts: 0,
  isFree: true,
}

describe('jobs', () => {
  it('are added by one statement, in queues that are made where they are missing, for whom they are', async () => {
    const { tx, count } = counting(db)
    await addJobs(tx, [
      { name: 'planAlerts', payload: { n: 1 }, queue: 'alerts 1', sharer: { monitorId } },
      { name: 'diagnose', payload: [2], maxAttempts: 4, sharer: { monitorId: 2_000_000_000 } },
      { name: 'diagnose', payload: 3, runAtMs: Date.now() + 3_600_000, sharer: { workspaceId } },
      { name: 'planAlerts', payload: { n: 4 }, queue: 'alerts 1' },
    ])
    expect(count()).toBe(1)
    const flags = { [`workspace ${workspaceId}`]: true }
    expect(await kept()).toEqual([
      { ...PLAIN, name: 'planAlerts', payload: { n: 1 }, queue: 'alerts 1', priority: -2, flags },
      { ...PLAIN, name: 'diagnose', payload: [2], maxAttempts: 4, priority: 1 },
      { ...PLAIN, name: 'diagnose', payload: 3, priority: 1, flags, isLater: true },
      { ...PLAIN, name: 'planAlerts', payload: { n: 4 }, queue: 'alerts 1', priority: -2 },
    ])
  })

  it('take the place of one that waits with their key, and the key from one that runs', async () => {
    const job = (n: number): NewJob => ({ name: 'followOutage', payload: { n }, key: 'follow it' })
    await addJobs(db, [{ ...job(1), runAtMs: Date.now() + 3_600_000 }])
    await addJobs(db, [job(2)])
    const its = { ...PLAIN, name: 'followOutage', priority: -2 }
    expect(await kept()).toEqual([{ ...its, payload: { n: 2 }, key: 'follow it' }])
    await db.query({
      text: `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1`,
    })
    await addJobs(db, [job(3)])
    expect(await kept()).toEqual([
      { ...its, payload: { n: 2 }, attempts: 25, isFree: false },
      { ...its, payload: { n: 3 }, key: 'follow it' },
    ])
  })

  it('of a kind that no worker had yet, or of a queue that another makes in this instant, are not lost', async () => {
    await db.query({
      text: `delete from graphile_worker._private_tasks where identifier = 'takeScreenshot'`,
    })
    await addJobs(db, [{ name: 'takeScreenshot', payload: 1 }])
    const job = (n: number): NewJob => ({ name: 'deliverAlert', payload: n, queue: 'deliver it' })
    let second: Promise<void> = Promise.resolve()
    await db.transaction(async (tx) => {
      await addJobs(tx, [job(2)])
      second = addJobs(db, [job(3)])
      await vi.waitFor(async () => {
        const { rows } = await db.query({
          text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        })
        // It waits for what becomes of the queue.
        expect(rows).toHaveLength(1)
      }, PATIENT)
    })
    await second
    const rows = (await kept()) as { payload: number; queue: string | null }[]
    expect(rows.map(({ payload, queue }) => [payload, queue])).toEqual([
      [1, null],
      [2, 'deliver it'],
      [3, 'deliver it'],
    ])
  })
})
