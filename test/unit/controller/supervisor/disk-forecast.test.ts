import { describe, expect, it } from 'vitest'
import { USUAL_RETENTION } from '../../../../controller/src/reports/rollups/retention.ts'
import {
  diskWarning,
  forecastBytes,
} from '../../../../controller/src/supervisor/greeting/disk-forecast.ts'

/** A hundred monitors, each minute from three regions. */
const LOAD = { checksADay: 100 * 3 * 1_440, series: 300, usedBytes: 1e9 }

describe('the disk that history takes', () => {
  it('is what the README says: 0.4 GB for a monitor each minute from three regions', () => {
    expect(forecastBytes(LOAD, USUAL_RETENTION) / 100).toBeGreaterThan(0.4e9)
    expect(forecastBytes(LOAD, USUAL_RETENTION) / 100).toBeLessThan(0.42e9)
  })

  it('has no quarters and hours in which nothing was checked', () => {
    const rare = { checksADay: 4, series: 1 }
    const often = { checksADay: 1_440, series: 1 }
    expect(forecastBytes(often, USUAL_RETENTION)).toBeGreaterThan(
      20 * forecastBytes(rare, USUAL_RETENTION),
    )
  })

  it('is warned of with what to do when the disk is too small, what is there counted', () => {
    expect(diskWarning(LOAD, USUAL_RETENTION, 100e9)).toBeNull()
    expect(diskWarning(LOAD, USUAL_RETENTION, 10e9)).toMatch(
      /^The disk has room for 9\.0 GB of history, and what is monitored now comes to 41 GB .*RESULT_RETENTION_DAYS/,
    )
    expect(diskWarning({ ...LOAD, usedBytes: 35e9 }, USUAL_RETENTION, 10e9)).toBeNull()
    const short = { ...USUAL_RETENTION, results: 40, quarters: 40 }
    expect(diskWarning(LOAD, short, 10e9)).toBeNull()
    expect(diskWarning({ checksADay: 0, series: 0, usedBytes: 0 }, short, 0)).toBeNull()
  })
})
