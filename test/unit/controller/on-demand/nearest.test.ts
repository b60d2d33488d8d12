import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distancesOf } from '../../../../controller/src/on-demand/measure-distances.ts'
import type { Whereabouts } from '../../../../controller/src/on-demand/nearest.ts'
import { nearestFirst } from '../../../../controller/src/on-demand/nearest.ts'

const REGIONS = ['ap-south', 'eu-west', 'sa-east', 'us-east'] as const

const knowing = (more: Partial<Whereabouts> = {}): Whereabouts => ({
  host: 'example.com',
  toHost: new Map(),
  toNetwork: new Map(),
  continent: null,
  loads: new Map(),
  ...more,
})

const first = (more: Partial<Whereabouts>, regions: readonly string[] = REGIONS) =>
  nearestFirst(regions, knowing(more))

describe('the regions that are asked about a target', () => {
  it('begin with the nearest to its host by what was measured', () => {
    const toHost = new Map([
      ['ap-south', 180],
      ['eu-west', 12],
      ['us-east', 90],
    ])
    expect(first({ toHost, continent: 'South America' })).toEqual([
      'eu-west',
      'us-east',
      'ap-south',
      'sa-east',
    ])
  })

  it('go by its network where a region never measured the host', () => {
    const toHost = new Map([['ap-south', 180]])
    const toNetwork = new Map([
      ['ap-south', 150],
      ['eu-west', 3],
    ])
    expect(first({ toHost, toNetwork }).slice(0, 2)).toEqual(['eu-west', 'ap-south'])
  })

  it('go by its network where the host was never measured from any of them', () => {
    const toNetwork = new Map([
      ['us-east', 8],
      ['eu-west', 90],
    ])
    const toHost = new Map([['af-south', 1]])
    expect(first({ toHost, toNetwork }).slice(0, 2)).toEqual(['us-east', 'eu-west'])
  })

  it('go by the continent of the caller where nothing was measured, then by what they have to do', () => {
    const loads = new Map([
      ['ap-south', 5_000],
      ['eu-west', 40_000],
      ['sa-east', 200],
      ['us-east', 0],
    ])
    expect(first({ continent: 'Asia', loads })[0]).toBe('ap-south')
    expect(first({ continent: 'Europe', loads })[0]).toBe('eu-west')
    expect(first({ continent: 'Oceania', loads })).toEqual([
      'us-east',
      'sa-east',
      'ap-south',
      'eu-west',
    ])
  })

  it('are always the same for the same host, in whatever order they come, and shared among hosts', () => {
    const hosts = Array.from({ length: 400 }, (_, index) => `host-${index}.test`)
    const chosen = hosts.map((host) => {
      const [region = ''] = first({ host })
      expect(first({ host }, REGIONS.toReversed())[0]).toBe(region)
      return region
    })
    for (const region of REGIONS) {
      expect(chosen.filter((each) => each === region).length).toBeGreaterThan(60)
    }
  })

  it('take measurements that differ by little for equals', () => {
    const close = new Map([
      ['eu-west', 10],
      ['us-east', 11],
    ])
    const swapped = new Map([
      ['eu-west', 11],
      ['us-east', 10],
    ])
    const regions = ['eu-west', 'us-east']
    expect(first({ toHost: close }, regions)).toEqual(first({ toHost: swapped }, regions))
  })

  it('are the same ones again, and one that goes changes nothing for those that stay', () => {
    const ms = fc.double({ min: 0, max: 500, noNaN: true })
    const map = fc.dictionary(fc.constantFrom(...REGIONS), ms)
    fc.assert(
      fc.property(fc.webAuthority(), map, map, (host, toHost, loads) => {
        const known = {
          host,
          toHost: new Map(Object.entries(toHost)),
          loads: new Map(Object.entries(loads)),
        }
        const all = first(known)
        expect(all.toSorted()).toEqual([...REGIONS])
        const [nearest, ...others] = all
        if (Object.keys(toHost).length === 0) {
          expect(
            first(
              known,
              REGIONS.filter((region) => region !== nearest),
            ),
          ).toEqual(others)
        }
      }),
    )
  })
})

describe('what checks tell of distances', () => {
  it('is the shortest to each host and into each network, by region', () => {
    const check = { region: 'eu-west', host: 'a.test', ip: '192.0.2.9', checkedAtMs: 5 }
    expect(
      distancesOf([
        { ...check, connectMs: 30 },
        { ...check, connectMs: 20, checkedAtMs: 4 },
        { ...check, host: 'b.test', ip: '192.0.2.77', connectMs: 25 },
        { ...check, region: 'us-east', ip: '2001:db8:1::5', connectMs: 90 },
        { ...check, host: 'c.test', ip: null, connectMs: 5 },
      ]).toSorted((a, b) => (`${a.target} ${a.region}` < `${b.target} ${b.region}` ? -1 : 1)),
    ).toEqual([
      { target: 'host:a.test', region: 'eu-west', connectMs: 20, measuredAtMs: 5 },
      { target: 'host:a.test', region: 'us-east', connectMs: 90, measuredAtMs: 5 },
      { target: 'host:b.test', region: 'eu-west', connectMs: 25, measuredAtMs: 5 },
      { target: 'host:c.test', region: 'eu-west', connectMs: 5, measuredAtMs: 5 },
      { target: 'network:192.0.2', region: 'eu-west', connectMs: 20, measuredAtMs: 5 },
      { target: 'network:2001:db8:1', region: 'us-east', connectMs: 90, measuredAtMs: 5 },
    ])
  })
})
