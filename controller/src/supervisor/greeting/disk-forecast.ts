import type { MonitoredLoad } from '../../db/monitored-load.ts'
import type { Retention } from '../../reports/rollups/retention.ts'

/** Bytes on disk of a row with its share of indexes, on plain PostgreSQL (docs/operating.md, "Disk"): of checks every minute;
 *  quarters, hours and days of fewer checks are up to a third smaller, their histograms being so. */
const ROW_BYTES = { result: 195, quarter: 320, hour: 390, day: 980 }

const QUARTERS_A_DAY = 96
const HOURS_A_DAY = 24

/** Days of UTC are kept for ever; reports look back as far. */
const DAYS_LOOKED_AT = 1_130

/** The write-ahead log (max_wal_size), and what else is on the disk of the data folder. */
const BESIDE_BYTES = 2e9

/** Bytes the history of what is monitored now comes to once it is as old as it is kept. Pure. */
export function forecastBytes(
  { checksADay, series }: Pick<MonitoredLoad, 'checksADay' | 'series'>,
  retention: Retention,
): number {
  // A quarter or an hour without a check has no row.
  const quarters = Math.min(checksADay, series * QUARTERS_A_DAY)
  const hours = Math.min(checksADay, series * HOURS_A_DAY)
  return (
    checksADay * ROW_BYTES.result * retention.results +
    quarters * ROW_BYTES.quarter * retention.quarters +
    hours * ROW_BYTES.hour * retention.hours +
    series * ROW_BYTES.day * DAYS_LOOKED_AT
  )
}

/** What is told at the start when a disk would not hold what is to be kept; null when it would. Pure.
 *  @param freeBytes of the disk, beside what the database has already */
export function diskWarning(
  load: MonitoredLoad,
  retention: Retention,
  freeBytes: number,
): string | null {
  const needed = forecastBytes(load, retention)
  const room = Math.max(0, freeBytes + load.usedBytes - BESIDE_BYTES)
  if (needed <= room) return null
  return `The disk has room for ${gigabytes(room)} of history, and what is monitored now comes to ${gigabytes(needed)} once it is as old as it is kept (results ${retention.results} days, quarters ${retention.quarters}, hours ${retention.hours}): make room, or keep less (SIGHTLINE_RESULT_RETENTION_DAYS)`
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
}
