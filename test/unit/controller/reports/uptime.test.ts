import { expect, it } from 'vitest'
import { uptimePercent } from '../../../../controller/src/reports/uptime.ts'

it.each([
  [0, 0, null],
  [0, 10, 0],
  [10, 10, 100],
  [2, 3, 66.667],
  [2_591_999, 2_592_000, 99.999],
  [86_399.9, 86_400, 99.999],
])('%d good of %d counted seconds are %s percent', (good, counted, expected) => {
  expect(uptimePercent(good, counted)).toBe(expected)
})
