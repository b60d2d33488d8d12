import { SLOT_STEP_MS } from '@sightline/shared/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canBeSlot,
  gridOf,
  nextCheckAt,
  nextSlotAt,
} from '../../../../controller/src/schedule/grid.ts'

const aMonitor = { id: 7, intervalMinutes: 5, regions: ['us-east', 'eu-west'], checkMode: 'all' }

describe('the grid of a monitor', () => {
  it('keeps the phases that earlier versions gave, on steps', () => {
    expect(gridOf(aMonitor, 'eu-west')).toEqual({ periodMs: 300_000, phaseMs: 73_850 })
    expect(canBeSlot(7, 'eu-west', 300_000 + 73_893)).toBe(true)
    expect(canBeSlot(7, 'eu-west', 300_000 + 73_850)).toBe(true)
    expect(canBeSlot(7, 'eu-west', 300_000 + 73_851)).toBe(false)
    expect(gridOf({ ...aMonitor, checkMode: 'rotate' }, 'us-east').periodMs).toBe(600_000)
  })

  it('gives the next slot strictly after an instant, one period apart', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_440 }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        (id, intervalMinutes, afterMs) => {
          const grid = gridOf({ ...aMonitor, id, intervalMinutes }, 'eu-west')
          const slot = nextSlotAt(grid, afterMs)
          expect(grid.phaseMs).toBeLessThan(grid.periodMs)
          expect(grid.phaseMs % SLOT_STEP_MS).toBe(0)
          expect(slot).toBeGreaterThan(afterMs)
          expect(slot - afterMs).toBeLessThanOrEqual(grid.periodMs)
          expect((slot - grid.phaseMs) % grid.periodMs).toBe(0)
          expect(nextSlotAt(grid, slot)).toBe(slot + grid.periodMs)
        },
      ),
    )
  })

  it('lets the regions of a rotating monitor take turns, one an interval', () => {
    const monitor = { ...aMonitor, regions: ['c', 'a', 'b'], checkMode: 'rotate' }
    const first = nextSlotAt(gridOf(monitor, 'a'), 1_000_000_000)
    const others = ['b', 'c', 'a'].map((region) => nextSlotAt(gridOf(monitor, region), first))
    expect(others).toEqual([first + 300_000, first + 600_000, first + 900_000])
  })

  it('does not depend on the order in which regions are named', () => {
    const one = { ...aMonitor, regions: ['a', 'b', 'c'], checkMode: 'rotate' }
    const other = { ...one, regions: ['c', 'b', 'a'] }
    for (const region of one.regions) expect(gridOf(one, region)).toEqual(gridOf(other, region))
  })

  it('spreads monitors evenly over the interval', () => {
    const slices = Array.from({ length: 60 }, () => 0)
    for (let id = 1; id <= 60_000; id += 1) {
      const { phaseMs } = gridOf({ ...aMonitor, id, intervalMinutes: 1 }, 'eu-west')
      const second = Math.floor(phaseMs / 1_000)
      slices[second] = (slices[second] ?? 0) + 1
    }
    expect(Math.min(...slices)).toBeGreaterThan(850)
    expect(Math.max(...slices)).toBeLessThan(1_150)
  })

  it('has no next check without a region', () => {
    expect(nextCheckAt({ ...aMonitor, regions: [] }, 0)).toBeNull()
  })
})
