import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AlertList } from '../../controller/src/api/schemas/alert.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const MINUTE = 60_000

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.query({ text: 'delete from alerts' })
  await api.db.query({ text: 'delete from request_bursts' })
})

interface Row {
  readonly ago: number
  readonly columns?: object
  readonly workspace?: string
}

/** Keeps alerts, each so many minutes old. */
async function keep(rows: readonly Row[]): Promise<void> {
  for (const [n, { ago, columns = {}, workspace = null }] of rows.entries()) {
    const row = {
      public_id: `alr_${n}`,
      monitor_public_id: 'mon_a',
      monitor_name: 'Shop',
      outage_id: 'out_1',
      kind: 'down',
      channel: 'email',
      recipient_type: 'contact',
      recipient_id: 'ctc_1',
      recipient_name: 'On call',
      delivery_key: String(n),
      state: 'sent',
      attempts: 1,
      title: 'Shop is down',
      text: 'Shop has been down for 5 minutes.',
      message: {},
      event: {},
      created_at: new Date(NOW - ago * MINUTE),
      queued_at: new Date(NOW - ago * MINUTE),
      sent_at: new Date(NOW - ago * MINUTE + 250),
      ...columns,
    }
    await api.db.query(
      {
        text: `insert into alerts (public_id, workspace_id, monitor_public_id, monitor_name, outage_id, kind,
            channel, recipient_type, recipient_id, recipient_name, delivery_key, state, suppressed_by,
            dependency_id, attempts, error, title, text, message, event, created_at, queued_at, due_at, sent_at)
          select public_id, coalesce((select id from workspaces w where w.public_id = $2),
              (select owner_workspace_id from installation)),
            monitor_public_id, monitor_name, outage_id, kind, channel, recipient_type, recipient_id,
            recipient_name, delivery_key, state, suppressed_by, dependency_id, attempts, error, title, text,
            message, event, created_at, queued_at, due_at, sent_at
          from jsonb_populate_record(null::alerts, $1)`,
      },
      [JSON.stringify(row), workspace],
    )
  }
}

const ask = (query = '') => api.ask('GET', `/api/v1/alerts?${query}`)
const ids = async (query = '') => (await ask(query)).body.alerts.map((a: { id: string }) => a.id)

it('those of a kind, or on a channel, that only a newer version knows are passed over', async () => {
  await keep([
    { ago: 3 },
    { ago: 2, columns: { channel: 'pigeon' } },
    { ago: 1, columns: { kind: 'wobbly' } },
  ])
  const { status, body } = await api.ask('GET', '/api/v1/alerts')
  expect(status).toBe(200)
  expect(body.alerts.map(({ id }: { id: string }) => id)).toEqual(['alr_0'])
})

describe('the history of alerts', () => {
  it('shows every field of an alert, as described', async () => {
    await keep([{ ago: 5 }])
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['total', 'page', 'per', 'alerts', 'usage'])
    expect(AlertList.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ total: 1, page: 1, per: 50 })
    expect(body.alerts[0]).toEqual({
      id: 'alr_0',
      monitorId: 'mon_a',
      monitorName: 'Shop',
      outageId: 'out_1',
      kind: 'down',
      channel: 'email',
      recipient: { type: 'contact', id: 'ctc_1', name: 'On call' },
      state: 'sent',
      suppressedBy: null,
      dependencyId: null,
      deliveryId: 'alr_0',
      attempts: 1,
      error: null,
      createdAt: '2026-03-10T11:55:00.000Z',
      sentAt: '2026-03-10T11:55:00.250Z',
      nextAttemptAt: null,
      title: 'Shop is down',
      text: 'Shop has been down for 5 minutes.',
    })
  })

  it('shows what is still being tried, and why something was not sent', async () => {
    await keep([
      {
        ago: 2,
        columns: {
          state: 'queued',
          sent_at: null,
          due_at: new Date(NOW),
          attempts: 3,
          error: 'No.',
        },
      },
      {
        ago: 1,
        columns: {
          state: 'suppressed',
          suppressed_by: 'dependency',
          dependency_id: 'mon_p',
          sent_at: null,
          attempts: 0,
        },
      },
    ])
    const { alerts } = (await ask()).body
    expect(alerts[0]).toMatchObject({ suppressedBy: 'dependency', dependencyId: 'mon_p' })
    expect(alerts[1]).toMatchObject({
      state: 'queued',
      attempts: 3,
      error: 'No.',
      sentAt: null,
      nextAttemptAt: '2026-03-10T12:00:00.000Z',
    })
  })

  it('is newest first and comes in pages', async () => {
    await keep([{ ago: 3 }, { ago: 1 }, { ago: 2 }, { ago: 2 }])
    expect(await ids()).toEqual(['alr_1', 'alr_3', 'alr_2', 'alr_0'])
    const { body } = await ask('page=2&per=3')
    expect(body).toMatchObject({ total: 4, page: 2, per: 3 })
    expect(body.alerts).toHaveLength(1)
    expect((await ask('per=500')).body.per).toBe(200)
    expect((await ask('page=0')).body.page).toBe(1)
  })

  it('is filtered by monitor, channel, kind, state and time, alone and together', async () => {
    await keep([
      { ago: 50, columns: { monitor_public_id: 'mon_b' } },
      { ago: 40, columns: { channel: 'slack' } },
      { ago: 30, columns: { kind: 'up' } },
      { ago: 20, columns: { state: 'failed' } },
      { ago: 10, columns: { monitor_public_id: null, monitor_name: null, kind: 'agentLost' } },
    ])
    expect(await ids('monitorId=mon_b')).toEqual(['alr_0'])
    expect(await ids('monitorId=mon_unknown')).toEqual([])
    expect(await ids('channel=slack')).toEqual(['alr_1'])
    expect(await ids('kind=up,agentLost')).toEqual(['alr_4', 'alr_2'])
    expect(await ids('state=failed')).toEqual(['alr_3'])
    expect(await ids('from=2026-03-10T11:30:00Z&to=2026-03-10T11:50:00Z')).toEqual([
      'alr_3',
      'alr_2',
    ])
    expect(await ids(`from=${NOW / 1_000 - 1_200}`)).toEqual(['alr_4', 'alr_3'])
    expect(await ids('monitorId=mon_a&channel=email&kind=down&state=sent,failed')).toEqual([
      'alr_3',
    ])
    expect((await ask('monitorId=mon_a')).body.total).toBe(3)
  })

  it.each([
    ['channel=pigeon', 'The query parameter "channel" is "pigeon": it must be one of email'],
    ['kind=broken', 'The query parameter "kind" is "broken"'],
    ['state=gone', 'The query parameter "state" is "gone"'],
    ['from=yesterday', 'The query parameter "from" is "yesterday"'],
    ['from=2026-03-10&to=2026-03-09', 'must be before "to"'],
    ['page=x', 'The query parameter "page"'],
  ])('refuses %s', async (query, why) => {
    const { status, body } = await ask(query)
    expect(status).toBe(400)
    expect(body.error).toContain(why)
  })

  it('holds nothing of another workspace', async () => {
    await api.db.query({ text: `insert into workspaces (public_id, name) values ('wsp_2', 'Two')` })
    await keep([{ ago: 1, workspace: 'wsp_2' }])
    expect((await ask()).body).toMatchObject({ total: 0, alerts: [] })
  })

  it('is for those who see monitoring', async () => {
    const path = '/api/v1/alerts'
    expect((await api.ask('GET', path, { key: await api.keyOf('viewer') })).status).toBe(200)
    expect((await api.ask('GET', path, { key: await api.keyOf('analyst') })).status).toBe(403)
    expect((await api.ask('GET', path, { key: null })).status).toBe(401)
    expect((await api.ask('POST', path, { body: {} })).status).toBe(405)
  })
})
