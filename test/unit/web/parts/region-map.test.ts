import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  byPlace,
  HEIGHT,
  isNameLeft,
  pointOf,
  WIDTH,
} from '../../../../controller/web/src/parts/charts/map-geometry.ts'
import { placeOf } from '../../../../controller/web/src/parts/charts/region-places.ts'

describe('places on the map', () => {
  it.each([
    ['eu-west', -6.3],
    ['eu-west-1', -6.3],
    ['EU-WEST-2', -0.1],
    ['ap-southeast-2', 151.2],
    ['fra', 8.7],
    ['fra2', 8.7],
    ['us-east-1a', -77.5],
  ])('%s is known', (region, longitude) => {
    expect(placeOf(region)?.[0]).toBe(longitude)
  })

  it.each(['local', 'office', 'constructor', '1', ''])('%j is not', (region) => {
    expect(placeOf(region)).toBeNull()
  })

  it('lie where the map has them', () => {
    expect(pointOf(-180, 82)).toEqual([0, 0])
    expect(pointOf(180, -57)).toEqual([WIDTH, HEIGHT])
    const [x, y] = pointOf(0, 51.5)
    expect(x).toBe(WIDTH / 2)
    expect(y / HEIGHT).toBeCloseTo(0.219, 2)
  })
})

describe('a name on the map', () => {
  it('stands to the right of its place unless something is there', () => {
    expect(isNameLeft([500, 100], [[500, 100]])).toBe(false)
    expect(isNameLeft([500, 100], [[550, 110]])).toBe(true)
    expect(isNameLeft([500, 100], [[450, 110]])).toBe(false)
    expect(isNameLeft([950, 100], [])).toBe(true)
  })
})

describe('locations of one place', () => {
  it('are one, with the one that fails first, and those that fail over the others', () => {
    const at = (region: string, status: 'up' | 'down' | 'degraded', point: [number, number]) => ({
      region,
      status,
      point,
    })
    const places = byPlace([
      at('fra1', 'up', [1, 1]),
      at('lon', 'degraded', [1.5, 1]),
      at('fra2', 'down', [1, 1]),
      at('syd', 'up', [9, 9]),
    ])
    expect(places.map((all) => all.map(({ region }) => region))).toEqual([
      ['syd'],
      ['lon'],
      ['fra2', 'fra1'],
    ])
  })
})

describe('the picture', () => {
  it('has the size that places are put by', () => {
    const svg = readFileSync('controller/web/src/parts/charts/world.svg', 'utf8')
    expect(svg).toContain(`viewBox="0 0 ${WIDTH} ${HEIGHT}"`)
    expect(svg.length).toBeLessThan(40_000)
  })
})
