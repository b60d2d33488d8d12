import type { Database } from '../../db/pool.ts'
import type { MonitorRevision } from '../../db/monitor-revisions.ts'
import { readMonitorChanges, readMonitorRevision } from '../../db/monitor-revisions.ts'
import type { RegionIndex } from './region-index.ts'

/** Brings the index up to what the database knows, whatever was not heard of. */
export interface CatchUp {
  /** Reads a region that is not known yet. */
  readonly know: (region: string) => Promise<void>
  /** Reads what changed since everything was known last.
   *  @returns true when the server may have forgotten what it told us: nothing we know counts then */
  readonly changes: () => Promise<boolean>
}

/** The server is another one, or started anew. */
function isAnother(before: MonitorRevision, now: MonitorRevision): boolean {
  return before.server !== now.server || BigInt(now.transaction) < BigInt(before.transaction)
}

export function createCatchUp(db: Database, index: RegionIndex): CatchUp {
  let seen: MonitorRevision | null = null

  async function know(region: string): Promise<void> {
    if (index.regions().length === 0) seen = await readMonitorRevision(db)
    await index.load(region)
  }

  return {
    know,
    async changes() {
      const regions = index.regions()
      if (seen === null || regions.length === 0) return false
      const { now, changed, counts } = await readMonitorChanges(db, seen, regions)
      const isOther = isAnother(seen, now)
      for (const monitor of changed) index.note(monitor.id, monitor.active ? monitor : undefined)
      for (const region of regions) {
        const isComplete = index.table(region)?.size() === (counts.get(region) ?? 0)
        if (isOther || !isComplete) await index.load(region)
      }
      seen = now
      return isOther
    },
  }
}
