import { describe, expect, it } from 'vitest'
import { cleanRollups } from '../../../../controller/src/reports/rollups/clean-rollups.ts'
import { readFigures } from '../../../../controller/src/reports/rollups/read-tallies.ts'
import { rollUp } from '../../../../controller/src/reports/rollups/roll-up.ts'
import { calendarGrid } from '../../../../controller/src/reports/rollups/segments.ts'
import { aResult } from '../../../helpers/report-rows.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  NOW,
  PATIENT,
  useRollupDatabase,
} from '../../../helpers/rollup-database.ts'

const database = useRollupDatabase()
const { newMonitors, store, countRows } = database

describe('packed hours', () => {
  const midnight = NOW - (NOW % DAY)
  const readHours = async (monitorId: number, toMs = midnight) => {
    const window = { from: new Date(midnight - 3 * DAY), to: new Date(toMs) }
    const query = { monitorId, ...window, regions: null, grid: calendarGrid('hour', 120) }
    const figures = await readFigures(database.db, query, new Date(NOW))
    return [...figures.values()].reduce((sum, { checks }) => sum + checks, 0)
  }
  const aboutDay = (ago: number, count = 1) =>
    Array.from({ length: count }, (_, index) => midnight - ago * DAY + 9 * HOUR + index * MINUTE)
  const storeAt = (monitorId: number, instants: readonly number[]) =>
    store(instants.map((checkedAtMs) => aResult({ monitorId, checkedAtMs })))
  const forgetHours = () =>
    database.db.query({ text: 'delete from check_rollups where span_minutes = 60' })
  const packed = () => countRows('packed_hours', 'length(figures) > 0')

  it('are read in place of the hours of days that are over', async () => {
    const [monitorId = 0] = await newMonitors()
    await storeAt(monitorId, [...aboutDay(3), ...aboutDay(1, 2), ...aboutDay(0, 4)])
    await rollUp(database.db, NOW, PATIENT)
    expect(await packed()).toBe(2)
    expect(await readHours(monitorId, NOW)).toBe(7)
    await forgetHours()
    expect(await readHours(monitorId)).toBe(3)
  })

  it('are made anew once late results are rolled up, also of days that had none', async () => {
    const [monitorId = 0] = await newMonitors()
    await storeAt(monitorId, aboutDay(3))
    await rollUp(database.db, NOW, PATIENT)
    await storeAt(monitorId, [...aboutDay(3, 3).slice(1), ...aboutDay(2)])
    expect(await readHours(monitorId)).toBe(4)
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('packed_hours', 'figures is null')).toBe(0)
    expect(await packed()).toBe(2)
    await forgetHours()
    expect(await readHours(monitorId)).toBe(4)
  })

  it('are not read once a controller of the version before rolled up late results of theirs', async () => {
    const [monitorId = 0] = await newMonitors()
    await storeAt(monitorId, aboutDay(3))
    await rollUp(database.db, NOW, PATIENT)
    await storeAt(monitorId, aboutDay(3, 2).slice(1))
    const text = `update stale_quarters set is_taken = true`
    await database.db.query({ text })
    expect(await packed()).toBe(1)
    await database.db.query({ text: 'delete from stale_quarters' })
    await database.db.query({
      text: `update check_rollups set checks = 2 where span_minutes = 60`,
    })
    expect(await packed()).toBe(0)
    expect(await readHours(monitorId)).toBe(2)
  })

  it('wait until all else is rolled up, and go on from monitor to monitor', async () => {
    const ids = await newMonitors(60)
    for (const id of ids) await storeAt(id, aboutDay(1))
    await rollUp(database.db, midnight - DAY, PATIENT)
    await rollUp(database.db, NOW, -1)
    expect(await countRows('packed_hours', `day_at >= '2026-03-09'`)).toBe(0)
    await Promise.all([1, 2].map(() => rollUp(database.db, NOW, PATIENT)))
    await rollUp(database.db, NOW, PATIENT)
    expect(await packed()).toBe(60)
  })

  it('go with their time, and with their monitor', async () => {
    // The last has no checks.
    const [first = 0, second = 0] = await newMonitors(3)
    await storeAt(first, aboutDay(1))
    await storeAt(second, aboutDay(1))
    await rollUp(database.db, NOW, PATIENT)
    expect(await packed()).toBe(2)
    await database.db.query({ text: 'delete from monitors where id = $1' }, [second])
    await cleanRollups(database.db, NOW + 60 * DAY, 0, PATIENT)
    expect(await packed()).toBe(1)
    await cleanRollups(database.db, NOW + 63 * DAY, 0, PATIENT)
    expect(await countRows('packed_hours')).toBe(0)
  })

  it('are not made of days before anybody had a monitor, nor of monitors that were made since', async () => {
    const [old = 0, fresh = 0] = await newMonitors(2)
    const madeAt = (id: number, atMs: number) =>
      database.db.query({ text: 'update monitors set created_at = $2 where id = $1' }, [
        id,
        new Date(atMs),
      ])
    await madeAt(old, midnight - 2 * DAY + HOUR)
    await madeAt(fresh, midnight + HOUR)
    await storeAt(old, aboutDay(1))
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('packed_hours')).toBe(2)
    expect(await countRows('packed_hours', `monitor_id = ${fresh}`)).toBe(0)
    await rollUp(database.db, NOW + DAY, PATIENT)
    expect(await countRows('packed_hours')).toBe(4)
    expect(await countRows('packed_hours', `monitor_id = ${fresh}`)).toBe(1)
  })
})
