import { describe, expect, it } from 'vitest'
import {
  askForLocalDays,
  findLocalDays,
  forgetLocalDays,
} from '../../../../controller/src/db/local-days.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { cleanRollups } from '../../../../controller/src/reports/rollups/clean-rollups.ts'
import { readTallies } from '../../../../controller/src/reports/rollups/read-tallies.ts'
import { rollUp } from '../../../../controller/src/reports/rollups/roll-up.ts'
import { calendarGrid } from '../../../../controller/src/reports/rollups/segments.ts'
import type { Tally } from '../../../../controller/src/reports/rollups/tally.ts'
import { aResult } from '../../../helpers/report-rows.ts'
import { DAY, HOUR, NOW, PATIENT, useRollupDatabase } from '../../../helpers/rollup-database.ts'

const database = useRollupDatabase()
const { newMonitors, store, countRows } = database

/** Has days of local times kept, minutes ahead of UTC. */
async function askFor(monitorId: number, localTimes: readonly number[], at = NOW): Promise<void> {
  for (const offsetMinutes of localTimes) {
    await askForLocalDays(database.db, { monitorId, offsetMinutes }, new Date(at), {
      ofMonitor: 4,
      ofWorkspace: 500,
    })
  }
}

describe('days of local times', () => {
  /** In their order: tallies come in any. */
  const readDays = async (monitorId: number, days: number, offset: number, db = database.db) => {
    const tallies = await readTallies(
      db,
      {
        monitorId,
        from: new Date(NOW - days * DAY),
        to: new Date(NOW),
        regions: null,
        grid: calendarGrid('day', offset),
        byRegion: false,
        withHistograms: true,
      },
      new Date(NOW),
    )
    return tallies.toSorted((a, b) => a.bucket - b.bucket)
  }
  /** Days that begin when those of +05:30 do. */
  const LOCAL_DAYS = `span_minutes = 1440 and start_at::time = '18:30'`

  it('are rolled up once a long report asks for them, and give what it had without', async () => {
    const [monitorId = 0] = await newMonitors(1, NOW - 100 * DAY)
    await store(
      Array.from({ length: 90 }, (_, n) => aResult({ monitorId, checkedAtMs: NOW - n * HOUR })),
    )
    await rollUp(database.db, NOW, PATIENT)
    expect(await readDays(monitorId, 5, 330)).toHaveLength(4)
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('local_days')).toBe(0)
    const before = await readDays(monitorId, 92, 330)
    expect(await rollUp(database.db, NOW, -1)).toBe(false)
    expect(await rollUp(database.db, NOW, PATIENT)).toBe(true)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(3)
    // What the hours and quarters say no longer counts: it was read from the days.
    await database.db.query({ text: 'update check_rollups set up = 7 where span_minutes = 60' })
    const after = await readDays(monitorId, 92, 330)
    expect(after.slice(0, 3).map(countsOf)).toEqual(before.slice(0, 3).map(countsOf))
  })

  it('follow results that come late', async () => {
    const [monitorId = 0] = await newMonitors()
    const hours = (from: number) =>
      Array.from({ length: 30 }, (_, n) =>
        aResult({ monitorId, checkedAtMs: NOW - (from + 3 * n) * HOUR }),
      )
    await store(hours(1))
    await askFor(monitorId, [330, 60])
    await rollUp(database.db, NOW, PATIENT)
    const checks = async (offset: number) =>
      (await readDays(monitorId, 5, offset)).reduce((sum, tally) => sum + tally.checks, 0)
    expect([await checks(330), await checks(60)]).toEqual([30, 30])
    await store(hours(2))
    expect([await checks(330), await checks(60)]).toEqual([60, 60])
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('stale_quarters')).toBe(0)
    expect([await checks(330), await checks(60)]).toEqual([60, 60])
  })

  it('are kept of four zones at most, and no longer than somebody asks for them', async () => {
    const [monitorId = 0, gone = 0] = await newMonitors(2, NOW - 4 * DAY)
    await store([monitorId, gone].map((id) => aResult({ monitorId: id, checkedAtMs: NOW - DAY })))
    await rollUp(database.db, NOW, PATIENT)
    for (const offset of [60, 120, 180, 330, 240]) await readDays(monitorId, 40, offset)
    expect(await findLocalDays(database.db, { monitorId, offsetMinutes: 330 })).not.toBeNull()
    expect(await findLocalDays(database.db, { monitorId, offsetMinutes: 240 })).toBeNull()
    await readDays(gone, 40, 330)
    await rollUp(database.db, NOW, PATIENT)
    await database.db.query({ text: 'delete from monitors where id = $1' }, [gone])
    await askFor(monitorId, [330], NOW + 2 * DAY)
    await cleanRollups(database.db, NOW + 30.5 * DAY, 0, PATIENT)
    expect(await countRows('local_days')).toBe(1)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(1)
    expect(await countRows('check_rollups', 'span_minutes = 1440')).toBe(2)
  })

  it('are kept of so many in a workspace, those asked for last', async () => {
    const [first = 0, second = 0, third = 0] = await newMonitors(3)
    const ask = (monitorId: number, at: number) =>
      askForLocalDays(database.db, { monitorId, offsetMinutes: 330 }, new Date(at), {
        ofMonitor: 4,
        ofWorkspace: 2,
      })
    expect(await ask(first, NOW)).not.toBeNull()
    expect(await ask(second, NOW + 1)).not.toBeNull()
    expect(await ask(third, NOW + 2)).toBeNull()
    expect(await ask(first, NOW + 3)).not.toBeNull()
    await database.db.transaction((tx) => forgetLocalDays(tx, new Date(NOW), 1))
    expect(await countRows('local_days', `monitor_id = ${first}`)).toBe(1)
    expect(await countRows('local_days')).toBe(1)
    expect(await ask(third, NOW + 4)).not.toBeNull()
  })

  it('are told whole where they are forgotten while a report is read', async () => {
    const [monitorId = 0] = await newMonitors(1, NOW - 100 * DAY)
    await store(
      Array.from({ length: 90 }, (_, n) => aResult({ monitorId, checkedAtMs: NOW - n * HOUR })),
    )
    await rollUp(database.db, NOW, PATIENT)
    const before = await readDays(monitorId, 92, 330)
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(3)
    let isForgotten = false
    const db: Database = {
      ...database.db,
      async query(statement, values) {
        const result = await database.db.query(statement, values)
        if (statement.text.includes('from local_days') && !isForgotten) {
          isForgotten = true
          await forgetLocalDays(database.db, new Date(NOW + DAY), 0)
        }
        return result
      },
    }
    const after = await readDays(monitorId, 92, 330, db)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(0)
    expect(after.map(countsOf)).toEqual(before.map(countsOf))
  })
})

function countsOf({ bucket, checks, up, responseSumMs }: Tally) {
  return { bucket, checks, up, responseSumMs }
}
