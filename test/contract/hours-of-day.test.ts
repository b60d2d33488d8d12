import { beforeAll, describe, expect, it } from 'vitest'
import { HoursOfDayAnswer } from '../../controller/src/api/schemas/hours-of-day.ts'
import { refusedWindows, useReportMonitor } from '../helpers/report-monitor.ts'

// The API's clock stands at 2026-03-10T12:00:00Z.
const at = (text: string): number => Date.parse(`2026-${text}Z`)

const monitor = useReportMonitor({ changes: [['2025-12-01T00:00:00Z', 'up']] })
beforeAll(async () => {
  await monitor.addResults([
    { checkedAtMs: at('03-10T09:10:00'), responseMs: 100 },
    { checkedAtMs: at('03-10T09:20:00'), responseMs: 201, status: 'degraded' },
    { checkedAtMs: at('03-09T09:59:59.999'), responseMs: 9_000, status: 'down' },
    { checkedAtMs: at('03-08T09:00:00'), responseMs: null, status: 'unknown' },
    { checkedAtMs: at('03-08T10:00:00'), responseMs: 50.5, region: 'us-east' },
    { checkedAtMs: at('03-05T23:30:00'), responseMs: 70, status: 'down', confirmation: true },
    { checkedAtMs: at('03-03T12:00:00'), responseMs: 30, late: true },
    { checkedAtMs: at('03-03T11:59:59'), responseMs: 40 },
    { checkedAtMs: at('01-01T11:59:59'), responseMs: 60 },
  ])
})

interface Hour {
  hour: number
  checks: number
  avgResponseMs: number | null
}

/** Hours with checks: number, checks, average. */
async function read(query = ''): Promise<[number, number, number | null][]> {
  const { body } = await monitor.ask('hours-of-day', query)
  return body.hours
    .filter(({ checks }: Hour) => checks > 0)
    .map(({ hour, checks, avgResponseMs }: Hour) => [hour, checks, avgResponseMs])
}

describe.each([
  ['before anything is rolled up', async () => undefined],
  ['when all that is over is rolled up', () => monitor.rollUp()],
])('reading response times by hour of the day, %s', (_, prepare) => {
  beforeAll(prepare)

  it('gives 24 rows of the last 7 days in the contract shape', async () => {
    const { status, body } = await monitor.ask('hours-of-day')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['id', 'from', 'to', 'utcOffsetMinutes', 'hours', 'usage'])
    expect(HoursOfDayAnswer.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({
      id: monitor.id,
      from: '2026-03-03T12:00:00.000Z',
      to: '2026-03-10T12:00:00.000Z',
      utcOffsetMinutes: 0,
    })
    expect(body.hours).toHaveLength(24)
    expect(body.hours.map((row: Hour) => row.hour)).toEqual(
      Array.from({ length: 24 }, (__, n) => n),
    )
    expect(body.hours[3]).toEqual({ hour: 3, checks: 0, avgResponseMs: null })
    expect(body.hours[9]).toEqual({ hour: 9, checks: 4, avgResponseMs: 150.5 })
  })

  it('counts every check, and averages those that were up or degraded', async () => {
    expect(await read()).toEqual([
      [9, 4, 150.5],
      [10, 1, 50.5],
      [12, 1, 30],
      [23, 1, null],
    ])
  })

  it.each<[number, [number, number, number | null][]]>([
    [
      60,
      [
        [0, 1, null],
        [10, 4, 150.5],
        [11, 1, 50.5],
        [13, 1, 30],
      ],
    ],
    [
      -600,
      [
        [0, 1, 50.5],
        [2, 1, 30],
        [13, 1, null],
        [23, 4, 150.5],
      ],
    ],
    [
      330,
      [
        [5, 1, null],
        [14, 3, 150.5],
        [15, 2, 50.5],
        [17, 1, 30],
      ],
    ],
    [
      345,
      [
        [5, 1, null],
        [14, 2, 100],
        [15, 3, 125.75],
        [17, 1, 30],
      ],
    ],
    [
      7,
      [
        [9, 3, 150.5],
        [10, 2, 50.5],
        [12, 1, 30],
        [23, 1, null],
      ],
    ],
    [
      840,
      [
        [0, 1, 50.5],
        [2, 1, 30],
        [13, 1, null],
        [23, 4, 150.5],
      ],
    ],
  ])('shifts the hours by %d minutes', async (offset, expected) => {
    expect(await read(`utcOffsetMinutes=${offset}`)).toEqual(expected)
  })

  it('takes one location', async () => {
    expect(await read('region=us-east')).toEqual([[10, 1, 50.5]])
    expect(await read('region=ap-south')).toEqual([])
  })

  it('is exact at the edges of the window', async () => {
    const window = 'from=2026-03-03T11:59:59Z&to=2026-03-10T09:20:00Z'
    expect(await read(window)).toEqual([
      [9, 3, 100],
      [10, 1, 50.5],
      [11, 1, 40],
      [12, 1, 30],
      [23, 1, null],
    ])
    expect(await read('from=2026-03-10T09:10:00Z&to=2026-03-10T09:10:01Z')).toEqual([[9, 1, 100]])
  })

  it('takes up to 92 days', async () => {
    const { status, body } = await monitor.ask('hours-of-day', 'from=2025-12-08T12:00:00Z')
    expect([status, body.hours[11].checks]).toEqual([200, 2])
  })
})

describe('what reading response times by hour of the day takes', () => {
  it.each([
    ['841', 840],
    ['-841', -840],
    ['99999999999', 840],
    ['0', 0],
    ['%2B90', 90],
    ['+90', 90],
    ['-840', -840],
  ])('brings the offset %s to %d', async (given, used) => {
    const { status, body } = await monitor.ask('hours-of-day', `utcOffsetMinutes=${given}`)
    expect([status, body.utcOffsetMinutes]).toEqual([200, used])
  })

  it.each([
    ...refusedWindows('2025-12-08T11:59:59Z'),
    ['region=EU%20West', 'region'],
    ['region=', 'region'],
    ['region=nowhere', 'region'],
    ['utcOffsetMinutes=abc', 'utcOffsetMinutes'],
    ['utcOffsetMinutes=1.5', 'utcOffsetMinutes'],
    ['utcOffsetMinutes=', 'utcOffsetMinutes'],
  ])('answers 400 to %s', async (query, name) => {
    const { status, body } = await monitor.ask('hours-of-day', query)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })

  it('takes UNIX seconds and parameters nobody knows', async () => {
    const { status, body } = await monitor.ask('hours-of-day', 'from=1772000000&to=1772003600&x=1')
    expect([status, body.from]).toEqual([200, '2026-02-25T06:13:20.000Z'])
  })

  it('answers 404, 401, 403 and 405 like every read', async () => {
    const path = `/api/v1/monitors/${monitor.id}/hours-of-day`
    expect((await monitor.api.ask('GET', '/api/v1/monitors/mon_nobody/hours-of-day')).status).toBe(
      404,
    )
    expect((await monitor.ask('hours-of-day', '', null)).status).toBe(401)
    expect((await monitor.ask('hours-of-day', '', await monitor.api.unlinkedKey())).status).toBe(
      403,
    )
    expect((await monitor.ask('hours-of-day', '', await monitor.api.keyOf('analyst'))).status).toBe(
      403,
    )
    expect((await monitor.ask('hours-of-day', '', await monitor.api.keyOf('viewer'))).status).toBe(
      200,
    )
    expect((await monitor.api.ask('POST', path)).status).toBe(405)
  })
})
