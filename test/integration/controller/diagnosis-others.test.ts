import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  areManySuspected,
  readNeighbours,
  readUnrelatedHosts,
} from '../../../controller/src/db/diagnosis-others.ts'
import type { Database, Queryable } from '../../../controller/src/db/pool.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW_MS = Date.parse('2026-03-10T12:00:00.000Z')
const MANY = 300
const REGIONS = ['eu-west', 'us-east']

let database: TestDatabase
let db: Database
let own: { readonly workspaceId: number; readonly ids: readonly number[] }
let others: readonly number[]
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  const workspaceId = await insertWorkspace(db)
  own = {
    workspaceId,
    ids: await insertMonitors(db, workspaceId, { count: 4, regions: REGIONS, status: 'up' }),
  }
  const other = await insertWorkspace(db)
  others = await insertMonitors(db, other, { count: MANY, regions: REGIONS, status: 'up' })
  await db.query({ text: `update monitors set host = 'h' || id || '.example'` })
  await fail(own.ids.slice(0, 3))
})
afterAll(() => database.close())

/** Has monitors fail in eu-west, and pass in us-east, with an outage each. */
async function fail(ids: readonly number[]): Promise<void> {
  const values = [ids, NOW_MS]
  await db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status, cause)
        select id, region, at, at, case region when 'eu-west' then 'down' else 'up' end, 'timeout'
        from unnest($1::integer[]) id, unnest('{eu-west,us-east}'::text[]) region, to_timestamp($2::float8 / 1000) at`,
    },
    values,
  )
  await db.query(
    {
      text: `insert into outages (public_id, monitor_id, scope, started_at, confirmed_at, regions, cause, summary)
        select 'out_' || id, id, 'global', at, at, '{eu-west}', 'timeout', 'No answer.'
        from unnest($1::integer[]) id, to_timestamp($2::float8 / 1000) at`,
    },
    values,
  )
  await db.query({ text: `update monitor_states set status = 'down' where monitor_id = any($1)` }, [
    ids,
  ])
}

async function asked(queryable: Queryable = db) {
  const isCrowd = await areManySuspected(db, own.workspaceId)
  const { workspaceId } = own
  const [monitorId = 0] = own.ids
  const span = { fromMs: NOW_MS - 1_000, toMs: NOW_MS + 1_000 }
  const host = `h${monitorId}.example`
  const sinceMs = NOW_MS - 1_000
  return [
    await readNeighbours(queryable, { workspaceId, monitorId, parents: [], ...span, isCrowd }),
    await readUnrelatedHosts(queryable, {
      workspaceId,
      host,
      regions: ['eu-west'],
      sinceMs,
      isCrowd,
    }),
  ]
}

/** Explains the statements by doing them. */
function explaining(): { readonly queryable: Queryable; readonly plans: string[] } {
  const plans: string[] = []
  const query: Queryable['query'] = async (statement, values) => {
    const { rows } = await db.query<Record<string, string>>(
      { text: `explain (analyze, timing off, buffers off, summary off) ${statement.text}` },
      values,
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return { rows: [], rowCount: 0 }
  }
  return { queryable: { query }, plans }
}

it('what others of a workspace tell is found among its own when very many of all workspaces fail, and is the same', async () => {
  expect(await areManySuspected(db, own.workspaceId)).toBe(false)
  const before = await asked()
  expect(before.map((rows) => rows.map(({ host }) => host))).toEqual([
    [`h${own.ids[1]}.example`, `h${own.ids[2]}.example`],
    [`h${own.ids[1]}.example`, `h${own.ids[2]}.example`],
  ])
  await fail(others)
  await db.query({ text: 'vacuum analyze' })
  expect(await areManySuspected(db, own.workspaceId)).toBe(true)
  expect(await asked()).toEqual(before)
  const { queryable, plans } = explaining()
  await asked(queryable)
  expect(plans).toHaveLength(2)
  // None of the others is read for its state or its outage.
  const MANY_READ = /on (outages|monitor_states|monitors)\b.*actual rows=\d{3,}/
  for (const plan of plans) expect(plan).not.toMatch(MANY_READ)
})
