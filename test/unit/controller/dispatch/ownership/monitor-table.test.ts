import { CHECK_CAPABILITIES } from '@sightline/shared/needed-capability'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OwnedMonitor } from '../../../../../controller/src/dispatch/ownership/monitor-table.ts'
import { createMonitorTable } from '../../../../../controller/src/dispatch/ownership/monitor-table.ts'

const monitors = fc.record({
  // Few, so that they are set and removed again; or any.
  id: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
  needs: fc.constantFrom(...CHECK_CAPABILITIES),
  needsVersion: fc.integer({ min: 1, max: 2_047 }),
  mark: fc.integer(),
})
const steps = fc.record({ monitor: monitors, isRemoval: fc.boolean() })
const sorted = (entries: Iterable<OwnedMonitor>): OwnedMonitor[] =>
  [...entries].toSorted((a, b) => a.id - b.id)

it('holds what a map would', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 600, size: 'max' }), (all) => {
      const table = createMonitorTable()
      const map = new Map<number, OwnedMonitor>()
      for (const { monitor, isRemoval } of all) {
        if (isRemoval) {
          table.remove(monitor.id)
          map.delete(monitor.id)
        } else {
          table.set(monitor)
          map.set(monitor.id, monitor)
        }
      }
      expect(sorted(table.entries())).toEqual(sorted(map.values()))
      expect(table.size()).toBe(map.size)
      for (const { monitor } of all) expect(table.get(monitor.id)).toEqual(map.get(monitor.id))
    }),
  )
})
