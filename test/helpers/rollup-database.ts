import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../controller/src/db/results.ts'
import { storeResults } from '../../controller/src/db/results.ts'
import { latestOfRegions, orderedByKey } from '../../controller/src/ingest/result-row.ts'
import { forgetRollups, setCreatedAt } from './report-rows.ts'
import { insertMonitors, insertWorkspace } from './rows.ts'
import type { TestDatabase } from './test-database.ts'
import { openTestDatabase } from './test-database.ts'

export const NOW = Date.parse('2026-03-10T12:07:31.250Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const REGIONS = ['ap-south', 'eu-west', 'us-east']
export const PATIENT = Number.POSITIVE_INFINITY

/** A database in which nothing is rolled up at the beginning of each test, a week of results may be stored before NOW, and
 *  the monitors of one workspace. */
export interface RollupDatabase {
  readonly db: Database
  readonly newMonitors: (count?: number, createdMs?: number) => Promise<number[]>
  readonly store: (results: readonly IncomingResult[]) => Promise<void>
  readonly countRows: (table: string, where?: string) => Promise<number>
}

/** Opens it for the tests of a file, and closes it after them. */
export function useRollupDatabase(): RollupDatabase {
  let database: TestDatabase
  let workspaceId: number

  beforeAll(async () => {
    database = await openTestDatabase()
    workspaceId = await insertWorkspace(database.db)
    const days = await openResultDays(database.db, createLogger('test', 'silent'))
    await days.ensure(Array.from({ length: 7 }, (_, daysAgo) => NOW + DAY - daysAgo * DAY))
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.query({ text: 'delete from monitors' })
    await forgetRollups(database.db)
  })

  async function newMonitors(count = 1, createdMs = NOW - 5 * DAY): Promise<number[]> {
    const ids = await insertMonitors(database.db, workspaceId, { count, regions: REGIONS })
    await setCreatedAt(database.db, ids, new Date(createdMs))
    return ids
  }

  async function store(results: readonly IncomingResult[]): Promise<void> {
    if (results.length === 0) return
    const rows = orderedByKey(results)
    await storeResults(
      database.db,
      rows,
      latestOfRegions(rows, () => true),
    )
  }

  async function countRows(table: string, where = 'true'): Promise<number> {
    const { rows } = await database.db.query<{ count: number }>({
      text: `select count(*) as count from ${table} where ${where}`,
    })
    return rows[0]?.count ?? 0
  }

  return {
    get db() {
      return database.db
    },
    newMonitors,
    store,
    countRows,
  }
}
