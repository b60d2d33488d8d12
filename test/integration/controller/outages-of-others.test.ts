import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Queryable } from '../../../controller/src/db/pool.ts'
import { fillOutageWorkspaces } from '../../../controller/src/db/outages.ts'
import {
  listWorkspaceOutages,
  readRecentOutages,
} from '../../../controller/src/db/workspace-outages.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const OF_OTHERS = 40_000
const FROM = new Date('2026-01-01T00:00:00Z')
const TO = new Date('2026-12-01T00:00:00Z')

let database: TestDatabase
let workspaceId: number
/** One with as many monitors as the others, whose outages are all old. */
let agedId: number

/** Outages of some monitors, one after the other, each second one. */
async function insertOutages(monitorIds: readonly number[], count: number, from: Date) {
  await database.db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary)
        select 'out_' || id || '_' || n, id, at, at, at + interval '1 s', 'global', '{eu-west}', 'timeout', 'It is slow.'
        from generate_series(1, $2::integer) n
        cross join lateral (
          select ($1::integer[])[1 + n % cardinality($1)] as id, $3::timestamptz + n * interval '1 s' as at
        ) made`,
    },
    [monitorIds, count, from],
  )
}

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const others = await insertMonitors(db, await insertWorkspace(db), { count: 8_000 })
  workspaceId = await insertWorkspace(db)
  const own = await insertMonitors(db, workspaceId, { count: 100 })
  await insertOutages(own, 3, new Date('2026-02-01T00:00:00Z'))
  agedId = await insertWorkspace(db)
  const aged = await insertMonitors(db, agedId, { count: 8_000 })
  await insertOutages(aged, 8_000, new Date('2026-02-01T00:00:00Z'))
  await insertOutages(others, OF_OTHERS, new Date('2026-03-01T00:00:00Z'))
  await db.query({ text: 'vacuum analyze' })
})
afterAll(() => database.close())

/** What work finds, as the seconds at which outages began, and how many outages it looks at. */
function lookAt(
  work: (tx: Queryable) => Promise<readonly { readonly startedAt: Date }[]>,
): Promise<{ readonly seconds: readonly number[]; readonly rows: number }> {
  const question = {
    text: `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname = 'outages'`,
  }
  return database.db.transaction(async (tx) => {
    const before = (await tx.query<{ rows: number }>(question)).rows[0]?.rows ?? 0
    const found = await work(tx)
    const after = (await tx.query<{ rows: number }>(question)).rows[0]?.rows ?? 0
    return {
      seconds: found.map(({ startedAt }) => startedAt.getUTCSeconds()),
      rows: after - before,
    }
  })
}

it('finds the few latest outages of a workspace without passing over all of others', async () => {
  const { seconds, rows } = await lookAt((tx) => readRecentOutages(tx, workspaceId, 10))
  expect(seconds).toEqual([3, 2, 1])
  expect(rows).toBeLessThan(3_000)
})

it('finds a page of the few outages of a time without passing over all of others', async () => {
  const filter = { isOpen: null, monitorId: null, from: FROM, to: TO }
  const page = { limit: 2, offset: 0 }
  const { seconds, rows } = await lookAt(
    async (tx) => (await listWorkspaceOutages(tx, workspaceId, filter, page)).outages,
  )
  expect(seconds).toEqual([3, 2])
  expect(rows).toBeLessThan(3_000)
})

it('finds the latest of a workspace of many monitors whose outages are all old by looking at these alone', async () => {
  const { seconds, rows } = await lookAt((tx) => readRecentOutages(tx, agedId, 3))
  expect(seconds).toEqual([20, 19, 18])
  expect(rows).toBeLessThan(10)
})

it('finds a page of them without reading all there are', async () => {
  const filter = { isOpen: null, monitorId: null, from: FROM, to: TO }
  const { seconds, rows } = await lookAt(
    async (tx) => (await listWorkspaceOutages(tx, agedId, filter, { limit: 3, offset: 2 })).outages,
  )
  expect(seconds).toEqual([18, 17, 16])
  // Besides those that are counted, in an index.
  expect(rows).toBeLessThan(8_000 + 50)
})

it('finds the same while it is not known whose outages are, and once it is, which nobody is told of', async () => {
  const { db } = database
  const told = await hearLive()
  const filter = { isOpen: null, monitorId: null, from: FROM, to: TO }
  const look = async () => [
    await readRecentOutages(db, agedId, 5),
    await listWorkspaceOutages(db, agedId, filter, { limit: 5, offset: 7_000 }),
    await listWorkspaceOutages(
      db,
      workspaceId,
      { ...filter, isOpen: false },
      { limit: 5, offset: 1 },
    ),
  ]
  const before = await look()
  const monitors = 'select id from monitors where workspace_id = any($1)'
  await db.query(
    { text: `update outages set workspace_id = null where monitor_id in (${monitors})` },
    [[agedId, workspaceId]],
  )
  expect(await look()).toEqual(before)
  told.length = 0
  expect(await fillOutageWorkspaces(db, 3_000)).toBe(3_000)
  expect(await look()).toEqual(before)
  expect(await fillOutageWorkspaces(db, 10_000)).toBe(5_003)
  expect(await fillOutageWorkspaces(db, 10_000)).toBe(0)
  expect(await look()).toEqual(before)
  // What is told comes in order: with the end of one outage all before it is there.
  await db.query({
    text: `update outages set ended_at = null where id = (select min(id) from outages)`,
  })
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(told).toEqual([expect.stringMatching(/^outage \d+ changed \d+$/)])
})

/** What is told at once to all who follow a workspace, from now on. */
async function hearLive(): Promise<string[]> {
  const told: string[] = []
  const client = new Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())
  client.on('notification', ({ payload = '' }) => told.push(payload))
  await client.query('listen live')
  return told
}
