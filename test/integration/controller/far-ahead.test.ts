import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import { JOB_TASKS } from '../../../controller/src/job-list.ts'
import type { JobParts } from '../../../controller/src/job-list.ts'
import { USUAL_RETENTION } from '../../../controller/src/reports/rollups/retention.ts'
import { insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const DAY_MS = 86_400_000
const YEARS_MS = 3 * 365 * DAY_MS

let database: TestDatabase
let parts: JobParts
let nowMs: number

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const log = createLogger('test', 'silent')
  const resultDays = await openResultDays(db, log)
  const retention = USUAL_RETENTION
  // Only what these jobs work with.
  parts = { db, log, resultDays, retention, now: () => nowMs } as Partial<JobParts> as JobParts
  await insertVoters(db, ['eu-west', 'us-east'])
  await resultDays.ensure([Date.now() - 30 * DAY_MS])
  await db.query(
    {
      text: `insert into audit_log (workspace_id, at, person_name, address, action, changes)
        values ($1, now(), 'Ada', '', 'test', '[]')`,
    },
    [await insertWorkspace(db)],
  )
})
afterAll(() => database.close())
beforeEach(() => {
  nowMs = Date.now() + YEARS_MS
})

/** As far off as is told of an agent at most, and beyond a day. */
const OFF_MS = 24 * DAY_MS

const setOffsets = (...offsetsMs: number[]) =>
  database.db.query(
    {
      text: `update agents a set clock_offset_ms = given.ms
        from unnest(array['eu-west', 'us-east'], $1::float8[]) as given (region, ms) where a.region = given.region`,
    },
    [offsetsMs],
  )

async function left(): Promise<{ day: boolean; entries: number }> {
  const day = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  const { rows } = await database.db.query<{ day: boolean; entries: number }>({
    text: `select to_regclass('check_results_${day}') is not null as day,
      (select count(*)::integer from audit_log) as entries`,
  })
  return rows[0] ?? { day: false, entries: 0 }
}

it('nothing is past its time by a clock that is years ahead of those of all agents, and days to come are made', async () => {
  await setOffsets(-OFF_MS, -OFF_MS - 5)
  await JOB_TASKS.maintainResultDays.run(parts)
  await JOB_TASKS.pruneAuditLog.run(parts)
  await JOB_TASKS.cleanRollups.run(parts, {})
  expect(await left()).toEqual({ day: true, entries: 1 })
  const today = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')
  const { rows } = await database.db.query<{ made: boolean }>({
    text: `select to_regclass('check_results_${today}') is not null as made`,
  })
  expect(rows).toEqual([{ made: true }])
  // What is kept from when on is not moved either: reports would pass over it.
  const kept = await database.db.query<{ isMoved: boolean }>({
    text: `select coalesce(bool_or(greatest(results_from, quarters_from, hours_from) > now()), false) as "isMoved" from rollup_progress`,
  })
  expect(kept.rows).toEqual([{ isMoved: false }])
})

it('an agent whose clock agrees is enough for it to go', async () => {
  await setOffsets(-OFF_MS, 40)
  await JOB_TASKS.maintainResultDays.run(parts)
  await JOB_TASKS.pruneAuditLog.run(parts)
  expect(await left()).toEqual({ day: false, entries: 0 })
})
