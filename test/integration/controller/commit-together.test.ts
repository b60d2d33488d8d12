import { createLogger } from '@sightline/shared/logger'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { NOW, useCommitDatabase } from '../../helpers/commit-database.ts'
import { insertMonitors } from '../../helpers/rows.ts'

const database = useCommitDatabase()
const { aRow, aFailure, commit, ensure } = database

describe('the verdict of committed results', () => {
  it('decides many monitors of many batches at once without locking up', async () => {
    const regions = ['eu-west', 'us-east']
    const ids = await insertMonitors(database.db, database.workspaceId, { count: 200, regions })
    const batches = Array.from({ length: 8 }, (_, batch) =>
      ids
        .toSorted(() => Math.random() - 0.5)
        .flatMap((id) =>
          regions.map((region) =>
            aFailure({ monitorId: id, region, scheduledAtMs: NOW + batch * 60_000 }),
          ),
        ),
    )
    await Promise.all(batches.map(commit))
    const { rows } = await database.db.query<{ status: string; count: number }>(
      { text: 'select status, count(*) from monitor_states where monitor_id = any($1) group by 1' },
      [ids],
    )
    expect(rows).toEqual([{ status: 'down', count: 200 }])
  })

  it('writes in one order, whatever plan the database has for it', async () => {
    const regions = ['eu-west', 'us-east']
    const ids = await insertMonitors(database.db, database.workspaceId, { count: 300, regions })
    // In the tables the last comes first now.
    for (const id of ids.toReversed()) {
      for (const text of [
        'update monitors set name = name where id = $1',
        'update monitor_states set status = status where monitor_id = $1',
      ])
        await database.db.query({ text }, [id])
    }
    await database.db.query({ text: 'analyze monitors, monitor_states' }, [])
    // One looks each monitor up by an index, the other goes through the table.
    const pools = [await openWithout('hashjoin'), await openWithout('nestloop')]
    const conflicts: unknown[] = []
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        pools.map((pool, index) => {
          const slotMs = NOW + (2 * round + index) * 60_000
          const batch = ids.flatMap((id) =>
            regions.map((region) => aRow({ monitorId: id, region, scheduledAtMs: slotMs })),
          )
          return commitResults(telling(pool, conflicts), batch, () => NOW, ensure)
        }),
      )
    }
    expect(conflicts).toEqual([])
  })
})

/** A connection whose statements are planned without their values, one way of joining, and merging. */
async function openWithout(join: string): Promise<Database> {
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of [
    'plan_cache_mode = force_generic_plan',
    'enable_mergejoin = off',
    `enable_${join} = off`,
  ])
    await database.db.query({ text: `alter database ${name} set ${setting}` }, [])
  const pool = openDatabase(database.url, createLogger('test', 'silent'), { max: 1 })
  onTestFinished(pool.close)
  await pool.query({ text: 'select 1' }, [])
  await database.db.query({ text: `alter database ${name} reset all` }, [])
  return pool
}

/** A database that keeps what broke its transactions, which are begun anew. */
function telling(db: Database, conflicts: unknown[]): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        try {
          return await work(tx)
        } catch (error: unknown) {
          conflicts.push(error)
          throw error
        }
      }),
  }
}
