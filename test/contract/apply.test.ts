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

  it('is tried without a result of what it would remove having to wait', async () => {
    await apply({ set: 'tried', monitors: [{ name: 'Tried', url: 'https://tried.example/' }] })
    const planned = await api.db.transaction(async (tx) => {
      // As whoever stores a result, who would else wait for the answer.
      await tx.query({ text: 'select from monitor_states for update' })
      return apply({ set: 'tried' }, '?dryRun=true&prune=true')
    })
    expect(deeds(planned)).toEqual(['remove monitor Tried'])
    expect(deeds(await apply({ set: 'tried' }, '?prune=true'))).toEqual(['remove monitor Tried'])
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

  it('is for those who may change monitors', async () => {
    for (const role of ['viewer', 'analyst'] as const) {
      const key = await api.keyOf(role)
      const { status } = await api.ask('POST', '/api/v1/apply', { body: {}, key })
      expect(status).toBe(403)
    }
    const key = await api.keyOf('editor')
    expect((await api.ask('POST', '/api/v1/apply', { body: {}, key })).status).toBe(200)
  })
})
