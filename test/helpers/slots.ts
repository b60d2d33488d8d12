import { gridOf, nextSlotAt } from '../../controller/src/schedule/grid.ts'

/** The last slot of a (monitor, region) with an interval of a minute up to an instant, UNIX ms. */
export function slotBefore(monitorId: number, region: string, atMs: number): number {
  const monitor = { id: monitorId, intervalMinutes: 1, regions: [region], checkMode: 'all' }
  return nextSlotAt(gridOf(monitor, region), atMs) - 60_000
}

/** Hashes under which an instant is a slot of a monitor, whatever its interval and mode: for results whose
 *  slots a test does not care about. */
export function hashesOfSlot(atMs: number): { regionHash: number; monitorHash: number } {
  return { regionHash: atMs, monitorHash: atMs }
}
