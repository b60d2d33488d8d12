import { beforeAll, describe, expect, it } from 'vitest'
import { PerformanceAnswer } from '../../controller/src/api/schemas/performance.ts'
import { refusedWindows, useReportMonitor } from '../helpers/report-monitor.ts'

// The API's clock stands at 2026-03-10T12:00:00Z, a Tuesday.
const at = (text: string): number => Date.parse(`2026-${text}Z`)

interface Point {
  at: string
  checks: number
  avgResponseMs: number | null
  uptime: number | null
}

const monitor = useReportMonitor({
  changes: [
    ['2026-03-01T00:00:00Z', 'pending'],
    ['2026-03-01T00:00:10Z', 'up'],
    ['2026-03-10T09:45:00Z', 'down'],
    ['2026-03-10T10:15:00Z', 'up'],
  ],
})
beforeAll(async () => {
  const phases = { dnsMs: null, connectMs: 10, tlsMs: null, firstByteMs: 50, downloadMs: 1.5 }
  await monitor.addResults([
    { checkedAtMs: at('03-10T10:10:00'), responseMs: 100, ...phases, dnsMs: 5 },
    { checkedAtMs: at('03-10T10:20:00'), responseMs: 300, ...phases, status: 'degraded' },
    { checkedAtMs: at('03-10T10:50:00'), responseMs: 9_999, ...phases, dnsMs: 999, status: 'down' },
    { checkedAtMs: at('03-10T10:59:59.999'), responseMs: 200, region: 'us-east', ...phases },
    { checkedAtMs: at('03-10T09:00:00'), responseMs: null, status: 'unknown' },
    { checkedAtMs: at('03-08T23:59:59'), responseMs: 20 },
    { checkedAtMs: at('03-09T00:00:00'), responseMs: 40 },
  ])
})

const read = async (query = '') => (await monitor.ask('performance', query)).body

/** Points with checks: when, checks, average. */
async function busy(query: string): Promise<[string, number, number | null][]> {
  const { points } = await read(query)
  return points
    .filter(({ checks }: Point) => checks > 0)
    .map(({ at: start, checks, avgResponseMs }: Point) => [
      start.slice(0, 16),
      checks,
      avgResponseMs,
    ])
}

describe.each([
  ['before anything is rolled up', async () => undefined],
  ['when all that is over is rolled up', () => monitor.rollUp()],
])('reading performance, %s', (_, prepare) => {
  beforeAll(prepare)

  it('gives the last day by the hour in the shape of the description', async () => {
    const body = await read()
    expect(Object.keys(body)).toEqual([
      'id',
      'interval',
      'from',
      'to',
      'utcOffsetMinutes',
      'points',
      'usage',
    ])
    expect(PerformanceAnswer.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({
      id: monitor.id,
      interval: 'hour',
      from: '2026-03-09T12:00:00.000Z',
      to: '2026-03-10T12:00:00.000Z',
      utcOffsetMinutes: 0,
    })
    expect(body.points).toHaveLength(24)
    const { p50Ms, p95Ms, ...exact } = body.points[22]
    expect(exact).toEqual({
      at: '2026-03-10T10:00:00.000Z',
      checks: 4,
      up: 2,
      down: 1,
      uptime: 75,
      avgResponseMs: 200,
      minMs: 100,
      maxMs: 300,
      timings: { dnsMs: 5, connectMs: 10, tlsMs: null, firstByteMs: 50, downloadMs: 1.5 },
    })
    expect(Math.abs(p50Ms / 200 - 1)).toBeLessThan(0.008)
    expect(Math.abs(p95Ms / 290 - 1)).toBeLessThan(0.008)
    expect(body.points[21]).toMatchObject({ checks: 1, up: 0, down: 0, uptime: 75 })
    expect(body.points[23]).toEqual({
      at: '2026-03-10T11:00:00.000Z',
      checks: 0,
      up: 0,
      down: 0,
      uptime: 100,
      avgResponseMs: null,
      minMs: null,
      maxMs: null,
      p50Ms: null,
      p95Ms: null,
      timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
    })
  })

  it.each<[string, [string, number, number | null][]]>([
    [
      'interval=day&from=2026-03-08',
      [
        ['2026-03-08T00:00', 1, 20],
        ['2026-03-09T00:00', 1, 40],
        ['2026-03-10T00:00', 5, 200],
      ],
    ],
    [
      'interval=week',
      [
        ['2026-03-02T00:00', 1, 20],
        ['2026-03-09T00:00', 6, 160],
      ],
    ],
    ['interval=week&utcOffsetMinutes=60', [['2026-03-08T23:00', 7, 132]]],
    [
      'interval=day&from=2026-03-08&utcOffsetMinutes=-345',
      [
        ['2026-03-08T05:45', 2, 30],
        ['2026-03-10T05:45', 5, 200],
      ],
    ],
    [
      'from=2026-03-10T08:00:00Z&utcOffsetMinutes=345',
      [
        ['2026-03-10T08:15', 1, null],
        ['2026-03-10T09:15', 1, 100],
        ['2026-03-10T10:15', 3, 250],
      ],
    ],
    [
      'from=2026-03-10T08:00:00Z&utcOffsetMinutes=7',
      [
        ['2026-03-10T08:53', 1, null],
        ['2026-03-10T09:53', 3, 200],
        ['2026-03-10T10:53', 1, 200],
      ],
    ],
    ['from=2026-03-10T10:10:01Z&to=2026-03-10T10:50:00Z', [['2026-03-10T10:00', 1, 300]]],
    ['region=us-east', [['2026-03-10T10:00', 1, 200]]],
    ['region=ap-south', []],
  ])('puts checks into the hours, days and weeks of %s', async (query, expected) => {
    expect(await busy(query)).toEqual(expected)
  })

  it('tells the uptime of what lies in the window', async () => {
    const { points } = await read(
      'from=2026-03-10T09:30:00Z&to=2026-03-10T11:00:00Z&utcOffsetMinutes=-30',
    )
    expect(points.map(({ at: start, uptime }: Point) => [start.slice(11, 16), uptime])).toEqual([
      ['09:30', 50],
      ['10:30', 100],
    ])
  })

  it('has every point there, also where there can be nothing', async () => {
    const { points } = await read('interval=day&from=2026-03-09T10:00:00Z&to=2026-03-12T00:00:01Z')
    const days = points.map((point: Point) => [point.at.slice(5, 10), point.checks])
    expect(days).toEqual([
      ['03-09', 0],
      ['03-10', 5],
      ['03-11', 0],
      ['03-12', 0],
    ])
    const old = await read('interval=day&from=2026-02-27T10:00:00Z&to=2026-03-02')
    expect(old.points.map((point: Point) => point.uptime)).toEqual([null, null, 100])
  })
})

describe('what reading performance takes', () => {
  it.each([
    ['hour', 24, '2026-02-07T12:00:00Z', '2026-02-07T11:59:59Z', 744],
    ['day', 31, '2025-02-03T12:00:00Z', '2025-02-03T11:59:59Z', 401],
    ['week', 13, '2023-03-10T12:00:00Z', '2023-03-10T11:59:59Z', 158],
  ])('takes intervals of one %s', async (interval, standard, longest, tooLong, most) => {
    const byDefault = await monitor.ask('performance', `interval=${interval}`)
    expect(byDefault.body.points).toHaveLength(standard)
    const { body } = await monitor.ask('performance', `interval=${interval}&from=${longest}`)
    expect(body.points).toHaveLength(most)
    const refused = await monitor.ask('performance', `interval=${interval}&from=${tooLong}`)
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('"from"')])
  })

  it.each([
    ['841', 840],
    ['-841', -840],
  ])('brings the offset %s to %d', async (given, used) => {
    const { status, body } = await monitor.ask('performance', `utcOffsetMinutes=${given}`)
    expect([status, body.utcOffsetMinutes]).toEqual([200, used])
  })

  it.each([
    ...refusedWindows('2026-02-07T11:59:59Z'),
    ['interval=minute', 'interval'],
    ['interval=', 'interval'],
    ['region=EU%20West', 'region'],
    ['region=nowhere', 'region'],
    ['utcOffsetMinutes=abc', 'utcOffsetMinutes'],
  ])('answers 400 to %s', async (query, name) => {
    const { status, body } = await monitor.ask('performance', query)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })

  it('answers 404, 401 and 403 like every read', async () => {
    expect((await monitor.api.ask('GET', '/api/v1/monitors/mon_nobody/performance')).status).toBe(
      404,
    )
    expect((await monitor.ask('performance', '', null)).status).toBe(401)
    expect((await monitor.ask('performance', '', await monitor.api.keyOf('analyst'))).status).toBe(
      403,
    )
    expect((await monitor.ask('performance', '', await monitor.api.keyOf('viewer'))).status).toBe(
      200,
    )
  })
})
