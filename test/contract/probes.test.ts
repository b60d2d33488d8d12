import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProbeList } from '../../controller/src/api/schemas/probe.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const MINUTE = 60_000
const DAY = 86_400_000

/** One check, so many minutes ago. */
interface Check {
  readonly region?: string
  readonly ago: number
  /** How long after its slot it began; 5 ms unless told otherwise. */
  readonly delayMs?: number
  readonly status?: string
  readonly responseMs?: number | null
  readonly attempt?: number
  readonly confirmation?: boolean
  readonly late?: boolean
}

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
  await api.addRegion('ap-south', false)
  const days = await openResultDays(api.db, createLogger('test', 'silent'))
  await days.ensure(Array.from({ length: 5 }, (_, daysAgo) => NOW - daysAgo * DAY))
  await days.ensure([NOW - 40 * DAY, NOW - 41 * DAY])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.query({ text: 'delete from request_bursts' })
  await api.hearAgents()
})

let made = 0

/** Makes a monitor with these checks, the newest of each region its latest state, as the ingest does. */
async function monitorWith(
  checks: readonly Check[],
  settings: Record<string, unknown> = {},
): Promise<string> {
  made += 1
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: {
      url: `https://probes-${made}.example`,
      regions: ['us-east', 'eu-west', 'ap-south'],
      ...settings,
    },
  })
  const { id } = body.monitor
  const { rows } = await api.db.query<{ id: number }>(
    { text: `update monitors set created_at = $2 where public_id = $1 returning id` },
    [id, new Date(NOW - 60 * DAY)],
  )
  const number = rows[0]?.id ?? 0
  await add(number, checks)
  return id
}

async function add(monitorId: number, checks: readonly Check[]): Promise<void> {
  const stored = checks.map((check) => ({
    monitor_id: monitorId,
    region: check.region ?? 'eu-west',
    scheduled_at: new Date(NOW - check.ago * MINUTE),
    checked_at: new Date(NOW - check.ago * MINUTE + (check.delayMs ?? 5)),
    attempt: check.attempt ?? 0,
    confirmation: check.confirmation ?? false,
    late: check.late ?? false,
    duration_ms: 100,
    status: check.status ?? 'up',
    response_ms: check.responseMs ?? null,
    error: check.status === 'down' ? 'The connection is refused.' : null,
  }))
  await api.db.query(
    {
      text: `with added as (
          insert into check_results
          select * from jsonb_populate_recordset(null::check_results, $1) returning *
        )
        insert into region_states (monitor_id, region, scheduled_at, checked_at, status, response_ms, error)
        select distinct on (region) monitor_id, region, scheduled_at, checked_at, status, response_ms, error
        from added order by region, checked_at desc`,
    },
    [JSON.stringify(stored)],
  )
}

const ask = (id: string, query = '') => api.ask('GET', `/api/v1/monitors/${id}/probes?${query}`)
const read = async (id: string, query = '') => (await ask(id, query)).body
/** The location "eu-west" of a monitor. */
const probe = async (id: string, query = '') => (await read(id, query)).probes[1]

describe('reading checks per location', () => {
  it('gives one row for each location of the monitor, in its order, as described', async () => {
    const id = await monitorWith([
      { ago: 1, responseMs: 118.6 },
      { ago: 6, responseMs: 100 },
      { ago: 11, status: 'degraded', responseMs: 901.4 },
      { ago: 16, status: 'down', responseMs: 5_000 },
      { ago: 21, status: 'unknown' },
    ])
    const body = await read(id)
    expect(Object.keys(body)).toEqual(['id', 'from', 'to', 'probes', 'quorum', 'usage'])
    expect(body).toMatchObject({
      id,
      from: '2026-03-09T12:00:00.000Z',
      to: '2026-03-10T12:00:00.000Z',
      quorum: { required: 2, of: 2, askedToConfirm: ['us-east', 'eu-west'] },
    })
    expect(ProbeList.strict().safeParse(body).success).toBe(true)
    expect(body.probes.map((row: { region: string }) => row.region)).toEqual([
      'us-east',
      'eu-west',
      'ap-south',
    ])
    const { p95Ms, ...exact } = body.probes[1]
    // Sorted, the response times give 823.12.
    expect(Math.abs(p95Ms / 823.12 - 1)).toBeLessThan(0.008)
    expect(exact).toEqual({
      region: 'eu-west',
      name: 'Western Europe',
      country: 'IE',
      available: true,
      lastCheckedAt: '2026-03-10T11:59:00.005Z',
      lastStatus: 'up',
      lastError: null,
      lastResponseMs: 119,
      checks: 5,
      up: 2,
      down: 1,
      uptime: 75,
      avgResponseMs: 373.33,
      consecutiveFailures: 0,
      failingSince: null,
      belowQuorum: false,
      capable: true,
      note: null,
    })
    const nothing = {
      lastCheckedAt: null,
      lastStatus: null,
      lastError: null,
      lastResponseMs: null,
      checks: 0,
      up: 0,
      down: 0,
      uptime: null,
      avgResponseMs: null,
      p95Ms: null,
      consecutiveFailures: 0,
      failingSince: null,
      belowQuorum: false,
    }
    expect(body.probes[0]).toMatchObject({ ...nothing, available: true, capable: true })
    expect(body.probes[2]).toMatchObject({
      ...nothing,
      available: false,
      capable: false,
      note: 'No agent is connected here now.',
    })
  })

  it('counts every check of the window, as many as the results show, late and confirming ones too', async () => {
    const id = await monitorWith([
      { ago: 0 },
      { ago: 10, status: 'down' },
      { ago: 10, status: 'down', attempt: 1, confirmation: true },
      { ago: 20, late: true },
      { ago: 61 },
      // Begun in the window, for a slot just before it.
      { ago: 60.5, delayMs: 31_000 },
      { ago: 20, region: 'us-east' },
    ])
    const window = `from=${NOW / 1_000 - 3_600}&to=${NOW / 1_000}`
    const results = await api.ask('GET', `/api/v1/monitors/${id}/results?${window}&region=eu-west`)
    expect(results.body.total).toBe(4)
    expect(await probe(id, window)).toMatchObject({ checks: 4, up: 2, down: 2, uptime: 50 })
  })

  it('tells the latest check whatever the window', async () => {
    const id = await monitorWith([{ ago: 1, status: 'down' }])
    expect(await probe(id, 'from=2025-03-01&to=2025-03-02')).toMatchObject({
      checks: 0,
      uptime: null,
      lastCheckedAt: '2026-03-10T11:59:00.005Z',
      lastStatus: 'down',
      lastError: 'The connection is refused.',
      lastResponseMs: null,
      consecutiveFailures: 1,
    })
  })

  it.each<[string, Check[], number, number | null]>([
    ['failures up to the last good check', [down(1), down(6), up(11), down(16)], 2, 6],
    ['failures and a degraded check', [down(1), degraded(6), down(11)], 1, 1],
    ['a good newest check', [up(1), down(6)], 0, null],
    [
      'unknown results between failures',
      [unknown(1), down(6), unknown(11), down(16), up(21)],
      2,
      16,
    ],
    ['unknown results after a good one', [unknown(1), up(6), down(11)], 0, null],
    ['only unknown results', [unknown(1), unknown(6)], 0, null],
    ['a confirming check that fails too', [retry(0.9, 'down'), down(1), up(6)], 1, 1],
    ['a confirming check that is good', [retry(0.9, 'up'), down(1), down(6)], 0, null],
    ['one that was good between', [down(1), retry(5.9, 'up'), down(6), down(11)], 1, 1],
    ['late failures', [{ ...down(1), late: true }, up(6)], 1, 1],
    ['failures since long before the window', [down(1), down(4_000), up(4_005)], 2, 4_000],
    ['failures of weeks', [down(1), down(57_600), up(57_605)], 2, 57_600],
  ])('tells since when a location fails: %s', async (_, checks, failures, sinceAgo) => {
    const found = await probe(await monitorWith(checks))
    const since = sinceAgo === null ? null : new Date(NOW - sinceAgo * MINUTE + 5).toISOString()
    expect([found.consecutiveFailures, found.failingSince]).toEqual([failures, since])
  })

  it('tells failures apart by location', async () => {
    const id = await monitorWith([
      down(1),
      down(6),
      up(11),
      down(16),
      ...[down(2), down(7), down(12), up(17)].map(east),
      ...[up(3), down(8)].map((check) => ({ ...check, region: 'ap-south' })),
    ])
    const { probes } = await read(id)
    expect(probes.map((row: { consecutiveFailures: number }) => row.consecutiveFailures)).toEqual([
      3, 2, 0,
    ])
  })

  it.each<[string | number, Check[], number, boolean[]]>([
    ['majority', [down(1), east(up(1))], 2, [false, true, false]],
    ['majority', [down(1), east(down(1))], 2, [false, false, false]],
    ['any', [down(1), east(up(1))], 1, [false, false, false]],
    ['all', [down(1), east(up(1))], 2, [false, true, false]],
    // A number above the locations that can check now means all of them.
    [3, [down(1), east(down(1))], 2, [false, false, false]],
    // A check that another location asked for counts as well as its own scheduled ones.
    ['majority', [down(1), east(up(2)), east(retry(0.9, 'down'))], 2, [false, false, false]],
  ])('with quorum %s it tells who fails below it', async (quorum, checks, required, expected) => {
    const id = await monitorWith(checks, { confirmation: { quorum } })
    const body = await read(id)
    expect(body.quorum).toMatchObject({ required, of: 2 })
    const below = body.probes.map((row: { belowQuorum: boolean }) => row.belowQuorum)
    expect(below).toEqual(expected)
  })

  it('tells the quorum that is applied: of all that are asked to confirm, by those whose word counts', async () => {
    await api.addRegion('sa-east', true)
    try {
      const id = await monitorWith([down(1)], { regions: ['eu-west'] })
      const alone = await read(id)
      expect(alone.quorum).toMatchObject({ required: 2, of: 3 })
      const { askedToConfirm } = alone.quorum
      expect(askedToConfirm[0]).toBe('eu-west')
      expect(askedToConfirm.toSorted()).toEqual(['eu-west', 'sa-east', 'us-east'])
      expect(alone.probes[0].belowQuorum).toBe(true)

      await api.db.query(
        {
          text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
          select 'out_probes', id, $2, $2, 'global', '{eu-west,us-east}', 'serverError', 'It failed.'
          from monitors where public_id = $1`,
        },
        [id, new Date(NOW)],
      )
      expect((await read(id)).probes[0].belowQuorum).toBe(false)

      const confirmation = { regions: 'own' }
      const own = await monitorWith([down(1)], { regions: ['eu-west'], confirmation })
      expect((await read(own)).quorum).toEqual({ required: 1, of: 1, askedToConfirm: ['eu-west'] })

      await api.db.query({
        text: `update agents set quarantined_at = now() where region = 'sa-east'`,
      })
      expect((await read(id)).quorum).toEqual({
        required: 2,
        of: 2,
        askedToConfirm: ['eu-west', 'us-east'],
      })
    } finally {
      await api.db.query({ text: `update agents set left_at = now() where region = 'sa-east'` })
    }
  })

  it('says where no agent can do the check, and what would help', async () => {
    const ping = await monitorWith([], { url: 'ping://probes.example' })
    const dns = await monitorWith([], { url: 'dns://probes.example' })
    expect(await probe(ping)).toMatchObject({
      available: true,
      capable: false,
      note: 'No agent here can ping: its machine needs mtr-tiny (mtr-packet) or ping, and SIGHTLINE_ICMP must not be none.',
    })
    expect(await probe(dns)).toMatchObject({
      capable: false,
      note: expect.stringContaining('update'),
    })
  })

  it.each([
    ['from=yesterday', 'from'],
    ['to=2026-02-31', 'to'],
    [`from=${NOW}`, 'from'],
    ['from=2026-03-10&to=2026-03-10', 'from'],
    ['from=2027-01-01', 'from'],
    ['from=2025-02-03T11:59:59Z', 'from'],
  ])('answers 400 to %s', async (query, name) => {
    const { status, body } = await ask(await monitorWith([]), query)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })

  it('takes a window where there can be nothing', async () => {
    const id = await monitorWith([up(1)])
    for (const query of [
      'to=0001-01-02',
      'to=0001-01-01',
      'from=9999-12-30&to=9999-12-31T23:59:59Z',
    ])
      expect([query, (await ask(id, query)).status]).toEqual([query, 200])
  })

  it('takes a window of 400 days, and any parameter nobody knows', async () => {
    const id = await monitorWith([{ ago: 1 }, { ago: 57_600 }])
    expect(await probe(id, 'from=2025-02-03T12:00:00Z&page=x')).toMatchObject({ checks: 2 })
  })

  it('answers 404 to an id of nobody, 401 without a key and 403 to an analyst', async () => {
    expect((await ask('mon_nobody')).status).toBe(404)
    expect((await ask('x')).status).toBe(404)
    const path = `/api/v1/monitors/${await monitorWith([])}/probes`
    expect((await api.ask('GET', path, { key: null })).status).toBe(401)
    expect((await api.ask('GET', path, { key: await api.keyOf('analyst') })).status).toBe(403)
    expect((await api.ask('GET', path, { key: await api.keyOf('viewer') })).status).toBe(200)
  })
})

function up(ago: number): Check {
  return { ago }
}

function down(ago: number): Check {
  return { ago, status: 'down' }
}

function degraded(ago: number): Check {
  return { ago, status: 'degraded' }
}

function unknown(ago: number): Check {
  return { ago, status: 'unknown' }
}

function retry(ago: number, status: string): Check {
  return { ago, status, attempt: 1, confirmation: true }
}

function east(check: Check): Check {
  return { ...check, region: 'us-east' }
}
