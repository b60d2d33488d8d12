import { assignmentMark } from '@sightline/shared/assignment-mark'
import type { OwnableMonitor } from '../../db/assignments.ts'
import { readOwnablePage } from '../../db/assignments.ts'
import type { Queryable } from '../../db/pool.ts'
import { gridOf } from '../../schedule/grid.ts'
import type { MonitorTable, OwnedMonitor } from './monitor-table.ts'
import { createMonitorTable } from './monitor-table.ts'

/** Which monitors the regions of this controller's agents have, in memory: when agents come and go nothing of it
 *  is read again. */
export interface RegionIndex {
  /** Those that are known. */
  readonly regions: () => string[]
  /** undefined while the region is not known. */
  readonly table: (region: string) => MonitorTable | undefined
  /** Reads a region, as a whole. */
  readonly load: (region: string) => Promise<void>
  readonly forget: (region: string) => void
  /** Takes over what became of a monitor. @param present undefined when nobody checks it any more */
  readonly note: (id: number, present: OwnedColumns | undefined) => void
}

type OwnedColumns = Omit<OwnableMonitor, 'active'>

/** Monitors read at a time. */
const PAGE_SIZE = 10_000

function ownedIn(monitor: OwnedColumns, region: string): OwnedMonitor {
  const { id, needs, needsVersion, generation } = monitor
  const runAtMs = Math.round(monitor.runAtMs)
  const mark = assignmentMark({
    monitorId: id,
    generation,
    ...gridOf(monitor, region),
    runAtMs,
  })
  return { id, needs, needsVersion, mark }
}

export function createRegionIndex(db: Queryable): RegionIndex {
  const tables = new Map<string, MonitorTable>()

  async function load(region: string): Promise<void> {
    const table = createMonitorTable()
    for (let afterId = 0; ;) {
      const page = await readOwnablePage(db, region, afterId, PAGE_SIZE)
      for (const monitor of page) table.set(ownedIn(monitor, region))
      if (page.length < PAGE_SIZE) break
      afterId = page.at(-1)?.id ?? afterId
    }
    tables.set(region, table)
  }

  return {
    regions: () => [...tables.keys()],
    table: (region) => tables.get(region),
    load,
    forget: (region) => tables.delete(region),
    note(id, present) {
      for (const [region, table] of tables) {
        if (present?.regions.includes(region) === true) table.set(ownedIn(present, region))
        else table.remove(id)
      }
    },
  }
}
