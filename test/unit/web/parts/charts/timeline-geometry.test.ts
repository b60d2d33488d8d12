import { expect, it } from 'vitest'
import {
  lengthsOf,
  marksOf,
} from '../../../../../controller/web/src/parts/charts/timeline-geometry.ts'
import { markTime } from '../../../../../controller/web/src/words/times.ts'

const DAY = { from: '2026-03-10T00:00:00.000Z', to: '2026-03-11T00:00:00.000Z' }

it('tells how long each status lasted within the window, the longest first', () => {
  const entries = [
    { from: '2026-03-09T12:00:00.000Z', to: '2026-03-10T01:00:00.000Z', status: 'down' as const },
    { from: '2026-03-10T01:00:00.000Z', to: '2026-03-10T22:00:00.000Z', status: 'up' as const },
    { from: '2026-03-10T22:00:00.000Z', to: '2026-03-11T02:00:00.000Z', status: 'down' as const },
  ]
  expect(lengthsOf(entries, DAY)).toEqual([
    { status: 'up', seconds: 75_600 },
    { status: 'down', seconds: 10_800 },
  ])
})

it('names the ends of a window and times between them', () => {
  const marks = marksOf(DAY)
  expect(marks.map((at) => markTime(at, 'UTC', DAY))).toEqual([
    '10 Mar, 00:00',
    '10 Mar, 06:00',
    '10 Mar, 12:00',
    '10 Mar, 18:00',
    '11 Mar, 00:00',
  ])
  const year = { from: '2025-12-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }
  expect(markTime(new Date(year.from), 'UTC', year)).toBe('1 Dec 2025')
})
