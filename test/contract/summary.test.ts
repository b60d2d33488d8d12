import { beforeAll, describe, expect, it } from 'vitest'
import { SummaryAnswer } from '../../controller/src/api/schemas/summary.ts'
import { refusedWindows, useReportMonitor } from '../helpers/report-monitor.ts'

// The API's clock stands at 2026-03-10T12:00:00Z.
const at = (text: string): number => Date.parse(`2026-${text}Z`)

const monitor = useReportMonitor({
  changes: [
    ['2026-02-01T00:00:00Z', 'pending'],
    ['2026-02-01T00:00:10Z', 'up'],
    ['2026-03-01T00:00:00Z', 'down'],
    ['2026-03-01T00:30:00Z', 'up'],
    ['2026-03-02T00:00:00Z', 'maintenance'],
    ['2026-03-02T01:00:00Z', 'paused'],
    ['2026-03-02T03:00:00Z', 'pending'],
    ['2026-03-02T03:01:00Z', 'unknown'],
    ['2026-03-02T03:31:00Z', 'degraded'],
    ['2026-03-02T03:41:00Z', 'up'],
    ['2026-03-05T00:00:00Z', 'down'],
    ['2026-03-05T00:10:00Z', 'up'],
    ['2026-03-10T11:59:00Z', 'down'],
  ],
  outages: [
    { id: 'out_a', startedAt: '2026-03-01T00:00:00Z', endedAt: '2026-03-01T00:30:00Z' },
    { id: 'out_b', startedAt: '2026-03-05T00:00:00Z', endedAt: '2026-03-05T00:10:00Z' },
    {
      id: 'out_c',
      startedAt: '2026-03-06T00:00:00Z',
      endedAt: '2026-03-06T09:00:00Z',
      scope: 'regional',
    },
    { id: 'out_d', startedAt: '2026-03-10T11:59:00Z' },
  ],
})
beforeAll(async () => {
  await monitor.addResults([
    { checkedAtMs: at('03-10T10:00:00'), responseMs: 100 },
    { checkedAtMs: at('03-10T10:01:00'), responseMs: 300, status: 'degraded' },
    { checkedAtMs: at('03-10T10:02:00'), responseMs: 9_999, status: 'down' },
    { checkedAtMs: at('03-10T10:03:00'), responseMs: null, status: 'unknown' },
    { checkedAtMs: at('03-09T10:00:00'), responseMs: 200, region: 'us-east' },
    { checkedAtMs: at('02-10T12:00:00'), responseMs: 40 },
    { checkedAtMs: at('02-01T12:00:00'), responseMs: 50 },
  ])
  // A location it had once.
  const setRegions = (regions: string) =>
    monitor.api.db.query({ text: 'update monitors set regions = $2 where public_id = $1' }, [
      monitor.id,
      regions,
    ])
  await setRegions('{ap-south}')
  await monitor.addResults([
    { checkedAtMs: at('03-09T10:01:00'), responseMs: 5.5, region: 'ap-south', late: true },
  ])
  await setRegions('{us-east,eu-west}')
})

const read = async (query = '') => (await monitor.ask('summary', query)).body

describe.each([
  ['before anything is rolled up', async () => undefined],
  ['when all that is over is rolled up', () => monitor.rollUp()],
])('reading a summary, %s', (_, prepare) => {
  beforeAll(prepare)

  it('gives the last 30 days in the shape of the description', async () => {
    const body = await read()
    expect(Object.keys(body)).toEqual([
      'id',
      'from',
      'to',
      'uptime',
      'downtimeSeconds',
      'degradedSeconds',
      'maintenanceSeconds',
      'pausedSeconds',
      'unknownSeconds',
      'outageCount',
      'longestOutageSeconds',
      'mttrSeconds',
      'mtbfSeconds',
      'checks',
      'response',
      'byRegion',
      'previousPeriod',
      'usage',
    ])
    expect(SummaryAnswer.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({
      id: monitor.id,
      from: '2026-02-08T12:00:00.000Z',
      to: '2026-03-10T12:00:00.000Z',
      // 30 days less 3 h 31 min that do not count, of which 41 min were down.
      uptime: 99.905,
      downtimeSeconds: 2_460,
      degradedSeconds: 600,
      maintenanceSeconds: 3_600,
      pausedSeconds: 7_200,
      unknownSeconds: 1_800,
      outageCount: 3,
      longestOutageSeconds: 1_800,
      mttrSeconds: 1_200,
      mtbfSeconds: Math.round((30 * 86_400 - 12_660 - 2_460) / 3),
      checks: { total: 7, up: 4, degraded: 1, down: 1, unknown: 1 },
      response: { avgMs: 129.1, minMs: 5.5, maxMs: 300 },
    })
  })

  it('gives percentiles within 0.8 % of the exact ones', async () => {
    const { response } = await read()
    for (const [field, exact] of [
      ['p50Ms', 100],
      ['p95Ms', 280],
      ['p99Ms', 296],
    ] as const) {
      expect(Math.abs(response[field] / exact - 1)).toBeLessThan(0.008)
    }
  })

  it('tells locations apart, those it no longer has at the end', async () => {
    const { byRegion } = await read()
    expect(byRegion.map((row: { region: string }) => row.region)).toEqual([
      'us-east',
      'eu-west',
      'ap-south',
    ])
    expect(byRegion[0]).toEqual({
      region: 'us-east',
      name: 'US East',
      uptime: 100,
      checks: { total: 1, up: 1, degraded: 0, down: 0, unknown: 0 },
      response: { avgMs: 200, minMs: 200, maxMs: 200, p50Ms: 200, p95Ms: 200, p99Ms: 200 },
    })
    expect(byRegion[1]).toMatchObject({
      uptime: 75,
      checks: { total: 5, up: 2, degraded: 1, down: 1, unknown: 1 },
      response: { avgMs: 146.67, minMs: 40, maxMs: 300 },
    })
  })

  it('takes one location for checks and response times', async () => {
    const body = await read('region=us-east')
    expect(body).toMatchObject({
      uptime: 99.905,
      outageCount: 3,
      checks: { total: 1, up: 1, degraded: 0, down: 0, unknown: 0 },
      response: { avgMs: 200 },
      previousPeriod: { avgMs: null },
    })
    expect(body.byRegion).toHaveLength(1)
    const none = await read('region=sa-east')
    expect(none).toMatchObject({ checks: { total: 0 }, byRegion: [] })
    expect(Object.values(none.response)).toEqual([null, null, null, null, null, null])
  })

  it('compares with the window of the same length right before', async () => {
    const { previousPeriod } = await read('from=2026-02-10T12:00:01Z&to=2026-02-19T12:00:02Z')
    expect(previousPeriod).toEqual({ uptime: 100, avgMs: 45 })
    expect((await read()).previousPeriod).toEqual({ uptime: 100, avgMs: 50 })
  })

  it('is exact to the second at the edges of the window', async () => {
    expect(await read('from=2026-03-01T00:29:57Z&to=2026-03-01T00:30:01Z')).toMatchObject({
      uptime: 25,
      downtimeSeconds: 3,
      outageCount: 1,
      longestOutageSeconds: 3,
      mttrSeconds: 1_800,
      mtbfSeconds: 1,
      checks: { total: 0 },
    })
    expect(await read('from=2026-03-10T10:00:01Z&to=2026-03-10T10:02:00Z')).toMatchObject({
      checks: { total: 1, degraded: 1 },
      response: { avgMs: 300 },
    })
  })

  it('says null where nothing counts', async () => {
    expect(await read('from=2026-01-01&to=2026-01-02')).toMatchObject({
      uptime: null,
      downtimeSeconds: 0,
      outageCount: 0,
      longestOutageSeconds: 0,
      mttrSeconds: null,
      mtbfSeconds: null,
      previousPeriod: { uptime: null, avgMs: null },
    })
    // In maintenance, paused and without a verdict.
    expect((await read('from=2026-03-02T00:10:00Z&to=2026-03-02T03:30:00Z')).uptime).toBeNull()
    // What goes on now is no outage of a time to come.
    expect(await read('from=2026-03-11&to=2026-03-12')).toMatchObject({
      uptime: null,
      outageCount: 0,
      longestOutageSeconds: 0,
      mtbfSeconds: null,
    })
  })

  it('counts an outage that goes on up to now', async () => {
    expect(await read('from=2026-03-10T11:58:00Z&to=2026-03-10T13:00:00Z')).toMatchObject({
      uptime: 50,
      downtimeSeconds: 60,
      outageCount: 1,
      longestOutageSeconds: 60,
      mttrSeconds: null,
      mtbfSeconds: 60,
    })
  })
})

describe('what reading a summary takes', () => {
  it('takes three years', async () => {
    const { status, body } = await monitor.ask('summary', 'from=2023-03-10T12:00:00Z')
    expect([status, body.checks.total]).toEqual([200, 8])
  })

  it.each([
    ...refusedWindows('2023-03-10T11:59:59Z'),
    ['region=EU%20West', 'region'],
    ['region=nowhere', 'region'],
  ])('answers 400 to %s', async (query, name) => {
    const { status, body } = await monitor.ask('summary', query)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })

  it('answers 404, 401 and 403 like every read', async () => {
    expect((await monitor.api.ask('GET', '/api/v1/monitors/mon_nobody/summary')).status).toBe(404)
    expect((await monitor.ask('summary', '', null)).status).toBe(401)
    expect((await monitor.ask('summary', '', await monitor.api.keyOf('analyst'))).status).toBe(403)
    expect((await monitor.ask('summary', '', await monitor.api.keyOf('viewer'))).status).toBe(200)
  })
})
