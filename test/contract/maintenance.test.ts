import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WindowDetail, WindowList } from '../../controller/src/api/schemas/maintenance.ts'
import type { MaintenanceClient } from '../helpers/maintenance.ts'
import { maintenanceClient } from '../helpers/maintenance.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let client: MaintenanceClient
let monitorId: string
beforeAll(async () => {
  api = await openTestApi()
  client = maintenanceClient(api)
  monitorId = await client.createMonitor()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const { at, create, created, read } = {
  at: (minutes: number) => client.at(minutes),
  create: (fields?: Record<string, unknown>) => client.create(fields),
  created: (fields?: Record<string, unknown>) => client.created(fields),
  read: (id: string) => client.read(id),
}

describe('creating a window', () => {
  it('needs description, from, to and monitors, and fills in the defaults', async () => {
    const [from, to] = [at(60), at(120)]
    const { status, body } = await create({ from, to, monitorIds: [monitorId] })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['maintenance', 'usage'])
    expect(body.usage).toMatchObject({ tier: 'unlimited', dailyLimit: null })
    const { maintenance } = body
    expect(maintenance).toEqual({
      id: expect.stringMatching(/^mw_[0-9A-Za-z]{20}$/),
      description: 'Upgrade',
      from,
      to,
      recurrence: 'none',
      repeatEvery: 1,
      effectiveTo: null,
      timezone: 'UTC',
      monitorIds: [monitorId],
      allMonitors: false,
      status: 'scheduled',
      nextOccurrence: {
        id: expect.stringMatching(/^occ_[0-9A-Za-z]+$/),
        maintenanceId: maintenance.id,
        from,
        to,
        originalFrom: from,
        originalTo: to,
        status: 'scheduled',
        moved: false,
      },
      createdAt: api.clock.now.toISOString(),
      updatedAt: api.clock.now.toISOString(),
    })
  })

  it('counts once against the quota', async () => {
    const before = (await create()).body.usage.used
    expect((await create()).body.usage.used).toBe(before + 1)
  })

  it('keeps every field that is sent', async () => {
    const second = await client.createMonitor()
    const fields = {
      description: 'Ночные работы 🛠',
      from: '2026-04-05T02:00:00+02:00',
      to: '2026-04-05T04:00:00.500+02:00',
      recurrence: 'month',
      repeatEvery: 100,
      effectiveTo: '2027-01-01',
      timezone: 'europe/berlin',
      monitorIds: [second, monitorId, second],
    }
    expect(await created(fields)).toMatchObject({
      ...fields,
      from: '2026-04-05T00:00:00.000Z',
      to: '2026-04-05T02:00:00.500Z',
      effectiveTo: '2027-01-01T00:00:00.000Z',
      timezone: 'Europe/Berlin',
      monitorIds: [second, monitorId],
    })
  })

  it('takes UNIX seconds, as numbers and as text', async () => {
    const window = await created({
      from: 1_800_000_000,
      to: '1800003600',
      effectiveTo: 1_800_000_000,
    })
    expect(window).toMatchObject({
      from: '2027-01-15T08:00:00.000Z',
      to: '2027-01-15T09:00:00.000Z',
      effectiveTo: '2027-01-15T08:00:00.000Z',
    })
  })

  it('covers all monitors with allMonitors: true, whatever monitorIds says', async () => {
    const window = await created({ allMonitors: true, monitorIds: ['mon_nobody'] })
    expect(window).toMatchObject({ allMonitors: true, monitorIds: [] })
    expect(await created({ allMonitors: true })).toMatchObject({ allMonitors: true })
    expect(await created({ allMonitors: false, monitorIds: [monitorId] })).toMatchObject({
      allMonitors: false,
    })
  })

  it('counts 200 code points, not UTF-16 units', async () => {
    expect((await create({ description: '🛠'.repeat(200) })).status).toBe(201)
    const { status, body } = await create({ description: '🛠'.repeat(201) })
    expect(status).toBe(400)
    expect(body.error).toContain('it must be at most 200 characters long')
  })

  it('takes exactly 30 days, and not a millisecond more', async () => {
    const from = '2026-05-01T00:00:00Z'
    expect((await create({ from, to: '2026-05-31T00:00:00Z' })).status).toBe(201)
    const { status, body } = await create({ from, to: '2026-05-31T00:00:00.001Z' })
    expect([status, body.error]).toEqual([
      400,
      'The field "to" is 2026-05-31T00:00:00.001Z: it must be at most 30 days after "from", which is 2026-05-01T00:00:00.000Z.',
    ])
  })

  it('tells how far it is by its status', async () => {
    expect(await created({ from: at(-60), to: at(-30) })).toMatchObject({
      status: 'finished',
      nextOccurrence: null,
    })
    expect(await created({ from: at(-60), to: at(30) })).toMatchObject({
      status: 'active',
      nextOccurrence: null,
    })
    const daily = await created({ from: at(-60), to: at(30), recurrence: 'day' })
    expect(daily.status).toBe('active')
    expect(daily.nextOccurrence.from).toBe(at(24 * 60 - 60))
    expect(await created({ from: at(-60), to: at(-30), recurrence: 'day' })).toMatchObject({
      status: 'scheduled',
    })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ description: undefined }, 'The field "description" is missing: it must be a string.'],
    [{ description: '' }, 'The field "description" is "": it must not be empty.'],
    [{ description: ' \n ' }, 'The field "description" is "": it must not be empty.'],
    [{ description: 7 }, 'The field "description" is 7: it must be a string.'],
    [{ from: undefined }, 'The field "from" is missing'],
    [{ from: null }, 'The field "from" is null'],
    [{ from: 'tomorrow' }, 'The field "from" is "tomorrow": it must be a time: ISO 8601 such as'],
    [{ from: '2026-02-30T00:00:00Z' }, 'The field "from" is "2026-02-30T00:00:00Z"'],
    [{ from: 1.5 }, 'The field "from" is 1.5: it must be a time'],
    [{ to: undefined }, 'The field "to" is missing'],
    [{ to: true }, 'The field "to" is true'],
    [{ to: 1e300 }, 'The field "to" is 1e+300: it must be a time'],
    [
      { from: '2026-05-01T00:00:00Z', to: '2026-05-01T00:00:00Z' },
      'The field "to" is 2026-05-01T00:00:00.000Z: it must be after "from", which is 2026-05-01T00:00:00.000Z.',
    ],
    [{ recurrence: 'year' }, 'it must be one of "none", "day", "week", "month".'],
    [{ recurrence: null }, 'The field "recurrence" is null'],
    [{ repeatEvery: 0 }, 'The field "repeatEvery" is 0: it must be at least 1.'],
    [{ repeatEvery: 101 }, 'The field "repeatEvery" is 101: it must be at most 100.'],
    [{ repeatEvery: 1.5 }, 'The field "repeatEvery" is 1.5: it must be a whole number.'],
    [{ repeatEvery: '2' }, 'The field "repeatEvery" is "2": it must be a number.'],
    [
      { from: '2026-05-02T00:00:00Z', to: '2026-05-03T00:00:00Z', effectiveTo: '2026-05-01' },
      'The field "effectiveTo" is 2026-05-01T00:00:00.000Z: it must not be before "from", which is 2026-05-02T00:00:00.000Z; null repeats for ever.',
    ],
    [{ effectiveTo: 'never' }, 'The field "effectiveTo" is "never"'],
    [{ timezone: 'Mars/Base' }, 'The field "timezone" is "Mars/Base": it must be a time zone'],
    [{ timezone: '+02:00' }, 'The field "timezone" is "+02:00": it must be a time zone'],
    [{ timezone: null }, 'The field "timezone" is null: it must be a string.'],
    [
      { monitorIds: undefined },
      'The field "monitorIds" is missing: it must list the monitors to cover, or send "allMonitors": true.',
    ],
    [{ monitorIds: [] }, 'The field "monitorIds" is an empty list'],
    [{ monitorIds: 'mon_a' }, 'The field "monitorIds" is "mon_a": it must be a list.'],
    [{ monitorIds: null }, 'The field "monitorIds" is null: it must be a list.'],
    [{ monitorIds: [3] }, 'The field "monitorIds[0]" is 3: it must be a string.'],
    [
      { monitorIds: ['mon_nobody'] },
      'The field "monitorIds" names "mon_nobody": there is no such monitor in the workspace.',
    ],
    [{ allMonitors: false }, 'The field "monitorIds" is missing: with "allMonitors": false'],
    [{ allMonitors: 'yes' }, 'The field "allMonitors" is "yes": it must be true or false.'],
    [{ title: 'x' }, 'Unknown field "title": allowed are description, from, to, recurrence'],
  ])('refuses %j', async (fields, sentence) => {
    const { status, body } = await create(fields)
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('refuses occurrences that overlap, judged on real ones', async () => {
    const from = '2026-05-01T00:00:00Z'
    const day = { from, recurrence: 'day', to: '2026-05-02T00:00:00Z' }
    expect((await create(day)).status).toBe(201)
    const { status, body } = await create({ ...day, to: '2026-05-02T00:00:01Z' })
    expect([status, body.error]).toEqual([
      400,
      'The field "to" is 2026-05-02T00:00:01.000Z: occurrences would overlap, as the one that begins at 2026-05-01T00:00:00.000Z ends at 2026-05-02T00:00:01.000Z and the next begins at 2026-05-02T00:00:00.000Z; make the window shorter, or send a larger repeatEvery or an earlier effectiveTo.',
    ])
    expect((await create({ ...day, to: '2026-05-03T00:00:00Z', repeatEvery: 2 })).status).toBe(201)
    // 28 March 2027 has 23 hours in Berlin.
    expect((await create({ ...day, timezone: 'Europe/Berlin' })).body.error).toContain(
      'the next begins at 2027-03-29T00:00:00.000Z',
    )
  })

  it('takes what ends before its occurrences would overlap, one at effectiveTo included', async () => {
    const month = { from: '2026-01-01T00:00:00Z', to: '2026-01-30T00:00:00Z', recurrence: 'month' }
    const until = async (effectiveTo: string | null) =>
      (await create({ ...month, effectiveTo })).status
    expect(await until('2026-02-01T00:00:00Z')).toBe(201)
    expect(await until('2026-02-28T23:59:59Z')).toBe(201)
    expect(await until('2026-03-01T00:00:00Z')).toBe(400)
    expect(await until(null)).toBe(400)
  })
})

it('makes of the example what the description of the API shows', async () => {
  const document = (await api.ask('GET', '/openapi.json', { key: null })).body
  const { requestBody, responses } = document.paths['/api/v1/maintenance'].post
  const body = requestBody.content['application/json'].example
  const shown = responses['201'].content['application/json'].example.maintenance
  const { now } = api.clock
  api.clock.now = new Date(shown.createdAt)
  const window = await created({ ...body, monitorIds: [monitorId] })
  api.clock.now = now
  const { id, monitorIds, nextOccurrence } = window
  expect({ ...shown, id, monitorIds, nextOccurrence }).toEqual(window)
  const { id: occurrenceId, maintenanceId } = nextOccurrence
  expect({ ...shown.nextOccurrence, id: occurrenceId, maintenanceId }).toEqual(nextOccurrence)
  expect(shown.nextOccurrence.id.slice(24)).toBe(occurrenceId.slice(24))
})

describe('reading windows', () => {
  it('lists them newest first, in pages', async () => {
    await created({ description: 'Older' })
    api.passMinutes(1)
    await created({ description: 'Newer' })
    const { status, body } = await api.ask('GET', '/api/v1/maintenance?per=2')
    expect(status).toBe(200)
    expect(WindowList.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ page: 1, per: 2 })
    expect(body.maintenance.map((window: { description: string }) => window.description)).toEqual([
      'Newer',
      'Older',
    ])
    const next = await api.ask('GET', '/api/v1/maintenance?per=2&page=2')
    expect(next.body.total).toBe(body.total)
    expect(next.body.maintenance[0].id).not.toBe(body.maintenance[1].id)
    const far = await api.ask('GET', '/api/v1/maintenance?per=900&page=0')
    expect(far.body).toMatchObject({ page: 1, per: 200, total: body.total })
    expect((await api.ask('GET', '/api/v1/maintenance?page=two')).status).toBe(400)
  })

  it('shows one with its next 20 occurrences, were they 100 months apart', async () => {
    const window = await created({
      from: '2026-05-31T22:00:00Z',
      to: '2026-05-31T23:00:00Z',
      recurrence: 'month',
      repeatEvery: 100,
    })
    const body = await read(window.id)
    expect(Object.keys(body)).toEqual(['maintenance', 'occurrences', 'usage'])
    expect(WindowDetail.strict().safeParse(body).success).toBe(true)
    expect(body.maintenance).toEqual(window)
    expect(body.occurrences).toHaveLength(20)
    expect(body.occurrences[0]).toEqual(window.nextOccurrence)
    expect(body.occurrences.slice(1, 4).map((each: { from: string }) => each.from)).toEqual([
      '2034-09-30T22:00:00.000Z',
      '2043-01-31T22:00:00.000Z',
      '2051-05-31T22:00:00.000Z',
    ])
    expect(new Set(body.occurrences.map((each: { id: string }) => each.id)).size).toBe(20)
  })

  it('begins with the occurrence under way', async () => {
    const window = await created({ from: at(-10), to: at(50), recurrence: 'day' })
    const { occurrences } = await read(window.id)
    expect(occurrences[0]).toMatchObject({ from: window.from, status: 'active' })
    expect(occurrences[1]).toEqual(window.nextOccurrence)
  })

  it('computes a window that began decades ago', async () => {
    const window = await created({
      from: '1990-01-01T03:00:00Z',
      to: '1990-01-01T04:00:00Z',
      recurrence: 'day',
      timezone: 'America/New_York',
    })
    // 22:00 there, over the clock change of 8 March.
    const { occurrences } = await read(window.id)
    expect(occurrences[0].from).toBe('2026-03-11T02:00:00.000Z')
  })

  it('keeps the wall-clock time of a zone over its clock changes', async () => {
    const window = await created({
      from: '2026-03-22T21:00:00Z',
      to: '2026-03-22T22:00:00Z',
      recurrence: 'week',
      timezone: 'Europe/Berlin',
    })
    const { occurrences } = await read(window.id)
    expect(occurrences.slice(0, 2).map((each: { from: string }) => each.from)).toEqual([
      '2026-03-22T21:00:00.000Z',
      '2026-03-29T20:00:00.000Z',
    ])
  })
})

describe('deleting a window', () => {
  it('answers like every deletion, and a second time 404', async () => {
    const { id } = await created()
    const { status, body } = await api.ask('DELETE', `/api/v1/maintenance/${id}`)
    expect([status, body]).toEqual([200, { deleted: true, id, usage: expect.any(Object) }])
    expect((await api.ask('DELETE', `/api/v1/maintenance/${id}`)).status).toBe(404)
    expect((await api.ask('GET', `/api/v1/maintenance/${id}`)).body.error).toBe(
      `There is no maintenance window with the id "${id}" in the workspace.`,
    )
  })
})

describe('a monitor that is deleted', () => {
  it('leaves the windows that name it; one without monitors stays and covers nothing', async () => {
    const gone = await client.createMonitor()
    const both = await created({ monitorIds: [gone, monitorId] })
    const alone = await created({ monitorIds: [gone] })
    await api.ask('DELETE', `/api/v1/monitors/${gone}`)
    expect((await read(both.id)).maintenance.monitorIds).toEqual([monitorId])
    expect((await read(alone.id)).maintenance).toMatchObject({
      monitorIds: [],
      allMonitors: false,
      status: 'scheduled',
    })
    expect((await client.change(alone.id, { description: 'Still there' })).status).toBe(200)
  })
})

describe('every maintenance endpoint', () => {
  const ENDPOINTS = [
    ['GET', '/api/v1/maintenance'],
    ['POST', '/api/v1/maintenance'],
    ['GET', '/api/v1/maintenance/mw_nobody'],
    ['PATCH', '/api/v1/maintenance/mw_nobody'],
    ['PUT', '/api/v1/maintenance/mw_nobody'],
    ['DELETE', '/api/v1/maintenance/mw_nobody'],
    ['PATCH', '/api/v1/maintenance/occurrences/occ_nobody'],
    ['DELETE', '/api/v1/maintenance/occurrences/occ_nobody'],
  ] as const

  it('needs a linked key with the permission', async () => {
    const [viewer, analyst, editor] = [
      await api.keyOf('viewer'),
      await api.keyOf('analyst'),
      await api.keyOf('editor'),
    ]
    const unlinked = await api.unlinkedKey()
    for (const [method, path] of ENDPOINTS) {
      const statusOf = async (key: string | null) =>
        (await api.ask(method, path, { key, ...(method === 'GET' ? {} : { body: {} }) })).status
      expect([path, await statusOf(null)]).toEqual([path, 401])
      expect([path, await statusOf(unlinked)]).toEqual([path, 403])
      expect([path, await statusOf(analyst)]).toEqual([path, 403])
      if (method === 'GET') expect(await statusOf(viewer)).not.toBe(403)
      else expect([path, await statusOf(viewer)]).toEqual([path, 403])
      expect([path, await statusOf(editor)]).not.toEqual([path, 403])
      api.passMinutes(1)
    }
  })

  it('answers 404 to ids that are none', async () => {
    for (const [method, path] of ENDPOINTS.slice(2)) {
      const { status } = await api.ask(method, path, method === 'GET' ? {} : { body: {} })
      expect([method, path, status]).toEqual([method, path, 404])
    }
    expect((await api.ask('GET', '/api/v1/maintenance/occurrences')).status).toBe(404)
    expect((await api.ask('GET', `/api/v1/maintenance/${'x'.repeat(3_000)}`)).status).toBe(404)
  })

  it('answers 405 with the methods that are allowed', async () => {
    const answers = [
      await api.ask('DELETE', '/api/v1/maintenance'),
      await api.ask('POST', '/api/v1/maintenance/mw_nobody'),
      await api.ask('GET', '/api/v1/maintenance/occurrences/occ_nobody'),
    ]
    expect(answers.map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [405, 'GET, HEAD, POST'],
      [405, 'DELETE, GET, HEAD, PATCH, PUT'],
      [405, 'DELETE, PATCH'],
    ])
  })
})
