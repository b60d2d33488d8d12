import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyMonitor } from '../helpers/rows.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
const ids: Record<string, string> = {}

/** Puts a monitor's timeline in place: hours before now and the status from then on. */
async function timeline(name: string, changes: readonly (readonly [number, string])[]) {
  const last = changes.at(-1)
  await api.db.query(
    {
      text: `delete from state_changes where monitor_id = (select id from monitors where public_id = $1)`,
    },
    [ids[name]],
  )
  for (const [hoursAgo, status] of changes) {
    await api.db.query(
      {
        text: `insert into state_changes (monitor_id, at, status)
          select id, $2::timestamptz - $3 * interval '1 hour', $4 from monitors where public_id = $1`,
      },
      [ids[name], api.clock.now, hoursAgo, status],
    )
  }
  await api.db.query(
    {
      text: `update monitor_states set status = $2 where monitor_id = (select id from monitors where public_id = $1)`,
    },
    [ids[name], last?.[1]],
  )
}

async function latest(name: string, responseMs: number | null) {
  await api.db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status, status_code, response_ms, tls_expires_at)
        select id, 'eu-west', $2, $2, 'up', 200, $3, $2 from monitors where public_id = $1`,
    },
    [ids[name], api.clock.now, responseMs],
  )
}

beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
  const made = [
    ['alpha', { tags: ['shop', 'eu'], regions: ['eu-west'] }],
    ['Beta', { tags: ['shop'], regions: ['us-east'] }],
    ['gamma', { regions: ['eu-west', 'us-east'] }],
    ['delta', {}],
  ] as const
  for (const [name, fields] of made) {
    api.passMinutes(1)
    const { body } = await api.ask('POST', '/api/v1/monitors', {
      body: { url: `https://${name}.example/100%25_sure`, name, ...fields },
    })
    ids[name] = body.monitor.id
  }
  await api.ask('POST', `/api/v1/monitors/${ids['delta']}/pause`)
  await timeline('alpha', [
    [48, 'pending'],
    [40, 'up'],
    [12, 'down'],
    [6, 'up'],
  ])
  await timeline('Beta', [
    [1000, 'up'],
    [240, 'down'],
    [2, 'down'],
  ])
  await timeline('gamma', [
    [10, 'pending'],
    [8, 'up'],
    [4, 'paused'],
    [2, 'degraded'],
  ])
  await latest('alpha', 300.6)
  await latest('gamma', 20)
})
afterAll(() => api.close())
beforeEach(() => {
  // Windows are counted from the timelines' now; only the limits' windows must pass.
  return api.db.query({ text: 'delete from request_bursts' })
})

const list = async (query = '') => (await api.ask('GET', `/api/v1/monitors?${query}`)).body
const names = async (query: string) =>
  (await list(query)).monitors.map((monitor: { name: string }) => monitor.name)

describe('the listing', () => {
  it('has the contract shape, newest first, each row the complete monitor', async () => {
    const body = await list()
    expect(Object.keys(body)).toEqual(['total', 'page', 'per', 'monitors', 'usage'])
    expect(body).toMatchObject({ total: 4, page: 1, per: 50 })
    expect(body.monitors.map((monitor: { id: string }) => monitor.id)).toEqual(
      ['delta', 'gamma', 'Beta', 'alpha'].map((name) => ids[name]),
    )
    const one = await api.ask('GET', `/api/v1/monitors/${ids['alpha']}`)
    expect(body.monitors[3]).toEqual(one.body.monitor)
    expect(one.body.monitor).toMatchObject({
      statusCode: 200,
      responseMs: 301,
      lastCheckedAt: api.clock.now.toISOString(),
      tlsExpiresAt: api.clock.now.toISOString(),
    })
  })

  it('computes uptime from time, without pending and paused time', async () => {
    const { monitors } = await list('sort=name')
    const of = (name: string) => {
      const { uptime24h, uptime7d, uptime30d } = monitors.find(
        (m: { name: string }) => m.name === name,
      )
      return [uptime24h, uptime7d, uptime30d]
    }
    expect(of('alpha')).toEqual([75, 85, 85])
    expect(of('Beta')).toEqual([0, 0, 66.667])
    expect(of('gamma')).toEqual([100, 100, 100])
    expect(of('delta')).toEqual([null, null, null])
  })

  it.each([
    ['status=down', ['Beta']],
    ['status=down,degraded', ['gamma', 'Beta']],
    ['status=paused', ['delta']],
    ['active=false', ['delta']],
    ['active=true&tag=shop', ['Beta', 'alpha']],
    ['tag=eu', ['alpha']],
    ['region=us-east', ['delta', 'gamma', 'Beta']],
    ['type=web&search=ALPHA', ['alpha']],
    ['search=100%25_', []],
    ['search=100%2525_SURE&tag=eu', ['alpha']],
    ['type=dns', []],
    ['region=mars', []],
  ])('filters by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it.each([
    ['', { total: 4, up: 1, down: 1, degraded: 1, paused: 1 }],
    ['tag=shop', { total: 2, up: 1, down: 1 }],
    ['region=us-east&search=A', { total: 3, down: 1, degraded: 1, paused: 1 }],
    ['status=down', { total: 1, down: 1 }],
    ['type=dns', { total: 0 }],
  ])('counts by status, filtered by %s', async (query, { total, ...some }) => {
    const { status, body } = await api.ask('GET', `/api/v1/monitors/counts?${query}`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['total', 'byStatus', 'usage'])
    const none = { pending: 0, up: 0, degraded: 0, down: 0, unknown: 0, maintenance: 0, paused: 0 }
    expect(body).toMatchObject({ total, byStatus: { ...none, ...some } })
  })

  it.each([
    ['sort=name', ['alpha', 'Beta', 'delta', 'gamma']],
    ['sort=name&order=desc', ['gamma', 'delta', 'Beta', 'alpha']],
    ['sort=createdAt&order=asc', ['alpha', 'Beta', 'gamma', 'delta']],
    ['sort=status', ['Beta', 'gamma', 'alpha', 'delta']],
    ['sort=responseMs', ['gamma', 'alpha', 'Beta', 'delta']],
    ['sort=responseMs&order=desc', ['alpha', 'gamma', 'delta', 'Beta']],
    ['sort=uptime24h', ['Beta', 'alpha', 'gamma', 'delta']],
    ['sort=uptime24h&order=desc', ['gamma', 'alpha', 'Beta', 'delta']],
  ])('sorts by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('pages without gaps or repeats, and tells the total beyond the last page too', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`per=2&page=${page}`)))
    expect(pages.map((page) => page.total)).toEqual([4, 4, 4])
    expect(pages.flatMap((page) => page.monitors.map((m: { name: string }) => m.name))).toEqual([
      'delta',
      'gamma',
      'Beta',
      'alpha',
    ])
    expect(pages[2]).toMatchObject({ page: 3, per: 2, monitors: [] })
  })

  it('shows nothing of another workspace', async () => {
    await api.db.query({
      text: `with w as (insert into workspaces (public_id, name) values ('wsp_other', 'Other') returning id)
        update monitors set workspace_id = (select id from w) where name = 'delta'`,
    })
    expect(await names('')).toEqual(['gamma', 'Beta', 'alpha'])
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/resume'],
      ['GET', '/results'],
    ] as const) {
      expect((await api.ask(method, `/api/v1/monitors/${ids['delta']}${suffix}`)).status).toBe(404)
    }
  })

  it('lists 5,000 monitors', async () => {
    const copies = await copyMonitor(api.db, ids['alpha'] ?? '', 5_000)
    await api.db.query(
      {
        text: `insert into state_changes (monitor_id, at, status)
          select id, '2026-03-01T00:00:00Z'::timestamptz + h * interval '3 hours',
            case when h % 2 = 0 then 'up' else 'down' end
          from unnest($1::integer[]) id, generate_series(0, 60) h`,
      },
      [copies],
    )
    await api.db.query({ text: 'analyze' })
    expect(await list('per=99999999999999999999')).toMatchObject({ per: 200 })
    expect(await list('sort=uptime24h&per=200')).toMatchObject({ total: 5_003 })
    expect(await list('search=copy&page=20')).toMatchObject({ total: 5_000 })
  })
})
