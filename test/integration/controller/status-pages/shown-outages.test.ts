import { afterAll, beforeAll, expect, it } from 'vitest'
import { readShownOutages } from '../../../../controller/src/db/status-page-reads.ts'
import {
  MAX_OUTAGES,
  readOutages,
} from '../../../../controller/src/status-pages/shown/read-happenings.ts'
import { insertMonitors, insertWorkspace } from '../../../helpers/rows.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

const SINCE = new Date('2026-06-01T00:00:00Z')
const OLD = 3_000

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Adds a monitor that was down for a minute each hour until some days before. @returns its number */
async function addWorn(): Promise<number> {
  const { db } = database
  const [id = 0] = await insertMonitors(db, await insertWorkspace(db))
  await db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary)
        select 'out_' || $1 || '_' || n, $1::integer, at, at, at + interval '1 minute', 'global', '{eu-west}', 'timeout', ''
        from generate_series(1, $2::integer) n
        cross join lateral (select timestamptz '2026-01-01' + n * interval '1 hour' as at) made`,
    },
    [id, OLD],
  )
  return id
}

async function addOutage(monitorId: number, id: string, from: string, to: string | null) {
  await database.db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary)
        values ($2, $1, $3, $3, $4, 'global', '{eu-west}', 'timeout', '')`,
    },
    [monitorId, id, from, to],
  )
}

it('those that are still shown are found without passing over all there ever were', async () => {
  const lasting = await addWorn()
  await addOutage(lasting, 'out_lasting', '2026-05-28T00:00:00Z', null)
  const ended = await addWorn()
  await addOutage(ended, 'out_into', '2026-05-30T00:00:00Z', '2026-06-02T00:00:00Z')
  await addOutage(ended, 'out_later', '2026-06-10T00:00:00Z', '2026-06-10T01:00:00Z')
  const quiet = await addWorn()
  await database.db.query({ text: 'vacuum analyze outages' })
  const { found, looked } = await database.db.transaction(async (tx) => {
    const question = {
      text: `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relname = 'outages'`,
    }
    const look = async () => (await tx.query<{ rows: number }>(question)).rows[0]?.rows ?? 0
    const before = await look()
    const rows = await readShownOutages(tx, [lasting, ended, quiet], SINCE, 100)
    return { found: rows.map(({ publicId }) => publicId), looked: (await look()) - before }
  })
  expect(found).toEqual(['out_lasting', 'out_later', 'out_into'])
  expect(looked).toBeLessThan(50)
})

it('what is down while it is worked on takes the place of no other', async () => {
  const { db } = database
  const worked = await insertMonitors(db, await insertWorkspace(db), { count: MAX_OUTAGES })
  for (const [index, id] of worked.entries()) {
    await addOutage(id, `out_worked_${index}`, '2026-06-20T00:00:00Z', null)
  }
  const [other = 0] = await insertMonitors(db, await insertWorkspace(db))
  await addOutage(other, 'out_over', '2026-06-10T00:00:00Z', '2026-06-10T01:00:00Z')
  await addOutage(other, 'out_on', '2026-06-12T00:00:00Z', null)
  const found = await readOutages(
    db,
    [...worked, other].map((monitorId) => ({
      id: `cmp_${monitorId}`,
      monitorId,
      monitorPublicId: `mon_${monitorId}`,
      name: `Service ${monitorId}`,
      description: '',
      group: null,
      status: monitorId === other ? 'down' : 'maintenance',
      since: SINCE,
      inMaintenance: monitorId !== other,
    })),
    new Date('2026-06-21T00:00:00Z'),
  )
  expect(found.map(({ id }) => id)).toEqual(['out_on', 'out_over'])
})
