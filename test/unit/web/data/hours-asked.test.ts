import { expect, it } from 'vitest'
import { hoursAsked } from '../../../../controller/web/src/data/hours-asked.ts'

it('hours of the day are those of the zone that the person chose, not of the browser', () => {
  const window = { from: '2026-03-28T02:00:00.000Z', to: '2026-03-29T02:00:00.000Z' }
  expect(hoursAsked(window, 'Asia/Kolkata')).toEqual({ ...window, utcOffsetMinutes: 330 })
})
