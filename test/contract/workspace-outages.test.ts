import { unpackBeats } from '@sightline/shared/beats'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '@sightline/shared/logger'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let monitor: { id: string; number: number }
let other: { id: string; number: number }
beforeAll(async () => {
  api = await openTestApi()
  await api.db.query({ text: `update people set name = 'Ada'` })
  monitor = await newMonitor('Shop', 'https://shop.example.com')
  other = await newMonitor('Blog', 'https://blog.example.com')
  await outage('out_past', monitor, '2026-03-09T10:00:00Z', '2026-03-09T10:30:00Z')
  await outage('out_old', other, '2026-01-09T10:00:00Z', '2026-01-09T11:00:00Z')
  await outage('out_open', monitor, '2026-03-10T11:50:00Z', null)
  const days = await openResultDays(api.db, createLogger('test', 'silent'))
  await days.ensure([Date.parse('2026-03-10T11:50:00Z')])
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(1))

async function newMonitor(name: string, url: string): Promise<{ id: string; number: number }> {
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: { url, name, intervalMinutes: 1 },
  })
  const { rows } = await api.db.query<{ id: number }>(
    { text: 'select id from monitors where public_id = $1' },
    [body.monitor.id],
  )
  return { id: body.monitor.id, number: rows[0]?.id ?? 0 }
}

async function outage(
  id: string,
  of: { number: number },
  from: string,
  to: string | null,
): Promise<void> {
  await api.db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary)
        values ($1, $2, $3, $3::timestamptz + interval '2 seconds', $4, 'global', '{eu-west}', 'serviceUnavailable',
          'The server answered 503 where 200 was expected.')`,
    },
    [id, of.number, from, to],
  )
}

async function result(
  of: { number: number },
  at: string,
  region: string,
  fields: { status?: string; ms?: number | null; confirmation?: boolean; attempt?: number } = {},
): Promise<void> {
  const { status = 'up', ms = 100, confirmation = false, attempt = 0 } = fields
  await api.db.query(
    {
      text: `insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at,
          duration_ms, response_ms, status, cause, error)
        values ($1, $2, $3, $4, $5, false, $2, 100, $6, $7,
          case when $7 = 'down' then 'serviceUnavailable' end, case when $7 = 'down' then 'It answered 503.' end)`,
    },
    [of.number, at, region, attempt, confirmation, ms, status],
  )
}

const idsOf = (body: { outages: { id: string }[] }) => body.outages.map(({ id }) => id)

describe('GET /outages', () => {
  it('lists those of all monitors in the window, newest first', async () => {
    const { status, body } = await api.ask('GET', '/api/v1/outages')
    expect(status).toBe(200)
    expect([body.total, idsOf(body)]).toEqual([2, ['out_open', 'out_past']])
    expect(body.outages[0]).toMatchObject({
      ongoing: true,
      endedAt: null,
      monitor: { id: monitor.id, name: 'Shop', type: 'web', url: 'https://shop.example.com/' },
      acknowledged: null,
      mutedUntil: null,
      alertsSent: 0,
    })
  })

  it('filters by what they are, whose they are and when they were, and pages', async () => {
    const ask = async (query: string) => (await api.ask('GET', `/api/v1/outages?${query}`)).body
    expect(idsOf(await ask('status=open'))).toEqual(['out_open'])
    expect(idsOf(await ask('status=closed'))).toEqual(['out_past'])
    expect(idsOf(await ask('from=2026-01-01'))).toEqual(['out_open', 'out_past', 'out_old'])
    expect(idsOf(await ask(`from=2026-01-01&monitorId=${other.id}`))).toEqual(['out_old'])
    expect(idsOf(await ask('from=2026-01-01&to=2026-01-10'))).toEqual(['out_old'])
    expect(idsOf(await ask('from=2040-01-01&to=2040-01-02'))).toEqual([])
    const second = await ask('from=2026-01-01&per=1&page=2')
    expect([second.total, idsOf(second)]).toEqual([3, ['out_past']])
    api.passMinutes(1)
    for (const [query, sentence] of [
      ['status=ended', /"status".*must be open or closed/],
      ['from=2020-01-01', /at most 1096 days/],
    ] as const) {
      const refused = await api.ask('GET', `/api/v1/outages?${query}`)
      expect(refused.status).toBe(400)
      expect(refused.body.error).toMatch(sentence)
    }
  })

  it('shows nobody those of another workspace', async () => {
    await api.db.query({
      text: `insert into workspaces (public_id, name, plan) values ('wsp_foreign', 'Foreign', 'starter')`,
    })
    const { rows } = await api.db.query<{ id: number }>({
      text: `with moved as (update monitors set workspace_id = (select id from workspaces where public_id = 'wsp_foreign')
        where public_id = '${other.id}' returning id) select id from moved`,
    })
    expect(rows).toHaveLength(1)
    expect(idsOf((await api.ask('GET', '/api/v1/outages?from=2026-01-01')).body)).toEqual([
      'out_open',
      'out_past',
    ])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/acknowledge'],
    ] as const) {
      const { status } = await api.ask(method, `/api/v1/outages/out_old${path}`)
      expect(status).toBe(404)
    }
    await api.db.query({
      text: `update monitors set workspace_id = (select owner_workspace_id from installation) where public_id = '${other.id}'`,
    })
  })
})

describe('GET /outages/{id}', () => {
  it('tells it as a story', async () => {
    await result(monitor, '2026-03-10T11:49:00Z', 'eu-west')
    await result(monitor, '2026-03-10T11:50:00Z', 'eu-west', { status: 'down', ms: null })
    await result(monitor, '2026-03-10T11:50:01Z', 'us-east', {
      status: 'down',
      ms: null,
      confirmation: true,
      attempt: 2,
    })
    await result(monitor, '2026-03-10T11:51:00Z', 'eu-west', { status: 'down', ms: null })
    await api.db.query({
      text: `insert into alerts (public_id, workspace_id, monitor_id, monitor_public_id, monitor_name, outage_id,
          kind, channel, recipient_type, recipient_id, recipient_name, delivery_key, state, attempts, title, text,
          message, event, created_at, sent_at)
        select 'alr_' || kind, workspace_id, id, public_id, name, 'out_open', kind, 'webhook', 'contact', 'ctc_1',
          'On call', kind, 'sent', 1, 'Down', 'It is down.', '{}', '{}', '2026-03-10T11:50:03Z', '2026-03-10T11:50:04Z'
        from monitors, unnest('{down,wobbly}'::text[]) as kind where id = ${monitor.number}`,
    })
    const { status, body } = await api.ask('GET', '/api/v1/outages/out_open')
    expect(status).toBe(200)
    expect(body.outage).toMatchObject({ id: 'out_open', monitor: { name: 'Shop' }, alertsSent: 2 })
    expect(
      body.votes.map(({ region, checkedAt, status: found, confirmation, error }: never) => [
        region,
        checkedAt,
        found,
        confirmation,
        error,
      ]),
    ).toEqual([
      ['eu-west', '2026-03-10T11:50:00.000Z', 'down', false, 'It answered 503.'],
      ['us-east', '2026-03-10T11:50:01.000Z', 'down', true, 'It answered 503.'],
    ])
    expect(body.analysis.verdict).toMatchObject({ cause: expect.any(String) })
    expect(body.analysis.firstBad).toMatchObject({
      region: 'eu-west',
      at: '2026-03-10T11:50:00.000Z',
    })
    expect(body.alerts).toEqual([
      {
        id: 'alr_down',
        kind: 'down',
        channel: 'webhook',
        recipient: { type: 'contact', id: 'ctc_1', name: 'On call' },
        state: 'sent',
        suppressedBy: null,
        error: null,
        createdAt: '2026-03-10T11:50:03.000Z',
        sentAt: '2026-03-10T11:50:04.000Z',
      },
    ])
    expect(body.notes).toEqual([])
  })

  it('is 404 for one that nobody knows', async () => {
    const { status, body } = await api.ask('GET', '/api/v1/outages/out_no')
    expect(status).toBe(404)
    expect(body.error).toBe('There is no outage with the id "out_no" in the workspace.')
  })
})

describe('what people do about an outage', () => {
  it('is to take it in hand: the first is noted', async () => {
    const { status, body } = await api.ask('POST', '/api/v1/outages/out_open/acknowledge')
    expect(status).toBe(200)
    const { acknowledged } = body.outage
    expect(acknowledged).toEqual({
      at: api.clock.now.toISOString(),
      by: { id: expect.stringMatching(/^psn_/), name: 'Ada' },
    })
    api.passMinutes(1)
    const again = await api.ask('POST', '/api/v1/outages/out_open/acknowledge')
    expect(again.body.outage.acknowledged).toEqual(acknowledged)
    const over = await api.ask('POST', '/api/v1/outages/out_past/acknowledge')
    expect(over.status).toBe(409)
    expect(over.body.error).toMatch(/over already/)
  })

  it('is to mute it for a time', async () => {
    const path = '/api/v1/outages/out_open/mute'
    const { status, body } = await api.ask('PUT', path, { body: { minutes: 30 } })
    expect(status).toBe(200)
    const until = new Date(api.clock.now.getTime() + 1_800_000).toISOString()
    expect(body.outage.mutedUntil).toBe(until)
    api.passMinutes(1)
    expect((await api.ask('GET', '/api/v1/outages/out_open')).body.outage.mutedUntil).toBe(until)
    expect((await api.ask('DELETE', path)).body.outage.mutedUntil).toBeNull()
    const wrong = await api.ask('PUT', path, { body: { minutes: 0 } })
    expect(wrong.status).toBe(400)
    const over = await api.ask('PUT', '/api/v1/outages/out_past/mute', { body: { minutes: 5 } })
    expect(over).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('over already') },
    })
  })

  it('is to write notes, and to take them back', async () => {
    const path = '/api/v1/outages/out_past/notes'
    const first = await api.ask('POST', path, { body: { text: ' <b>The disk was full.</b> ' } })
    expect(first.status).toBe(201)
    expect(first.body.note).toEqual({
      id: expect.stringMatching(/^nte_/),
      author: { id: expect.stringMatching(/^psn_/), name: 'Ada' },
      text: '<b>The disk was full.</b>',
      public: false,
      createdAt: api.clock.now.toISOString(),
    })
    api.passMinutes(1)
    const second = await api.ask('POST', path, { body: { text: 'Mended.', public: true } })
    const notes = async () => (await api.ask('GET', '/api/v1/outages/out_past')).body.notes
    expect(await notes()).toEqual([first.body.note, second.body.note])
    const { id } = first.body.note
    expect(await api.ask('DELETE', `${path}/${id}`)).toMatchObject({
      status: 200,
      body: { deleted: true, id },
    })
    expect(await notes()).toEqual([second.body.note])
    expect((await api.ask('DELETE', `${path}/${id}`)).status).toBe(404)
    expect(
      (await api.ask('DELETE', `/api/v1/outages/out_open/notes/${second.body.note.id}`)).status,
    ).toBe(404)
    for (const body of [{}, { text: '' }, { text: 'x'.repeat(5_001) }, { text: 'x', loud: true }]) {
      api.passMinutes(1)
      expect((await api.ask('POST', path, { body })).status).toBe(400)
    }
  })

  it('has an end', async () => {
    await api.db.query({
      text: `insert into outage_notes (public_id, outage_id, author_id, author_name, text, is_public, created_at)
        select 'nte_' || n, id, 'psn_1', 'Ada', 'x', false, now() from outages, generate_series(1, 200) n
        where public_id = 'out_old'`,
    })
    const { status, body } = await api.ask('POST', '/api/v1/outages/out_old/notes', {
      body: { text: 'One more' },
    })
    expect(status).toBe(409)
    expect(body.error).toMatch(/200 notes already/)
  })

  it('is not for viewers', async () => {
    const key = await api.keyOf('viewer')
    expect((await api.ask('GET', '/api/v1/outages/out_open', { key })).status).toBe(200)
    for (const [path, body] of [
      ['acknowledge', undefined],
      ['notes', { text: 'x' }],
    ] as const) {
      const { status } = await api.ask('POST', `/api/v1/outages/out_open/${path}`, { key, body })
      expect(status).toBe(403)
    }
  })
})

describe('GET /overview', () => {
  it('tells of a workspace at a glance', async () => {
    await api.db.query({
      text: `update monitor_states set status = 'down', status_since = '2026-03-10T11:50:00Z',
        status_reason = 'It answered 503.' where monitor_id = ${monitor.number}`,
    })
    await api.db.query({
      text: `delete from state_changes;
        insert into state_changes (monitor_id, at, status) values
          (${monitor.number}, '2026-03-08T12:00:00Z', 'up'), (${monitor.number}, '2026-03-09T06:00:00Z', 'down'),
          (${monitor.number}, '2026-03-09T12:00:00Z', 'up')`,
    })
    api.clock.now = new Date('2026-03-10T18:00:00.000Z')
    await api.ask('POST', '/api/v1/maintenance', {
      body: {
        description: 'Tonight',
        from: '2026-03-10T22:00:00Z',
        to: '2026-03-10T23:00:00Z',
        timezone: 'Europe/Berlin',
        allMonitors: true,
      },
    })
    await api.ask('POST', '/api/v1/maintenance', {
      body: {
        description: 'Next week',
        from: '2026-03-17T22:00:00Z',
        to: '2026-03-17T23:00:00Z',
        allMonitors: true,
      },
    })
    await api.hearAgents()
    const { status, body } = await api.ask('GET', '/api/v1/overview')
    expect(status).toBe(200)
    expect(body.monitors).toMatchObject({ total: 2, byStatus: { down: 1, pending: 1, up: 0 } })
    expect(body.troubled).toEqual([
      {
        id: monitor.id,
        name: 'Shop',
        type: 'web',
        url: 'https://shop.example.com/',
        status: 'down',
        since: '2026-03-10T11:50:00.000Z',
        reason: 'It answered 503.',
        outageId: 'out_open',
        acknowledgedAt: expect.any(String),
        acknowledgedByName: 'Ada',
      },
    ])
    // Up from the 8th at 12:00, down from the 9th at 6:00 until 12:00: six hours before the last 24.
    expect(body.uptime).toEqual([
      { days: 1, uptime: 100, previous: 75 },
      { days: 7, uptime: 88.889, previous: null },
      { days: 30, uptime: 88.889, previous: null },
    ])
    expect(idsOf(body)).toEqual(['out_open', 'out_past', 'out_old'])
    expect(body.regions).toEqual([{ region: 'eu-west', name: 'Western Europe', live: 1, total: 1 }])
    expect(body.maintenance).toEqual([
      expect.objectContaining({
        description: 'Tonight',
        from: '2026-03-10T22:00:00.000Z',
        status: 'scheduled',
        allMonitors: true,
      }),
    ])
  })
})

describe('GET /monitors?beats=N', () => {
  it('shows each monitor with how it did in its latest intervals', async () => {
    api.clock.now = new Date('2026-03-10T11:52:30.000Z')
    await result(monitor, '2026-03-10T11:49:20Z', 'us-east', { status: 'down', ms: null })
    // In the earliest that is shown, more than four intervals ago.
    await result(monitor, '2026-03-10T11:48:10Z', 'eu-west')
    const { status, body } = await api.ask('GET', '/api/v1/monitors?beats=4&sort=name')
    expect(status).toBe(200)
    const [blog, shop] = body.monitors
    expect(shop.beats).toEqual({
      until: '2026-03-10T11:52:00.000Z',
      minutes: 1,
      beats: 'u100 p100:us-east d:eu-west d:eu-west',
    })
    expect(unpackBeats(blog.beats.beats)).toHaveLength(4)
    const without = await api.ask('GET', '/api/v1/monitors')
    expect(without.body.monitors[0].beats).toBeUndefined()
    const most = await api.ask('GET', '/api/v1/monitors?beats=1000')
    expect(unpackBeats(most.body.monitors[0].beats.beats)).toHaveLength(50)
  })
})
