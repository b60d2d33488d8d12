import { describe, expect, it } from 'vitest'
import { seriesOfPhases } from '../../../../controller/web/src/parts/charts/response-series.ts'
import { weekHeat } from '../../../../controller/web/src/parts/charts/week-heat.ts'

const point = (at: string, avgResponseMs: number | null, up = 10, down = 0) => ({
  at,
  checks: up + down,
  up,
  down,
  avgResponseMs,
})

describe('hours of the week', () => {
  // 2027-01-04 is a Monday.
  const points = [
    point('2027-01-04T09:00:00Z', 100, 30),
    point('2027-01-11T09:00:00Z', 300, 10, 2),
    point('2027-01-10T23:00:00Z', 400),
    point('2027-01-05T10:00:00Z', null, 0, 3),
  ]

  it('come together over weeks, each check with the same weight', () => {
    const week = weekHeat(points, 'UTC')
    expect(week).toHaveLength(7)
    expect(week[0]?.[9]).toEqual({ checks: 42, down: 2, avgMs: 150, heat: 0 })
    expect(week[6]?.[23]).toEqual({ checks: 10, down: 0, avgMs: 400, heat: 1 })
    expect(week[1]?.[10]).toEqual({ checks: 3, down: 3, avgMs: null, heat: null })
    expect(week[3]?.[0]).toEqual({ checks: 0, down: 0, avgMs: null, heat: null })
  })

  it('are those of the zone', () => {
    const week = weekHeat(points, 'Asia/Tokyo')
    expect(week[0]?.[18]?.checks).toBe(42)
    expect(week[0]?.[8]?.avgMs).toBe(400)
  })

  it('are all alike when nothing differs', () => {
    expect(weekHeat([point('2027-01-04T09:00:00Z', 100)], 'UTC')[0]?.[9]?.heat).toBe(0)
    expect(weekHeat([], 'UTC').flat()).toHaveLength(168)
  })
})

describe('phases of response times', () => {
  it('are laid upon each other, the last first', () => {
    const timings = { dnsMs: 1, connectMs: null, tlsMs: null, firstByteMs: 20, downloadMs: 5 }
    const nothing = {
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      firstByteMs: null,
      downloadMs: null,
    }
    const { series } = seriesOfPhases([
      { at: '2027-01-04T09:00:00Z', timings },
      { at: '2027-01-04T10:00:00Z', timings: nothing },
    ])
    expect(series).toEqual([
      { name: 'Download', values: [26, null], own: [5, null] },
      { name: 'First byte', values: [21, null], own: [20, null] },
      { name: 'Name resolution', values: [1, null], own: [1, null] },
    ])
  })
})
