import { expect, test } from 'vitest'
import { createMakeRoom } from '../../../../../agent/src/state/spool/make-room.ts'

/** Rows of ten bytes each. */
function rowsOf(held: number) {
  const rows = { held, looks: 0 }
  const removeOldest = (results: number): number => {
    const removed = Math.min(results, rows.held)
    rows.held -= removed
    return removed
  }
  const usedBytes = (): number => {
    rows.looks += 1
    return rows.held * 10
  }
  return { rows, removeOldest, usedBytes }
}

test('only what is too much goes, by number at once and by bytes in hundredths', () => {
  const some = rowsOf(1_000)
  const makeRoom = createMakeRoom(some, { maxResults: 900, maxBytes: 8_000 })
  // 900 are left by their number, then 9 go at a time until 800 or less are there.
  expect(makeRoom(1_000, 10)).toBe(1_000 - some.rows.held)
  expect(some.rows.held).toBeLessThanOrEqual(800)
  expect(some.rows.held).toBeGreaterThan(790)
})

test('bytes are looked at with the first results, and then with each hundred', () => {
  const some = rowsOf(10)
  const makeRoom = createMakeRoom(some, { maxResults: 900, maxBytes: 8_000 })
  expect(makeRoom(10, 10)).toBe(0)
  expect(some.rows.looks).toBe(1)
  makeRoom(109, 99)
  expect(some.rows.looks).toBe(1)
  makeRoom(110, 1)
  expect(some.rows.looks).toBe(2)
})
