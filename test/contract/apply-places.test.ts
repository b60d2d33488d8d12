import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTo, deeds } from '../helpers/applying.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const apply = (document: object, query = '', on = api) => applyTo(on, document, query)

describe('a document whose things are in the way of each other', () => {
  it('lets things change places in what only one of them may have', async () => {
    const document = ([one, two, three]: readonly string[]) => ({
      set: 'rings',
      contacts: [
        { key: 'a', name: `Hook ${one}`, webhookUrl: 'https://hooks.example/a' },
        { key: 'b', name: `Hook ${two}`, webhookUrl: 'https://hooks.example/b' },
      ],
      teams: [
        { key: 'a', name: `Team ${one}`, contacts: ['a'] },
        { key: 'b', name: `Team ${two}`, contacts: ['b'] },
      ],
      monitors: [
        { key: 'a', name: 'A', url: `https://${one}.rings.example/` },
        { key: 'b', name: 'B', url: `https://${two}.rings.example/` },
        { key: 'c', name: 'C', url: `https://${three}.rings.example/`, dependsOn: ['a'] },
      ],
      statusPages: [
        { key: 'a', slug: `rings-${one}`, title: 'A', host: `${one}.rings.example` },
        { key: 'b', slug: `rings-${two}`, title: 'B', host: `${two}.rings.example` },
      ],
    })
    const made = await apply(document(['x', 'y', 'z']))
    expect(made.status).toBe(200)
    // Two change places, then three do so in a ring.
    for (const names of [
      ['y', 'x', 'z'],
      ['x', 'z', 'y'],
    ]) {
      const planned = await apply(document(names), '?dryRun=true')
      const applied = await apply(document(names), `?expect=${planned.body.digest}`)
      expect(applied.body).toMatchObject({ counts: { create: 0, remove: 0 } })
      expect(deeds(await apply(document(names)))).toEqual([])
    }
    const { body } = await api.ask('GET', '/api/v1/monitors?limit=100')
    const urls = new Map(
      (body.monitors as { name: string; url: string }[]).map(({ name, url }) => [name, url]),
    )
    expect(['A', 'B', 'C'].map((name) => urls.get(name))).toEqual([
      'https://x.rings.example/',
      'https://z.rings.example/',
      'https://y.rings.example/',
    ])
    await apply({ set: 'rings' }, '?prune=true')
  })

  it('says who is in the way, and changes nothing, where nobody makes room', async () => {
    const [x, y] = ['https://x.way.example/', 'https://y.way.example/']
    await apply({ set: 'way', monitors: [{ key: 'a', name: 'A', url: x }] })
    await apply({ set: 'other', monitors: [{ key: 'b', name: 'B', url: y }] })
    const refused = await apply({ set: 'way', monitors: [{ key: 'a', name: 'A', url: y }] })
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain('already monitored')
    expect(deeds(await apply({ set: 'way', monitors: [{ key: 'a', name: 'A', url: x }] }))).toEqual(
      [],
    )
    for (const set of ['way', 'other']) await apply({ set }, '?prune=true')
  })

  it('lets monitors change places in their dependencies', async () => {
    const two = (one: string[], other: string[]) => ({
      monitors: [
        { name: 'One', url: 'https://turn-one.example/', dependsOn: one },
        { name: 'Other', url: 'https://turn-other.example/', dependsOn: other },
        { name: 'Third', url: 'https://turn-third.example/' },
      ],
    })
    await apply(two(['Other'], ['Third']))
    expect(deeds(await apply(two(['Third'], ['One'])))).toHaveLength(2)
    expect(deeds(await apply(two(['Third'], ['One'])))).toEqual([])
    const circle = await apply({
      monitors: [
        { name: 'A', url: 'https://circle-a.example/', dependsOn: ['B'] },
        { name: 'B', url: 'https://circle-b.example/', dependsOn: ['A'] },
      ],
    })
    expect([circle.status, circle.body.error]).toEqual([400, expect.stringContaining('circle')])
  })

  it('finds an order in which each makes room for the other', async () => {
    const chain = (shift: number, more: object[] = []) => ({
      set: 'chain',
      contacts: ['a', 'b', 'c'].map((key, index) => ({
        key,
        name: `Contact ${index + shift}`,
        email: `${key}@example.com`,
      })),
      monitors: [
        ...more,
        ...['a', 'b', 'c'].map((key, index) => ({
          key,
          url: `https://chain-${index + shift}.example/`,
        })),
      ],
    })
    await apply(chain(0))
    const moved = chain(1, [{ key: 'new', url: 'https://chain-0.example/', dependsOn: ['a'] }])
    expect((await apply(moved)).body).toMatchObject({ counts: { create: 1, change: 6 } })
    expect(deeds(await apply(moved))).toEqual([])
  })

  it('takes no more monitors than the plan has places for, and shorter intervals than it allows', async () => {
    const small = await openTestApi({ plan: 'free' })
    const monitors = Array.from({ length: 12 }, (_, index) => ({
      name: `M ${index}`,
      url: `https://m${index}.example/`,
    }))
    const full = await apply({ monitors }, '', small)
    expect(full.body.problems).toMatchObject([{ at: 'monitors[10]' }, { at: 'monitors[11]' }])
    expect((await small.ask('GET', '/api/v1/monitors')).body.total).toBe(0)
    const fast = await apply({ monitors: [{ ...monitors[0], intervalMinutes: 1 }] }, '', small)
    expect(fast.body.problems).toMatchObject([{ at: 'monitors[0]', field: 'intervalMinutes' }])
    // What is pruned makes room.
    await apply({ set: 's', monitors: monitors.slice(0, 10) }, '', small)
    const moved = await apply({ set: 's', monitors: monitors.slice(2) }, '?prune=true', small)
    expect(moved.body.counts).toMatchObject({ create: 2, remove: 2 })
    await small.close()
  })
})
