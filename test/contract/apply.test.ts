import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApplyAnswer, DocumentProblems } from '../../controller/src/api/schemas/apply.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

async function apply(document: object, query = '', on: TestApi = api) {
  on.passMinutes(2)
  const answer = await on.ask('POST', `/api/v1/apply${query}`, { body: document })
  if (answer.status === 200) expect(ApplyAnswer.parse(answer.body)).toEqual(answer.body)
  if (answer.status === 400) expect(DocumentProblems.parse(answer.body)).toEqual(answer.body)
  return answer
}

interface Step {
  action: string
  kind: string
  key: string
  fields: { field: string; before: unknown; after: unknown }[]
}

const deeds = ({ body }: { body: { error?: string; steps?: Step[] } }): unknown =>
  body.steps?.map(({ action, kind, key, fields }) =>
    [action, kind, key, ...fields.map(({ field }) => field)].join(' '),
  ) ?? body

const SHOP = {
  set: 'shop',
  contacts: [
    { name: 'On call', email: 'on-call@example.com' },
    { name: 'Hook', webhookUrl: 'https://hooks.example/a' },
  ],
  teams: [
    { name: 'Shop', contacts: ['On call'], escalation: [{ afterMinutes: 15, contacts: ['Hook'] }] },
  ],
  monitors: [
    {
      name: 'Front',
      url: 'https://shop.example/',
      dependsOn: ['Back'],
      tags: ['shop'],
      alerts: { contacts: ['On call'], teams: ['Shop'], repeatMinutes: 30 },
      settings: {
        headers: { 'x-shop': '1' },
        auth: { kind: 'basic', username: 'u', password: 'first secret' },
      },
    },
    { key: 'back', name: 'Back', url: 'tcp://db.example:5432', intervalMinutes: 1 },
  ],
  maintenance: [
    {
      description: 'Upgrade',
      from: '2026-06-01T22:00:00Z',
      to: '2026-06-01T23:00:00Z',
      recurrence: 'week',
      monitors: ['Front', 'back'],
    },
  ],
  crawlSchedules: [
    {
      url: 'https://shop.example/',
      from: '2026-06-02T03:00:00Z',
      recurrence: 'week',
      alerts: { contacts: ['On call'] },
      maxPages: 20,
    },
  ],
  statusPages: [
    {
      slug: 'shop',
      title: 'Shop',
      published: true,
      components: [
        { monitor: 'Front', group: 'Site' },
        { monitor: 'back', name: 'Database' },
      ],
    },
  ],
}

describe('a document', () => {
  it('is planned, applied, and then there is nothing to do', async () => {
    const planned = await apply(SHOP, '?dryRun=true')
    expect(deeds(planned)).toEqual([
      'create contact On call',
      'create contact Hook',
      'create team Shop',
      'create monitor Front',
      'create monitor back',
      'create maintenance Upgrade',
      'create crawlSchedule https://shop.example/',
      'create statusPage shop',
    ])
    expect((await api.ask('GET', '/api/v1/monitors')).body.total).toBe(0)
    const applied = await apply(SHOP, `?expect=${planned.body.digest}`)
    expect(deeds(applied)).toEqual(deeds(planned))
    expect(applied.body.steps[1].shownOnce.webhookSecret).toMatch(/^whsec_/)
    const again = await apply(SHOP)
    expect(deeds(again)).toEqual([])
    expect(again.body.counts).toMatchObject({ unchanged: 8 })
  })

  it('is compared field by field, and shows no secret', async () => {
    const [front, back] = SHOP.monitors
    const changed = {
      ...SHOP,
      monitors: [
        {
          ...front,
          tags: undefined,
          timeoutMs: 5_000,
          settings: { auth: { kind: 'basic', username: 'u', password: 'second secret' } },
        },
        back,
      ],
      statusPages: [{ slug: 'shop', title: 'Our shop', components: [{ monitor: 'Back' }] }],
    }
    const planned = await apply(changed, '?dryRun=true')
    expect(JSON.stringify(planned.body)).not.toMatch(/second secret|first secret/)
    expect(deeds(planned)).toEqual([
      'change monitor Front timeoutMs tags settings.headers.x-shop settings.auth.password',
      'change statusPage shop title published components',
    ])
    expect(planned.body.steps[0].fields).toEqual([
      { field: 'timeoutMs', before: 10_000, after: 5_000 },
      { field: 'tags', before: ['shop'], after: [] },
      { field: 'settings.headers.x-shop', before: '1', after: null },
      { field: 'settings.auth.password', before: '***', after: '***' },
    ])
    expect(deeds(await apply(changed))).toEqual(deeds(planned))
    expect(deeds(await apply(changed))).toEqual([])
    expect(deeds(await apply(SHOP))).toHaveLength(2)
    expect(deeds(await apply(SHOP))).toEqual([])
  })

  it('finds by its key what is called otherwise, and changes it', async () => {
    const named = { set: 'keys', contacts: [{ key: 'k', name: 'One', email: 'a@example.com' }] }
    const monitors = [{ key: 'm', name: 'One', url: 'https://one.example/' }]
    const made = await apply({ ...named, monitors })
    const renamed = {
      set: 'keys',
      contacts: [{ key: 'k', name: 'Two', email: 'b@example.com' }],
      monitors: [{ key: 'm', name: 'Two', url: 'https://two.example/' }],
    }
    const applied = await apply(renamed)
    expect(deeds(applied)).toEqual(['change contact k name email', 'change monitor m name url'])
    expect(applied.body.steps.map(({ id }: { id: string }) => id)).toEqual(
      made.body.steps.map(({ id }: { id: string }) => id),
    )
    expect(deeds(await apply(renamed))).toEqual([])
  })

  it('keeps a name that it says, also where that was the default of the target before', async () => {
    const said = { key: 'said', name: 'said-1.example' }
    await apply({ set: 'said', monitors: [{ ...said, url: 'https://said-1.example/' }] })
    const moved = { set: 'said', monitors: [{ ...said, url: 'https://said-2.example/' }] }
    expect(deeds(await apply(moved))).toEqual(['change monitor said url'])
    expect(deeds(await apply(moved))).toEqual([])
  })

  it('removes with prune what its set brought, and nothing else', async () => {
    const other = await api.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://by-hand.example/' },
    })
    const both = {
      set: 'pruned',
      contacts: [{ name: 'Gone', email: 'gone@example.com' }],
      monitors: [
        { name: 'Stays', url: 'https://stays.example/', alerts: { contacts: ['Gone'] } },
        { name: 'Goes', url: 'https://goes.example/' },
      ],
    }
    await apply(both)
    const less = { set: 'pruned', monitors: [{ name: 'Stays', url: 'https://stays.example/' }] }
    const kept = await apply(less, '?dryRun=true')
    expect(kept.body.left.map(({ key }: { key: string }) => key).toSorted()).toEqual([
      'Goes',
      'Gone',
    ])
    // What still refers to what would be removed is told.
    const window = { ...SHOP.maintenance[0], description: 'Dangling', monitors: ['Goes'] }
    expect(
      (await apply({ ...less, maintenance: [window] }, '?prune=true')).body.problems,
    ).toMatchObject([{ at: 'maintenance[0]', field: 'monitors[0]' }])
    const pruned = await apply(less, '?prune=true')
    expect(deeds(pruned)).toEqual(['remove monitor Goes', 'remove contact Gone'])
    expect(deeds(await apply(less, '?prune=true'))).toEqual([])
    const left = await api.ask('GET', `/api/v1/monitors/${other.body.monitor.id}`)
    expect(left.status).toBe(200)
    expect((await apply({ monitors: [] }, '?prune=true')).status).toBe(400)
  })

  it('takes over what is there already, unless another set has it', async () => {
    await api.ask('POST', '/api/v1/monitors', {
      body: { name: 'Found', url: 'https://found.example/' },
    })
    const found = { set: 'finder', monitors: [{ name: 'Found', url: 'https://found.example' }] }
    expect(deeds(await apply(found))).toEqual(['adopt monitor Found'])
    expect(deeds(await apply(found))).toEqual([])
    const rival = await apply(found, '?set=rival')
    expect(rival.status).toBe(400)
    expect(rival.body.problems[0].message).toContain('belongs to the set "finder"')
    // Without a set nothing is noted, and nothing done.
    expect(deeds(await apply({ monitors: found.monitors }))).toEqual([])
  })

  it('leaves who is paused paused, unless it says otherwise', async () => {
    const monitors = [{ name: 'Pause', url: 'https://pause.example/' }]
    const { body } = await apply({ monitors })
    await api.ask('POST', `/api/v1/monitors/${body.steps[0].id}/pause`)
    expect(deeds(await apply({ monitors }))).toEqual([])
    const resumed = { monitors: [{ ...monitors[0], active: true }] }
    expect(deeds(await apply(resumed))).toEqual(['change monitor Pause active'])
    expect(deeds(await apply(resumed))).toEqual([])
    const paused = { monitors: [{ name: 'Born', url: 'https://born.example/', active: false }] }
    await apply(paused)
    expect(deeds(await apply(paused))).toEqual([])
  })

  it('is done as a whole or not at all, and tells all that is wrong with it', async () => {
    const before = (await api.ask('GET', '/api/v1/monitors')).body.total
    const wrong = await apply({
      set: 'wrong',
      monitors: [
        { name: 'Fine', url: 'https://fine.example/' },
        { name: 'Typo', url: 'https://typo.example/', intervalMinuets: 5 },
        { name: 'Lost', url: 'https://lost.example/', dependsOn: ['Nobody'] },
        {
          name: 'Hidden',
          url: 'https://hidden.example/',
          settings: { auth: { kind: 'basic', username: 'u', password: '***' } },
        },
      ],
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.problems).toMatchObject([
      { at: 'monitors[1]', field: 'intervalMinuets' },
      { at: 'monitors[2]', field: 'dependsOn[0]' },
    ])
    expect(wrong.body.problems[0].message).toMatch(/Did you mean "intervalMinutes"\?$/)
    const late = await apply({
      monitors: [
        { name: 'Fine', url: 'https://fine.example/' },
        {
          name: 'Hidden',
          url: 'https://hidden.example/',
          settings: { auth: { kind: 'basic', username: 'u', password: '***' } },
        },
        { name: 'Region', url: 'https://region.example/', regions: ['nowhere'] },
      ],
    })
    expect(late.body.problems).toMatchObject([
      { at: 'monitors[1]', field: 'settings.auth.password' },
      { at: 'monitors[2]', field: 'regions' },
    ])
    expect((await api.ask('GET', '/api/v1/monitors')).body.total).toBe(before)
  })

  it('is refused when something else would be done than what was agreed to', async () => {
    const monitors = [{ name: 'Agreed', url: 'https://agreed.example/' }]
    const planned = await apply({ monitors }, '?dryRun=true')
    await api.ask('POST', '/api/v1/monitors', {
      body: { name: 'Agreed', url: 'https://agreed.example/', timeoutMs: 2_000 },
    })
    expect((await apply({ monitors }, `?expect=${planned.body.digest}`)).status).toBe(409)
  })

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

  it('takes secrets to another host only where it says them', async () => {
    const at = (host: string, password: string) => ({
      set: 'moved',
      monitors: [
        {
          key: 'm',
          url: `https://${host}.example/`,
          settings: { auth: { kind: 'basic', username: 'u', password } },
        },
      ],
    })
    await apply(at('from', 'secret'))
    const unsaid = await apply(at('to', '***'))
    expect(unsaid.body.problems[0].message).toContain('send the passwords again')
    expect(deeds(await apply(at('to', 'secret')))).toEqual(['change monitor m name url'])
    expect(deeds(await apply(at('to', '***')))).toEqual([])
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

  it('is noted with who applied it, and only where something was done', async () => {
    const log = async () => (await api.ask('GET', '/api/v1/audit-log')).body
    const monitors = [{ name: 'Noted', url: 'https://noted.example/' }]
    await apply({ set: 'noted', monitors })
    const { total, entries } = await log()
    expect(entries[0]).toMatchObject({ action: 'workspace.applied', subject: null })
    expect(entries[0].changes).toEqual(
      expect.arrayContaining([
        { field: 'set', to: 'noted' },
        { field: 'create', to: 1 },
      ]),
    )
    expect(entries[1]).toMatchObject({ action: 'monitor.created', subject: { name: 'Noted' } })
    await apply({ set: 'noted', monitors })
    await apply({ set: 'noted', monitors: [] }, '?dryRun=true&prune=true')
    expect((await log()).total).toBe(total)
    const settings = { auth: { kind: 'bearer', token: 'secret word' } }
    await apply({ set: 'noted', monitors: [{ ...monitors[0], timeoutMs: 3_000, settings }] })
    const after = await log()
    expect(after.entries[1]).toMatchObject({
      action: 'monitor.changed',
      subject: { name: 'Noted' },
    })
    expect(after.entries[1].changes).toEqual(
      expect.arrayContaining([{ field: 'timeoutMs', to: 3_000 }, { field: 'settings.auth.token' }]),
    )
    expect(JSON.stringify(after)).not.toContain('secret word')
    await apply({ set: 'noted' }, '?prune=true')
    expect((await log()).entries[1]).toMatchObject({
      action: 'monitor.deleted',
      subject: { name: 'Noted' },
    })
  })

  it('of two at once makes everything once', async () => {
    const monitors = Array.from({ length: 5 }, (_, index) => ({
      name: `Twice ${index}`,
      url: `https://twice-${index}.example/`,
    }))
    const beside = await openTestApi({ beside: api })
    const answers = await Promise.all([
      apply({ set: 'twice', monitors }),
      apply({ set: 'twice', monitors }, '', beside),
      apply({ set: 'twice', monitors }),
    ])
    await beside.close()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.counts.create).toSorted((a, b) => a - b)).toEqual([
      0, 0, 5,
    ])
  })

  it('that is hostile is refused, and hurts nobody', async () => {
    const json = { 'content-type': 'application/json' }
    const send = (payload: string) => {
      api.passMinutes(2)
      return api.ask('POST', '/api/v1/apply', { payload, headers: json })
    }
    const answers = [
      [`{"monitors":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested|object/],
      [`{"monitors":[${'0,'.repeat(1_000_000)}0]}`, /more than 300000 values/],
      [`{"monitors":[${'{},'.repeat(10_000)}{}]}`, /at most 10000|must/],
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

  it('is for those who may change monitors', async () => {
    for (const role of ['viewer', 'analyst'] as const) {
      const key = await api.keyOf(role)
      const { status } = await api.ask('POST', '/api/v1/apply', { body: {}, key })
      expect(status).toBe(403)
    }
    const key = await api.keyOf('editor')
    expect((await api.ask('POST', '/api/v1/apply', { body: {}, key })).status).toBe(200)
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
  }, 60_000)
})

/** Without what is not said. */
function clean(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
