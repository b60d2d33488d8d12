import { readOverallTimes } from '../db/overview-reads.ts'
import type { Queryable } from '../db/pool.ts'
import { uptimePercent } from '../reports/uptime.ts'

/** When figures of all monitors are made anew: of 10,000 monitors they take a third of a second, and in a minute hardly
 *  change. */
const KEEP_MS = 60_000
/** How old those may be that are told while others are made: nobody waits for what hardly differs. */
const MAX_AGE_MS = 600_000
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

interface Kept {
  readonly madeAtMs: number
  /** When they were last made anew, or begun to be. */
  readonly askedAtMs: number
  readonly figures: Promise<OverallUptime[]>
}

/** Makes figures at most once a minute; who asks while the first are made waits for the same. */
export function createOverallUptimes(
  readsOf: (workspaceId: number) => Queryable,
  now: () => Date,
): OverallUptimes {
  const kept = new Map<number, Kept>()

  function keep(workspaceId: number, figures: Kept): void {
    // The newest is the last, so that the oldest goes first.
    kept.delete(workspaceId)
    kept.set(workspaceId, figures)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  async function read(workspaceId: number, at: Date): Promise<OverallUptime[]> {
    const rows = await readOverallTimes(readsOf(workspaceId), workspaceId, at)
    return rows.map(({ days, goodSeconds, countedSeconds, goodBefore, countedBefore }) => ({
      days,
      uptime: uptimePercent(goodSeconds, countedSeconds),
      previous: uptimePercent(goodBefore, countedBefore),
    }))
  }

  return (workspaceId) => {
    const at = now()
    const atMs = at.getTime()
    const known = kept.get(workspaceId)
    if (known !== undefined && Math.abs(atMs - known.askedAtMs) < KEEP_MS) return known.figures
    const made: Kept = { madeAtMs: atMs, askedAtMs: atMs, figures: read(workspaceId, at) }
    if (known === undefined || Math.abs(atMs - known.madeAtMs) > MAX_AGE_MS) {
      keep(workspaceId, made)
      made.figures.catch(() => kept.delete(workspaceId))
      return made.figures
    }
    keep(workspaceId, { ...known, askedAtMs: atMs })
    made.figures.then(
      () => keep(workspaceId, made),
      // Those before are told for another minute.
      () => undefined,
    )
    return known.figures
  }
}
