import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../../controller/src/db/pool.ts'
import { insertStateChanges, lockVerdicts } from '../../../controller/src/db/verdicts.ts'
import { removeMonitors } from '../../../controller/src/monitors/remove-monitor.ts'
import { PATIENT } from '../../helpers/patient.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
let workspaceId: number
beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
})
afterAll(() => database.close())

/** The database, and how often a transaction on it was begun. */
function counted(db: Database): { db: Database; begun: () => number } {
  let begun = 0
  return {
    begun: () => begun,
    db: {
      ...db,
      transaction: (work) =>
        db.transaction((tx) => {
          begun += 1
          return work(tx)
        }),
    },
  }
}

const untilOneWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await database.db.query({
      text: `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`,
    })
    expect(rows).toHaveLength(1)
  }, PATIENT)

it.each([
  ['its latest result', 'update region_states set status_code = 200 where monitor_id = $1'],
  ['nothing yet', 'select $1::integer'],
])('a deletion waits for a verdict that is under way, when it wrote %s', async (_, write) => {
  const { db } = database
  const [monitorId = 0] = await insertMonitors(db, workspaceId)
  await db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
        values ($1, 'eu-west', now(), now(), 'up')`,
    },
    [monitorId],
  )
  const { rows } = await db.query<{ publicId: string }>(
    { text: 'select public_id as "publicId" from monitors where id = $1' },
    [monitorId],
  )
  const publicIds = rows.map((row) => row.publicId)
  const deletions = counted(db)
  const verdicts = counted(db)
  const { running } = await verdicts.db.transaction(async (tx) => {
    await tx.query({ text: write }, [monitorId])
    if (write.startsWith('select')) await lockVerdicts(tx, [monitorId])
    const removal = removeMonitors(deletions, workspaceId, publicIds)
    await untilOneWaits()
    await lockVerdicts(tx, [monitorId])
    const change = { monitorId, atMs: Date.now(), status: 'down', reason: null }
    await insertStateChanges(tx, [change])
    return { running: removal }
  })
  expect((await running).size).toBe(1)
  expect([verdicts.begun(), deletions.begun()]).toEqual([1, 1])
})
