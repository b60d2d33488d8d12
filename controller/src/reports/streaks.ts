import type { Database, Queryable } from '../db/pool.ts'
import type { FailureRow } from '../db/probe-reads.ts'
import { readFailures } from '../db/probe-reads.ts'
import type { FailureCountRow } from '../db/rollup-reads.ts'
import { readFailureCounts } from './rollups/read-tallies.ts'
import { bucketAt, bucketStart, calendarGrid } from './rollups/segments.ts'
import { DAY_MS, KEPT_DAYS, RESULTS_AHEAD_MS } from './rollups/spans.ts'

/** The failures of one region since its last good result. */
export type Streak = Pick<FailureRow, 'isFailing' | 'failures' | 'since'>

export const NO_STREAK: Streak = { isFailing: false, failures: 0, since: null }

/** How far back the beginning of a failure is looked for, in steps: most are young. Thirty days are a row each, and
 *  read as fast as two. */
const LOOK_BACK_DAYS = [30, KEPT_DAYS[15]]

/** Where checks came to nothing for this long, as where no agent can do them, no failure is going on
 *  that an older result could have begun. */
const SILENT_DAYS = 30

const GRID = calendarGrid('day', 0)

/** What a region's checks of one UTC day say about failures. */
type DayTally = Omit<FailureCountRow, 'region'>

/** Failures that are not over, by region. Days are told apart by their rollups, and only the raw results
 *  of two of them are read: of the last good result, and of the first failure after it.
 *  @param suspects regions whose newest result is no good one, with that result's status */
export async function readStreaks(
  db: Database,
  monitor: { readonly id: number; readonly createdAt: Date },
  suspects: ReadonlyMap<string, string>,
  now: Date,
): Promise<ReadonlyMap<string, Streak>> {
  const streaks = new Map<string, Streak>()
  let open = [...suspects.keys()]
  const days = new Map<string, DayTally[]>()
  let to = new Date(now.getTime() + RESULTS_AHEAD_MS)
  for (const lookBackDays of LOOK_BACK_DAYS) {
    const from = new Date(bucketStart(GRID, bucketAt(GRID, now.getTime()) - lookBackDays))
    if (open.length === 0 || to < monitor.createdAt) break
    const asked = { monitorId: monitor.id, from, to, regions: open, grid: GRID }
    const rows = await readFailureCounts(db, asked, now)
    for (const region of open) {
      const older = wholeDays(rows.filter((row) => row.region === region))
      days.set(region, [...older, ...(days.get(region) ?? [])])
    }
    open = open.filter((region) => {
      const known = days.get(region) ?? []
      const isSilent =
        suspects.get(region) === 'unknown' &&
        lookBackDays >= SILENT_DAYS &&
        known.every((day) => day.down === 0)
      return !isSilent && !known.some(hasGood)
    })
    to = from
  }
  for (const [region, known] of days) {
    streaks.set(region, await resolveStreak(db, monitor.id, region, known))
  }
  return streaks
}

/** Days oldest first, each put together of its rows. */
function wholeDays(rows: readonly DayTally[]): DayTally[] {
  const days = new Map<number, DayTally>()
  for (const row of rows) {
    const known = days.get(row.bucket)
    days.set(row.bucket, known === undefined ? row : addDays(known, row))
  }
  return [...days.values()].sort((a, b) => a.bucket - b.bucket)
}

function addDays(a: DayTally, b: DayTally): DayTally {
  return {
    bucket: a.bucket,
    up: a.up + b.up,
    degraded: a.degraded + b.degraded,
    down: a.down + b.down,
    failures: a.failures + b.failures,
  }
}

function hasGood(day: DayTally): boolean {
  return day.up + day.degraded > 0
}

/** A streak and the part of it that an older span holds. */
export function joinStreaks(newer: Streak, older: Streak): Streak {
  return {
    isFailing: newer.isFailing || older.isFailing,
    failures: newer.failures + older.failures,
    since: older.since ?? newer.since,
  }
}

/** @param days oldest first; days without checks may be missing */
async function resolveStreak(
  db: Queryable,
  monitorId: number,
  region: string,
  days: readonly DayTally[],
): Promise<Streak> {
  const readDay = async (day: DayTally): Promise<Streak> => {
    const from = new Date(bucketStart(GRID, day.bucket))
    const to = new Date(from.getTime() + DAY_MS)
    const rows = await readFailures(db, { monitorId, regions: [region], from, to })
    return rows[0] ?? NO_STREAK
  }
  const goodIndex = days.findLastIndex(hasGood)
  const goodDay = days[goodIndex]
  const older = goodDay === undefined ? NO_STREAK : await readDay(goodDay)
  const failing = days.slice(goodIndex + 1).filter((day) => day.down > 0)
  const first = older.since === null ? failing.find((day) => day.failures > 0) : undefined
  const newer: Streak = {
    isFailing: failing.length > 0,
    failures: failing.reduce((sum, day) => sum + day.failures, 0),
    since: first === undefined ? null : (await readDay(first)).since,
  }
  return joinStreaks(newer, older)
}
