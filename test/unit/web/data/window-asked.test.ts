import { expect, it } from 'vitest'
import { windowAsked } from '../../../../controller/web/src/data/window-asked.ts'

const FROM = '2026-03-01T10:00:00.000Z'
const TO = '2026-03-01T12:00:00.000Z'

it('an address asks for a window of time, or for none', () => {
  expect(windowAsked({ from: FROM, to: TO, period: '7d' })).toEqual({ from: FROM, to: TO })
  expect(windowAsked({})).toBeNull()
  expect(windowAsked({ from: FROM })).toBeNull()
})

it.each([
  ['garbage', TO],
  [FROM, 'garbage'],
  [TO, FROM],
  [FROM, FROM],
])('from %s to %s is none', (from, to) => {
  expect(windowAsked({ from, to })).toBeNull()
})
