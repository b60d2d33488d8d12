import type { Database } from '../../controller/src/db/pool.ts'
import { gridOf, nextSlotAt } from '../../controller/src/schedule/grid.ts'

interface PlannedMonitor {
  readonly id: number
  readonly intervalMinutes: number
  readonly regions: string[]
  readonly checkMode: string
  readonly gridSince: Date
}

/** Every slot that the grid of every (monitor, region) has up to an instant, in order, each as
 *  "monitor/region/instant".
 *  @param untilMs UNIX ms */
export async function plannedSlots(db: Database, untilMs: number): Promise<string[]> {
  const { rows } = await db.query<PlannedMonitor>({
    text: `select id, interval_minutes as "intervalMinutes", regions, check_mode as "checkMode",
      grid_since as "gridSince" from monitors`,
  })
  const slots = rows.flatMap((monitor) =>
    monitor.regions.flatMap((region) => {
      const grid = gridOf(monitor, region)
      const ofRegion: string[] = []
      // A slot at the very instant is the first.
      let slot = nextSlotAt(grid, monitor.gridSince.getTime() - 1)
      for (; slot <= untilMs; slot = nextSlotAt(grid, slot)) {
        ofRegion.push(`${monitor.id}/${region}/${slot}`)
      }
      return ofRegion
    }),
  )
  return slots.toSorted()
}

/** Every slot that has a result, in the same form, once for each result. */
export async function storedSlots(db: Database, untilMs: number): Promise<string[]> {
  const { rows } = await db.query<{ slot: string }>(
    {
      text: `select monitor_id || '/' || region || '/' || (extract(epoch from scheduled_at) * 1000)::bigint as slot
        from check_results where attempt = 0 and scheduled_at <= to_timestamp($1::float8 / 1000)`,
    },
    [untilMs],
  )
  return rows.map((row) => row.slot).toSorted()
}
