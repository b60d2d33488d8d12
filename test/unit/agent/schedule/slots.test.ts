import { record, assert, double, integer, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { slotAtOrAfter, slotsBetween } from '../../../../agent/src/schedule/slots.ts'

const grid = record({
  periodMs: integer({ min: 1_000, max: 86_400_000 }),
  part: double({ min: 0, max: 0.999, noNaN: true }),
}).map(({ periodMs, part }) => ({ periodMs, phaseMs: Math.floor(periodMs * part) }))
const instant = integer({ min: 0, max: 4_000_000_000_000 })

test('the next slot is on the grid, not before the instant, and less than a period away', () => {
  assert(
    property(grid, instant, (g, at) => {
      const slot = slotAtOrAfter(g, at)
      expect(slot).toBeGreaterThanOrEqual(at)
      expect(slot - at).toBeLessThan(g.periodMs)
      expect((slot - g.phaseMs) % g.periodMs).toBe(0)
    }),
  )
})

test('every stretch as long as a period has exactly one slot', () => {
  assert(
    property(grid, instant, (g, at) => {
      expect(slotsBetween(g, at, at + g.periodMs)).toBe(1)
    }),
  )
})

test('two stretches side by side have the slots of both together', () => {
  assert(
    property(grid, instant, nat(500_000_000), nat(500_000_000), (g, at, a, b) => {
      const parts = slotsBetween(g, at, at + a) + slotsBetween(g, at + a, at + a + b)
      expect(parts).toBe(slotsBetween(g, at, at + a + b))
    }),
  )
})
