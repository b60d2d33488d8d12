import { readOverallTimes } from '../db/overview-reads.ts'
import type { Queryable } from '../db/pool.ts'
import { uptimePercent } from '../reports/uptime.ts'

/** Days that are told of. */
const DAYS = [1, 7, 30] as const

/** How long figures of all monitors are told again: of 10,000 monitors they take a tenth of a second, and in a minute
 *  hardly change. */
const KEEP_MS = 60_000
/** Workspaces whose figures are kept. */
const MAX_KEPT = 1_000

/** The uptime of all monitors together in the last days, and in as many before. */
export interface OverallUptime {
  readonly days: number
  /** Percentage; null when none of the time counts. */
  readonly uptime: number | null
  readonly previous: number | null
}

export type OverallUptimes = (workspaceId: number) => Promise<readonly OverallUptime[]>

/** Makes figures that are at most a minute old; who asks while they are made waits for the same. */
export function createOverallUptimes(
  readsOf: (workspaceId: number) => Queryable,
  now: () => Date,
): OverallUptimes {
  const kept = new Map<
    number,
    { readonly atMs: number; readonly figures: Promise<OverallUptime[]> }
  >()

  async function read(workspaceId: number, at: Date): Promise<OverallUptime[]> {
    const rows = await readOverallTimes(readsOf(workspaceId), workspaceId, at, DAYS)
    const byDays = new Map(rows.map((row) => [row.days, row]))
    return DAYS.map((days) => {
      const row = byDays.get(days)
      return {
        days,
        uptime: row === undefined ? null : uptimePercent(row.goodSeconds, row.countedSeconds),
        previous: row === undefined ? null : uptimePercent(row.goodBefore, row.countedBefore),
      }
    })
  }

  return (workspaceId) => {
    const at = now()
    const known = kept.get(workspaceId)
    if (known !== undefined && Math.abs(at.getTime() - known.atMs) < KEEP_MS) return known.figures
    const figures = read(workspaceId, at)
    // The newest is the last, so that the oldest goes first.
    kept.delete(workspaceId)
    kept.set(workspaceId, { atMs: at.getTime(), figures })
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    figures.catch(() => kept.delete(workspaceId))
    return figures
  }
}
