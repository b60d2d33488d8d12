import type { Beat, BeatStatus } from '@sightline/shared/beats'
import { packBeat } from '@sightline/shared/beats'
import type { BeatRow } from '../db/beat-reads.ts'
import { readBeats } from '../db/beat-reads.ts'
import type { Queryable } from '../db/pool.ts'

/** How a monitor did in its latest intervals. */
export interface Beats {
  /** When the newest of them ends. */
  readonly until: Date
  readonly minutes: number
  /** Packed (`packBeat`), the newest last. */
  readonly beats: string
}

/** Days of results that are looked through: of monitors that are checked once a day there are so many beats. */
const MAX_DAYS = 7

/** Intervals of monitors on a page of a list.
 *  @param count how many of each, 1 to 50
 *  @returns by monitor; of one without any interval none */
export async function readPageBeats(
  db: Queryable,
  monitors: readonly { readonly id: number; readonly intervalMinutes: number }[],
  count: number,
  now: Date,
): Promise<ReadonlyMap<number, Beats>> {
  if (monitors.length === 0) return new Map()
  const longestMinutes = Math.max(...monitors.map(({ intervalMinutes }) => intervalMinutes))
  // Days that nobody asks for are not even planned.
  const days = Math.ceil((longestMinutes * (count + 1)) / 1_440) + 1
  const rows = await readBeats(
    db,
    monitors.map(({ id }) => id),
    // The earliest begins up to one before that many have passed, where the present one was not checked yet.
    { now, count: count + 1, maxDays: Math.min(days, MAX_DAYS) },
  )
  const byMonitor = Map.groupBy(rows, ({ monitorId }) => monitorId)
  return new Map(
    monitors.map(({ id, intervalMinutes }) => [
      id,
      beatsOf(byMonitor.get(id) ?? [], { intervalMinutes, count, now }),
    ]),
  )
}

/** Pure: the latest intervals, without a gap. The present one is among them as soon as it was checked in it.
 *  @param rows in the order of their slots */
export function beatsOf(
  rows: readonly BeatRow[],
  { intervalMinutes, count, now }: { intervalMinutes: number; count: number; now: Date },
): Beats {
  const intervalMs = intervalMinutes * 60_000
  const present = Math.floor(now.getTime() / intervalMs)
  const newest = Math.max(rows.at(-1)?.slot ?? 0, present - 1)
  const bySlot = new Map(rows.map((row) => [row.slot, row]))
  const beats = Array.from({ length: count }, (_, index) =>
    packBeat(beatOf(bySlot.get(newest - count + 1 + index))),
  )
  return {
    until: new Date((newest + 1) * intervalMs),
    minutes: intervalMinutes,
    beats: beats.join(' '),
  }
}

const NO_BEAT: Beat = { status: null, responseMs: null, failing: [] }

function beatOf(row: BeatRow | undefined): Beat {
  if (row === undefined) return NO_BEAT
  return { status: statusOf(row), responseMs: row.responseMs, failing: row.failing ?? [] }
}

/** What could not tell counts only where nobody could. */
function statusOf({ up, degraded, down, unknown }: BeatRow): BeatStatus | null {
  if (down > 0) return up + degraded > 0 ? 'partial' : 'down'
  if (degraded > 0) return 'degraded'
  if (up > 0) return 'up'
  return unknown > 0 ? 'unknown' : null
}
