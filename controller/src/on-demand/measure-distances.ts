import type { ConnectRow, MeasuredDistance } from '../db/distances.ts'
import {
  deleteDistancesBefore,
  keepDistances,
  readConnects,
  takeNextMonitors,
} from '../db/distances.ts'
import type { UpkeepParts } from '../jobs/task.ts'
import { hostTarget, networkTarget } from './distance-targets.ts'

/** Monitors of one run, each minute, so that 100,000 take 50: 6,000 looks into an index in three regions. */
const MONITORS_A_RUN = 2_000
const DAY_MS = 86_400_000
/** Of monitors that are checked daily too. */
const FRESH_MS = 2 * DAY_MS
const KEPT_MS = 14 * DAY_MS
/** How much one measurement moves what is known. */
const SHARE = 0.2

/** The distances that some checks tell: to each host and into each network the shortest, since a longer
 *  one was held up by something else. Pure. */
export function distancesOf(rows: readonly ConnectRow[]): MeasuredDistance[] {
  const shortest = new Map<string, MeasuredDistance>()
  for (const { host, region, ip, connectMs, checkedAtMs } of rows) {
    const targets = [hostTarget(host), ip === null ? null : networkTarget(ip)]
    for (const target of targets) {
      if (target === null) continue
      const key = `${target} ${region}`
      const known = shortest.get(key)
      shortest.set(key, {
        target,
        region,
        connectMs: Math.min(connectMs, known?.connectMs ?? connectMs),
        measuredAtMs: Math.max(checkedAtMs, known?.measuredAtMs ?? checkedAtMs),
      })
    }
  }
  return [...shortest.values()]
}

/** The job "measureDistances": keeps what the latest checks of the next monitors took to connect. */
export async function measureDistances({ db, now }: UpkeepParts): Promise<void> {
  const nowMs = now()
  await db.transaction(async (tx) => {
    const { isLast, ...part } = await takeNextMonitors(tx, MONITORS_A_RUN)
    const rows = await readConnects(tx, { ...part, since: new Date(nowMs - FRESH_MS) })
    const distances = distancesOf(rows)
    if (distances.length > 0) await keepDistances(tx, distances, SHARE)
    if (isLast) await deleteDistancesBefore(tx, new Date(nowMs - KEPT_MS))
  })
}
