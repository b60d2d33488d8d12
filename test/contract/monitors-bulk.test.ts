import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MonitorSetAnswer } from '../../controller/src/api/schemas/monitor-sets.ts'
import {
  createForeignMonitor,
  createMonitor,
  createMonitors,
  notThere,
} from '../helpers/monitor-sets.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import { copyMonitor } from '../helpers/rows.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.passMinutes(3)
  await api.db.query({ text: 'delete from monitors' })
})

interface Result {
  id: string
  ok: boolean
  error?: string
  monitor?: Record<string, unknown>
}

const patch = (body: unknown) => api.ask('PATCH', '/api/v1/monitors', { body })
const remove = (query: string) => api.ask('DELETE', `/api/v1/monitors?${query}`)
const read = async (id: string) => (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor
async function openOutages(id: string): Promise<void> {
  await api.db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
        select 'out_' || scope || id, id, $2, $2, scope, '{}', 'timeout', 'x'
        from monitors, unnest('{global,regional}'::text[]) scope where public_id = $1`,
    },
    [id, api.clock.now],
  )
}

describe('changing many monitors', () => {
  it('happens when others that change the workspace are done, not when it was asked for', async () => {
    const [id = ''] = await createMonitors(api, 1)
    let answer: ReturnType<typeof patch> | undefined
    await api.db.transaction(async (tx) => {
      await tx.query({ text: 'select from workspaces for no key update' })
      answer = patch({ ids: [id], action: 'pause' })
      await delay(500)
      api.passMinutes(1)
    })
    const [result] = (await answer)?.body.results ?? []
    expect(result.monitor.pausedAt).toBe(api.clock.now.toISOString())
  })

  it('pauses and resumes those named, each answered whole, in their order', async () => {
    const [a = '', b = '', c = ''] = await createMonitors(api, 3)
    const paused = await patch({ ids: [c, a], action: 'pause' })
    expect(paused.status).toBe(200)
    expect(Object.keys(paused.body)).toEqual(['updated', 'results', 'usage'])
    expect(MonitorSetAnswer.strict().safeParse(paused.body).success).toBe(true)
    expect(paused.body).toMatchObject({ updated: 2, usage: { tier: 'unlimited' } })
    expect(paused.body.results).toEqual([
      { id: c, ok: true, monitor: await read(c) },
      { id: a, ok: true, monitor: await read(a) },
    ])
    expect(paused.body.results[0].monitor).toMatchObject({
      active: false,
      status: 'paused',
      pausedAt: api.clock.now.toISOString(),
      statusSince: api.clock.now.toISOString(),
      nextCheckAt: null,
    })
    expect(await read(b)).toMatchObject({ active: true, status: 'pending' })
    api.passMinutes(1)
    const resumed = await patch({ ids: [a, b, c], action: 'resume' })
    const at = api.clock.now.toISOString()
    expect(resumed.body.updated).toBe(3)
    expect(
      resumed.body.results.map(({ monitor }: { monitor: Record<string, unknown> }) => [
        monitor['active'],
        monitor['status'],
        monitor['statusSince'] === at,
      ]),
    ).toEqual([
      [true, 'pending', true],
      [true, 'pending', false],
      [true, 'pending', true],
    ])
  })

  it('leaves the same timeline as the single action, and none where nothing changes', async () => {
    const [a = '', b = ''] = await createMonitors(api, 2)
    await Promise.all([a, b].map(openOutages))
    api.passMinutes(1)
    await patch({ ids: [a], action: 'pause' })
    await api.ask('POST', `/api/v1/monitors/${b}/pause`)
    api.passMinutes(1)
    await patch({ ids: [a], action: 'pause' })
    await patch({ ids: [a], action: 'resume' })
    await api.ask('POST', `/api/v1/monitors/${b}/resume`)
    const { rows } = await api.db.query<{ history: { changes: unknown[]; outages: unknown[] } }>({
      text: `select jsonb_build_object(
          'changes', (select jsonb_agg(jsonb_build_array(at, status, reason) order by at) from state_changes
            where monitor_id = m.id),
          'outages', (select jsonb_agg(jsonb_build_array(scope, ended_at) order by scope) from outages
            where monitor_id = m.id),
          'row', jsonb_build_array(grid_since, run_at, updated_at, paused_at)) as history
        from monitors m order by id`,
    })
    expect(rows[0]).toEqual(rows[1])
    expect(rows[0]?.history.changes).toHaveLength(3)
    expect(rows[0]?.history.outages).toEqual([
      ['global', expect.any(String)],
      ['regional', expect.any(String)],
    ])
  })

  it('goes on past ids that are not there, and counts one named twice once', async () => {
    const [a = ''] = await createMonitors(api, 1)
    const foreign = await createForeignMonitor(api)
    const long = 'x'.repeat(300)
    const { status, body } = await patch({
      ids: ['mon_unknown', a, foreign, a, '', long],
      action: 'pause',
    })
    expect(status).toBe(200)
    expect(body.updated).toBe(1)
    expect(body.results).toEqual([
      notThere('mon_unknown'),
      { id: a, ok: true, monitor: await read(a) },
      notThere(foreign),
      notThere(''),
      { id: long, ok: false, error: expect.stringContaining('xxx…') },
    ])
    const { rows } = await api.db.query<{ active: boolean }>(
      { text: 'select active from monitors where public_id = $1' },
      [foreign],
    )
    expect(rows).toEqual([{ active: true }])
  })

  it('gives monitors another interval, and says which time limit does not fit it', async () => {
    const quick = await createMonitor(api)
    const slow = await createMonitor(api, { timeoutMs: 60_000 })
    const same = await createMonitor(api, { intervalMinutes: 1 })
    const before = { slow: await read(slow), same: await read(same) }
    const { rows: grids } = await api.db.query({
      text: 'select grid_since from monitors order by id',
    })
    api.passMinutes(1)
    const { status, body } = await patch({ ids: [quick, slow, same], intervalMinutes: 1 })
    expect(status).toBe(200)
    expect(body.updated).toBe(2)
    expect(body.results).toEqual([
      { id: quick, ok: true, monitor: expect.objectContaining({ intervalMinutes: 1 }) },
      {
        id: slow,
        ok: false,
        error: 'The field "timeoutMs" is 60000: it must be below the interval of 60000 ms.',
      },
      {
        id: same,
        ok: true,
        monitor: {
          ...before.same,
          updatedAt: api.clock.now.toISOString(),
          nextCheckAt: expect.any(String),
        },
      },
    ])
    expect(await read(slow)).toEqual(before.slow)
    const { rows } = await api.db.query({ text: 'select grid_since from monitors order by id' })
    expect(rows).toEqual([{ grid_since: api.clock.now }, grids[1], grids[2]])
  })

  it("refuses an interval below the plan's", async () => {
    const [a = ''] = await createMonitors(api, 1)
    await api.setPlan('free')
    const { status, body } = await patch({ ids: [a], intervalMinutes: 1 })
    await api.setPlan('unlimited')
    expect([status, body.error]).toEqual([
      400,
      'The field "intervalMinutes" is 1: it must be at least 5 on the plan "free".',
    ])
  })

  it.each([
    ['{}', {}, ['a', 'b', 'c']],
    ['a tag', { tag: 'shop' }, ['a', 'b']],
    ['a type', { type: 'tcp' }, ['c']],
    ['types in a list', { type: ['tcp', 'web'], tag: 'shop' }, ['a', 'b']],
    ['types in a text', { type: 'tcp, dns' }, ['c']],
    ['a region', { region: 'us-east' }, ['b']],
    ['a search', { search: 'NAME-A' }, ['a']],
    ['a status', { status: ['pending'] }, ['a', 'b', 'c']],
    ['another status', { status: 'down' }, []],
    ['active', { active: false }, []],
    ['all at once', { active: true, tag: 'shop', region: 'eu-west', search: 'name' }, ['a']],
  ])('pauses what a filter finds: %s', async (_name, filter, expected) => {
    const foreign = await createForeignMonitor(api)
    const ids: Record<string, string> = {
      a: await createMonitor(api, { name: 'name-a', tags: ['shop'], regions: ['eu-west'] }),
      b: await createMonitor(api, { name: 'name-b', tags: ['shop'], regions: ['us-east'] }),
      c: await createMonitor(api, {
        url: 'tcp://bulk.example:1',
        name: 'name-c',
        regions: ['eu-west'],
      }),
    }
    const { status, body } = await patch({ filter, action: 'pause' })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.updated).toBe(expected.length)
    expect(body.results.map(({ id, ok }: Result) => [id, ok])).toEqual(
      expected.toReversed().map((name) => [ids[name], true]),
    )
    const { rows } = await api.db.query<{ id: string }>({
      text: 'select m.public_id as id from monitors m where not m.active order by m.id',
    })
    expect(rows.map(({ id }) => id)).toEqual(expected.map((name) => ids[name]))
    expect(rows).not.toContainEqual({ id: foreign })
  })

  it('tells the 200 newest of many, and changes all', async () => {
    await copyMonitor(api.db, await createMonitor(api), 4_499)
    const { body } = await patch({ filter: {}, action: 'pause' })
    expect(body.updated).toBe(4_500)
    expect(body.results).toHaveLength(200)
    expect(body.results.every(({ ok }: Result) => ok)).toBe(true)
    const { rows } = await api.db.query({
      text: `select count(*) filter (where not active) as paused, count(*) filter (where s.status = 'paused') as told,
          (select count(*) from state_changes where status = 'paused') as changes
        from monitors m join monitor_states s on s.monitor_id = m.id`,
    })
    expect(rows).toEqual([{ paused: 4_500, told: 4_500, changes: 4_500 }])
  })

  it('gives tags and takes others away, and says which monitor would have too many', async () => {
    const many = Array.from({ length: 19 }, (_, index) => `t${index}`)
    const ids = [
      await createMonitor(api, { tags: ['shop', 'old'] }),
      await createMonitor(api),
      await createMonitor(api, { tags: many }),
    ]
    const { status, body } = await patch({ ids, addTags: ['new', 'shop'], removeTags: ['old'] })
    expect([status, body.updated]).toEqual([200, 2])
    expect(body.results.map(({ monitor, error }: Result) => monitor?.['tags'] ?? error)).toEqual([
      ['shop', 'new'],
      ['new', 'shop'],
      'It would have 21 tags: 20 are the most.',
    ])
    expect((await read(ids[2] ?? '')).tags).toEqual(many)
    const both = await patch({
      ids: ids.slice(0, 1),
      addTags: ['shop'],
      removeTags: ['shop', 'new'],
    })
    expect(both.body.results[0].monitor.tags).toEqual(['shop'])
  })

  it.each([
    [{ ids: ['a'], addTags: ['x'], action: 'pause' }, 'together with action or intervalMinutes'],
    [{ ids: ['a'], removeTags: ['x'], intervalMinutes: 5 }, 'The field "removeTags" is a list'],
    [{ filter: {}, addTags: ['x'] }, 'cannot be sent together with tags: send ids'],
    [{ ids: ['a'], addTags: 'x' }, 'The field "addTags" is "x": it must be a list'],
    [{ action: 'pause' }, 'The field "ids" is missing: it must be 1 to 100 ids, unless filter'],
    [{ ids: [], action: 'pause' }, 'The field "ids" is a list of 0: it must not be empty'],
    [{ ids: 'mon_a', action: 'pause' }, 'The field "ids" is "mon_a": it must be a list'],
    [{ ids: [1], action: 'pause' }, 'The field "ids[0]" is 1: it must be a string'],
    [{ ids: null, action: 'pause' }, 'The field "ids" is null: it must be a list'],
    [{ ids: ['a'] }, 'The field "action" is missing: it must be pause or resume, unless'],
    [{ ids: ['a'] }, 'unless intervalMinutes, addTags or removeTags says what to change'],
    [{ ids: ['a'], action: 'delete' }, 'The field "action" is "delete": it must be one of'],
    [{ ids: ['a'], action: 'pause', intervalMinutes: 5 }, 'together with action'],
    [{ ids: ['a'], filter: {}, action: 'pause' }, 'The field "filter" is an object: it cannot be'],
    [{ filter: {}, intervalMinutes: 5 }, 'cannot be sent together with intervalMinutes: send ids'],
    [{ ids: ['a'], intervalMinutes: 7 }, 'The field "intervalMinutes" is 7: it must be one of'],
    [{ ids: ['a'], intervalMinutes: '5' }, 'The field "intervalMinutes" is "5": it must be a'],
    [{ filter: { tags: 'x' }, action: 'pause' }, 'Unknown field "filter.tags": allowed are status'],
    [{ filter: { status: 'broken' }, action: 'pause' }, 'The field "filter.status" is "broken"'],
    [{ filter: { status: [] }, action: 'pause' }, 'must not be empty'],
    [{ filter: { active: 'no' }, action: 'pause' }, 'The field "filter.active" is "no"'],
    [{ filter: { region: 'no region' }, action: 'pause' }, 'The field "filter.region"'],
    [{ filter: [], action: 'pause' }, 'The field "filter" is a list of 0: it must be an object'],
    [{ filter: null, action: 'pause' }, 'The field "filter" is null: it must be an object'],
    [{ ids: ['a'], action: 'pause', name: 'x' }, 'Unknown field "name": allowed are ids, filter'],
    [{ ids: ['a\0'], action: 'pause' }, 'NUL'],
    [{}, 'The field "ids" is missing'],
    [[], 'The body is a list of 0: it must be an object'],
  ])('refuses %j', async (body, sentence) => {
    const answer = await patch(body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('takes 100 ids and no more', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `mon_${n}`)
    const more = await patch({ ids, action: 'pause' })
    expect([more.status, more.body.error]).toEqual([
      400,
      'The field "ids" is a list of 101: it must be at most 100 entries long.',
    ])
    const { status, body } = await patch({ ids: ids.slice(1), action: 'pause' })
    expect([status, body.updated, body.results.length]).toEqual([200, 0, 100])
  })

  it('never mixes two calls at once, nor a call and single ones', async () => {
    const ids = await createMonitors(api, 12)
    api.passMinutes(1)
    for (let round = 0; round < 5; round += 1) {
      const actions = ['pause', 'resume', 'pause', 'resume']
      const answers = await Promise.all([
        ...actions.map((action, n) =>
          patch(n < 2 ? { ids: n === 0 ? ids : ids.toReversed(), action } : { filter: {}, action }),
        ),
        api.ask('PATCH', `/api/v1/monitors/${ids[3]}`, { body: { name: 'x' } }),
        api.ask('PATCH', `/api/v1/monitors/${ids[4]}`, { body: { dependsOn: [ids[5]] } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      const states = await Promise.all(ids.map(read))
      expect(new Set(states.map(({ active, status }) => `${active} ${status}`)).size).toBe(1)
      api.passMinutes(1)
    }
  })
})

it('counts one call each, and needs the permission to manage', async () => {
  const ids = await createMonitors(api, 3)
  const used = async () => (await api.ask('GET', '/api/v1/usage')).body.used
  const before = await used()
  await patch({ filter: {}, action: 'pause' })
  await remove(`ids=${ids.join()}`)
  expect(await used()).toBe(before + 3)
  const key = await api.keyOf('viewer')
  const body = { filter: {}, action: 'pause' }
  expect((await api.ask('PATCH', '/api/v1/monitors', { key, body })).status).toBe(403)
  expect((await api.ask('DELETE', '/api/v1/monitors?ids=a', { key })).status).toBe(403)
  expect((await api.ask('DELETE', '/api/v1/monitors?ids=a', { key: null })).status).toBe(401)
})
