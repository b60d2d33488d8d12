import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../../controller/src/db/pool.ts'
import {
  insertStateChanges,
  lockFreeVerdicts,
  lockVerdicts,
} from '../../../controller/src/db/verdicts.ts'
import { removeMonitors } from '../../../controller/src/monitors/remove-monitor.ts'
import { eventually } from '../../helpers/eventually.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const untilOneWaits = (db: Database) =>
  eventually(async () => {
    const { rows } = await db.query({
      text: `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`,
    })
    return rows.length === 1
  })

/** One for each monitor, which was sent. */
async function insertAlerts(
  db: Database,
  workspaceId: number,
  monitorIds: readonly number[],
): Promise<void> {
  await db.query(
    {
      text: `insert into alerts (public_id, workspace_id, monitor_id, kind, channel, recipient_type, recipient_id,
          recipient_name, delivery_key, state, title, text, message, event, created_at)
        select 'alr_' || id, $2, id, 'down', 'email', 'member', 'x', 'x', 'k' || id, 'sent', 't', 't', '{}', '{}',
          now()
        from unnest($1::integer[]) id`,
    },
    [monitorIds, workspaceId],
  )
}

it('results of many monitors that are removed are stored while their alerts are still kept', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const workspaceId = await insertWorkspace(db)
  const ids = await insertMonitors(db, workspaceId, { count: 101 })
  const [heir] = await insertMonitors(db, workspaceId)
  await db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
        select id, 'eu-west', now(), now(), 'up' from unnest($1::integer[]) id`,
    },
    [ids],
  )
  await insertAlerts(db, workspaceId, ids)
  const { rows } = await db.query<{ publicId: string }>(
    { text: 'select public_id as "publicId" from monitors where id = any($1::integer[])' },
    [ids],
  )
  const publicIds = rows.map(({ publicId }) => publicId)
  await db.query({ text: 'update monitors set depends_on = $2 where id = $1' }, [
    heir,
    ['mon_other', ...publicIds.slice(0, 2)],
  ])
  const removed = await db.transaction(async (tx) => {
    // As a delivery that is noted.
    await tx.query({ text: 'select from alerts where public_id = $1 for update' }, [
      `alr_${ids[0]}`,
    ])
    const removing = removeMonitors({ db }, workspaceId, publicIds)
    await untilOneWaits(db)
    await db.transaction((other) =>
      other.query({ text: 'select from region_states for update nowait' }),
    )
    return { removing }
  })
  expect((await removed.removing).size).toBe(101)
  const left = await db.query<object>({
    text: `select (select count(*)::integer from alerts where monitor_id is null) as alerts,
      (select count(*)::integer from region_states) as states,
      (select array_agg(id) from monitors) as monitors,
      (select depends_on from monitors) as parents`,
  })
  expect(left.rows).toEqual([{ alerts: 101, states: 0, monitors: [heir], parents: ['mon_other'] }])
})

it('many monitors are removed once the verdicts of them that are under way have been written', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const workspaceId = await insertWorkspace(db)
  const ids = await insertMonitors(db, workspaceId, { count: 101 })
  const { rows } = await db.query<{ publicId: string }>({
    text: 'select public_id as "publicId" from monitors',
  })
  const publicIds = rows.map(({ publicId }) => publicId)
  const { removing } = await db.transaction(async (tx) => {
    await lockVerdicts(tx, ids.slice(-1))
    const removal = removeMonitors({ db }, workspaceId, publicIds)
    await untilOneWaits(db)
    const changes = ids.slice(-1).map((monitorId) => ({
      monitorId,
      atMs: Date.now(),
      status: 'down',
      reason: null,
    }))
    await insertStateChanges(tx, changes)
    // Whoever stores results passes over monitors that are locked.
    await db.transaction(async (other) => {
      expect(await lockFreeVerdicts(other, ids)).toMatchObject({ locked: [], busy: ids })
    })
    return { removing: removal }
  })
  expect((await removing).size).toBe(101)
  expect((await db.query({ text: 'select from state_changes' })).rows).toEqual([])
})

it('what many monitors leave behind is removed some at a time: no statement grows with how many they are', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const workspaceId = await insertWorkspace(db)
  const ids = await insertMonitors(db, workspaceId, { count: 1_001 })
  await insertAlerts(db, workspaceId, ids)
  const changed: number[] = []
  const counting: Database = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          async query(statement, values) {
            const result = await tx.query(statement, values)
            if (statement.text.startsWith('update alerts')) changed.push(result.rowCount)
            return result
          },
        }),
      ),
  }
  const { rows } = await db.query<{ publicId: string }>({
    text: 'select public_id as "publicId" from monitors',
  })
  const publicIds = rows.map(({ publicId }) => publicId)
  expect((await removeMonitors({ db: counting }, workspaceId, publicIds)).size).toBe(1_001)
  expect(Math.max(...changed)).toBeLessThanOrEqual(200)
  const left = await db.query<object>({
    text: 'select count(*)::integer as alerts, count(monitor_id)::integer as named from alerts',
  })
  expect(left.rows).toEqual([{ alerts: 1_001, named: 0 }])
})
