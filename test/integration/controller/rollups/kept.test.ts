import { createLogger } from '@sightline/shared/logger'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openResultDays } from '../../../../controller/src/db/partitions.ts'
import { readRollupState } from '../../../../controller/src/db/rollup-reads.ts'
import { cleanRollups } from '../../../../controller/src/reports/rollups/clean-rollups.ts'
import { readTallies } from '../../../../controller/src/reports/rollups/read-tallies.ts'
import { rollUp } from '../../../../controller/src/reports/rollups/roll-up.ts'
import { aResult } from '../../../helpers/report-rows.ts'
import { DAY, HOUR, NOW, PATIENT, useRollupDatabase } from '../../../helpers/rollup-database.ts'

const database = useRollupDatabase()
const { newMonitors, store, countRows } = database

describe('cleaning rollups', () => {
  it('removes what is past its time, and all of monitors that are gone', async () => {
    const ids = await newMonitors(3)
    await store(
      ids.flatMap((monitorId) => [
        aResult({ monitorId, checkedAtMs: NOW - 2 * DAY }),
        aResult({ monitorId, checkedAtMs: NOW - 26 * HOUR }),
      ]),
    )
    await rollUp(database.db, NOW, PATIENT)
    await database.db.query({ text: 'delete from monitors where id = $1' }, [ids[1]])
    const spans = async () =>
      Promise.all(
        [15, 60, 1_440].map((span) => countRows('check_rollups', `span_minutes = ${span}`)),
      )
    expect(await spans()).toEqual([6, 6, 6])
    expect(await cleanRollups(database.db, NOW, 0, -1)).toBe(0)
    expect(await cleanRollups(database.db, NOW, 0, PATIENT)).toBeNull()
    expect(await spans()).toEqual([4, 4, 4])
    // The day 400 days later is the last that still has the older one's quarter.
    await cleanRollups(database.db, NOW + 398 * DAY, 0, PATIENT)
    expect(await spans()).toEqual([4, 4, 4])
    await cleanRollups(database.db, NOW + 399 * DAY, 0, PATIENT)
    expect(await spans()).toEqual([2, 4, 4])
    await cleanRollups(database.db, NOW + 1_131 * DAY, 0, PATIENT)
    expect(await spans()).toEqual([0, 0, 4])
  })
})

describe('what is kept', () => {
  const readKept = async () => {
    const { kept } = await readRollupState(database.db, {
      monitorId: 1,
      from: new Date(NOW),
      to: new Date(NOW),
    })
    return kept
  }
  const midnight = NOW - (NOW % DAY)
  const ago = (days: number) => new Date(midnight - days * DAY)

  it('is what was set, and does not come back when more is to be kept', async () => {
    const unset = { results: null, quarters: null, hours: null }
    onTestFinished(async () => {
      const text =
        'update rollup_progress set results_from = null, quarters_from = null, hours_from = null'
      await database.db.query({ text })
    })
    const days = await openResultDays(database.db, createLogger('test', 'silent'))
    await days.ensure([40, 55, 70].map((age) => midnight - age * DAY))
    const [monitorId = 0] = await newMonitors(1, NOW - 100 * DAY)
    const noon = midnight + DAY / 2
    const oldMs = noon - 55 * DAY
    await store([40, 55, 70].map((age) => aResult({ monitorId, checkedAtMs: noon - age * DAY })))
    await rollUp(database.db, NOW, PATIENT)
    await cleanRollups(database.db, NOW, 0, PATIENT)
    expect(await readKept()).toEqual(unset)
    const spans = () =>
      Promise.all(
        [15, 60, 1_440].map((span) =>
          countRows('check_rollups', `span_minutes = ${span} and monitor_id = ${monitorId}`),
        ),
      )
    const whole = await spans()

    const short = { results: 40, quarters: 50, hours: 60 }
    await cleanRollups(database.db, NOW, 0, PATIENT, short)
    const kept = { results: ago(40), quarters: ago(50), hours: ago(60) }
    expect(await readKept()).toEqual(kept)
    expect(await spans()).toEqual(whole.map((count, place) => count - 2 + place))
    await cleanRollups(database.db, NOW, 0, PATIENT)
    expect(await readKept()).toEqual(kept)

    // The quarter is gone: its hour tells of it.
    const tallies = await readTallies(
      database.db,
      {
        monitorId,
        from: new Date(oldMs - HOUR),
        to: new Date(oldMs + HOUR),
        regions: null,
        grid: null,
        byRegion: false,
        withHistograms: false,
      },
      new Date(NOW),
    )
    expect(tallies.map(({ checks }) => checks)).toEqual([1])
  })
})
