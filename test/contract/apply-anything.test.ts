import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTo, deeds, SHOP } from '../helpers/applying.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const apply = (document: object, query = '', on = api) => applyTo(on, document, query)

describe('a document of anything', () => {
  it('that is hostile is refused, and hurts nobody', async () => {
    const json = { 'content-type': 'application/json' }
    const send = (payload: string) => {
      api.passMinutes(2)
      return api.ask('POST', '/api/v1/apply', { payload, headers: json })
    }
    const answers = [
      [`{"monitors":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested|object/],
      [`{"monitors":[${'0,'.repeat(1_000_000)}0]}`, /more than 300000 values/],
      [`{"monitors":[${'{},'.repeat(10_000)}{}]}`, /holds 10001 things: at most 10000/],
      [`{"monitors":[${'0,'.repeat(290_000)}0]}`, /holds 290001 things: at most 10000/],
      [`{"monitors":"${'x'.repeat(9 * 1024 * 1024)}"}`, /large|bytes|limit/i],
      ['{"monitors":{"name":"x"}}', /"monitors" is an object: it must be a list/],
      ['{"monitors":[1]}', /"monitors\[0\]" is 1: it must be an object/],
      ['{"monitrs":[]}', /Unknown field "monitrs"/],
      ['{"monitors":[{"key":{"a":1},"url":"https://a.example"}]}', /"key" must be a text/],
      ['{"monitors":[{"__proto__":{"a":1}}]}', /__proto__/],
      ['{"set":"a b"}', /"set"/],
      ['[]', /object/],
    ] as const
    for (const [payload, expected] of answers) {
      const { status, body } = await send(payload)
      expect([status, body.error]).toEqual([400, expect.stringMatching(expected)])
    }
    const twice = {
      monitors: [
        { name: 'A', url: 'https://a.example' },
        { name: 'A', url: 'https://b.example' },
      ],
    }
    expect((await apply(twice)).body.problems).toMatchObject([{ at: 'monitors[1]', field: 'key' }])
  })

  it('of anything in its lists is answered with a sentence', async () => {
    const anything = fc.record(
      {
        key: fc.jsonValue({ maxDepth: 1 }),
        id: fc.jsonValue({ maxDepth: 1 }),
        name: fc.jsonValue({ maxDepth: 1 }),
        url: fc.oneof(fc.constant('https://any.example/'), fc.jsonValue({ maxDepth: 1 })),
        dependsOn: fc.jsonValue({ maxDepth: 2 }),
        alerts: fc.jsonValue({ maxDepth: 3 }),
        settings: fc.jsonValue({ maxDepth: 3 }),
        components: fc.jsonValue({ maxDepth: 3 }),
        monitors: fc.jsonValue({ maxDepth: 2 }),
        active: fc.jsonValue({ maxDepth: 1 }),
        regions: fc.jsonValue({ maxDepth: 1 }),
        from: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: [] },
    )
    const lists = fc.dictionary(
      fc.constantFrom(
        'contacts',
        'teams',
        'monitors',
        'maintenance',
        'crawlSchedules',
        'statusPages',
      ),
      fc.array(anything, { maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(lists, async (document) => {
        const { status, body } = await apply(document, '?dryRun=true')
        expect([200, 400]).toContain(status)
        if (status === 400) expect(body.error).toMatch(/\.$|\?$/)
      }),
      { numRuns: 150 },
    )
  })

  it('does what its plan says, whatever was there before, and then nothing', async () => {
    const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
    const monitor = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      name: fc.constantFrom('One', 'Two', 'Three'),
      place: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      intervalMinutes: some(fc.constantFrom(5, 10)),
      active: some(fc.boolean()),
      tags: some(fc.constantFrom([], ['x'], ['x', 'y'])),
      confirmation: some(fc.record({ retries: fc.integer({ min: 0, max: 2 }) })),
      alerts: some(
        fc.record({
          contacts: fc.constantFrom([], ['On call'], ['Hook', 'On call']),
          onDegraded: some(fc.boolean()),
        }),
      ),
      settings: some(
        fc.record(
          {
            headers: fc.constantFrom({ a: '1' }, { a: '2', b: '3' }, { authorization: 'secret' }),
            keyword: fc.record({ value: fc.constantFrom('x', 'y') }),
            expectedStatus: fc.constantFrom(['200'], ['200-299', '404']),
            tls: fc.record({ minDaysLeft: fc.integer({ min: 0, max: 3 }) }),
          },
          { requiredKeys: [] },
        ),
      ),
    })
    const documents = fc.array(
      fc.uniqueArray(monitor, { selector: ({ key }) => key, maxLength: 5 }),
      { minLength: 1, maxLength: 4 },
    )
    await apply(SHOP)
    let run = 0
    await fc.assert(
      fc.asyncProperty(documents, async (wanted) => {
        run += 1
        for (const all of wanted) {
          const places = new Set<string>()
          const monitors = all.flatMap(({ place, ...each }) => {
            if (places.has(place)) return []
            places.add(place)
            return [{ ...each, url: `https://${place}-${run}.example/` }]
          })
          const document = { set: `run-${run}`, monitors: monitors.map(clean) }
          const planned = await apply(document, '?dryRun=true&prune=true')
          const agreed = planned.status === 200 ? `&expect=${planned.body.digest}` : ''
          const done = await apply(document, `?prune=true${agreed}`)
          expect(done.status).toBe(200)
          expect(done.body.counts).toEqual(planned.body.counts)
          expect(deeds(done)).toEqual(deeds(planned))
          expect(deeds(await apply(document, '?prune=true'))).toEqual([])
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** Without what is not said. */
function clean(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
