import { SLOT_STEP_MS } from '@sightline/shared/protocol'
import { stableHash } from './hash.ts'

/** What of a monitor decides when it is checked. */
export interface GridMonitor {
  readonly id: number
  readonly intervalMinutes: number
  readonly regions: readonly string[]
  readonly checkMode: string
}

/** Slots lie at k x periodMs + phaseMs in UNIX time, for every whole k. */
export interface Grid {
  readonly periodMs: number
  readonly phaseMs: number
}

/** Where in a period the slots lie, ms. */
function phaseOf(hash: number, periodMs: number): number {
  const phaseMs = hash % periodMs
  return phaseMs - (phaseMs % SLOT_STEP_MS)
}

/** What the phases of a (monitor, region) are made of where every region has its own; below 2^53. */
export function regionHash(monitorId: number, region: string): number {
  return stableHash(`${monitorId}/${region}`)
}

/** What the phases of a monitor are made of where its regions take turns; below 2^53. */
export function monitorHash(monitorId: number): number {
  return stableHash(String(monitorId))
}

/** The fixed grid of one (monitor, region). With checkMode "all" every region has its own phase, so
 *  that load and a target's visits are spread; with "rotate" the regions take turns on one grid.
 *  Source: monitoring design, section 2 */
export function gridOf(monitor: GridMonitor, region: string): Grid {
  const intervalMs = monitor.intervalMinutes * 60_000
  if (monitor.checkMode !== 'rotate') {
    return { periodMs: intervalMs, phaseMs: phaseOf(regionHash(monitor.id, region), intervalMs) }
  }
  const turns = [...monitor.regions].sort()
  const turn = Math.max(0, turns.indexOf(region))
  const phaseMs = phaseOf(monitorHash(monitor.id), intervalMs)
  return { periodMs: intervalMs * turns.length, phaseMs: phaseMs + turn * intervalMs }
}

/** Whether an instant can be a slot of a (monitor, region) under any interval and mode it ever had, as
 *  an agent that was cut off goes on with what it knew. Every interval is of whole minutes, so its grids
 *  all lie on one instant of the minute; on two, since slots of earlier versions did not lie on steps.
 *  On which of them it lies the database says, which knows when the monitor had which (`storeResults`). */
export function canBeSlot(monitorId: number, region: string, atMs: number): boolean {
  const isOn = (hash: number): boolean =>
    [hash, phaseOf(hash, 60_000)].some((phaseMs) => (atMs - phaseMs) % 60_000 === 0)
  return isOn(regionHash(monitorId, region)) || isOn(monitorHash(monitorId))
}

/** The first slot of a grid after an instant, both in UNIX ms. */
export function nextSlotAt(grid: Grid, afterMs: number): number {
  return (Math.floor((afterMs - grid.phaseMs) / grid.periodMs) + 1) * grid.periodMs + grid.phaseMs
}

/** When any region checks the monitor next, in UNIX ms; null when it has no region. */
export function nextCheckAt(monitor: GridMonitor, afterMs: number): number | null {
  const slots = monitor.regions.map((region) => nextSlotAt(gridOf(monitor, region), afterMs))
  return slots.length === 0 ? null : Math.min(...slots)
}
