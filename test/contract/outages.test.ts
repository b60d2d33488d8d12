import { describe, expect, it } from 'vitest'
import { OutageList } from '../../controller/src/api/schemas/outage.ts'
import { openReportMonitor, refusedWindows, useReportMonitor } from '../helpers/report-monitor.ts'

const monitor = useReportMonitor({
  changes: [
    ['2026-03-01T00:00:00.250Z', 'pending'],
    ['2026-03-01T00:00:10Z', 'up'],
    ['2026-03-02T00:00:00Z', 'down'],
    // The same status again, for another reason.
    ['2026-03-02T00:01:00Z', 'down'],
    ['2026-03-02T00:30:00Z', 'up'],
    ['2026-03-10T11:59:00Z', 'down'],
  ],
  outages: [
    { id: 'out_a', startedAt: '2026-03-02T00:00:00Z', endedAt: '2026-03-02T00:30:00Z' },
    {
      id: 'out_b',
      startedAt: '2026-03-05T00:00:00Z',
      endedAt: '2026-03-05T00:10:00.600Z',
      scope: 'regional',
      regions: ['us-east'],
    },
    { id: 'out_c', startedAt: '2026-03-10T11:59:00Z' },
  ],
})

const read = async (query = '') => (await monitor.ask('outages', query)).body
const idsOf = async (query: string) =>
  (await read(query)).outages.map((outage: { id: string }) => outage.id)

describe('reading outages', () => {
  it('gives those of the last 30 days, newest first, in the shape of the description', async () => {
    const body = await read()
    expect(Object.keys(body)).toEqual([
      'id',
      'from',
      'to',
      'total',
      'page',
      'per',
      'outages',
      'timeline',
      'usage',
    ])
    expect(OutageList.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({
      id: monitor.id,
      from: '2026-02-08T12:00:00.000Z',
      to: '2026-03-10T12:00:00.000Z',
      total: 3,
      page: 1,
      per: 50,
    })
    expect(body.outages).toEqual([
      {
        id: 'out_c',
        startedAt: '2026-03-10T11:59:00.000Z',
        confirmedAt: '2026-03-10T11:59:02.000Z',
        endedAt: null,
        durationSeconds: 60,
        ongoing: true,
        scope: 'global',
        regions: ['eu-west', 'us-east'],
        cause: 'serverError',
        summary: 'The server answered 500.',
        alertsSent: 0,
      },
      expect.objectContaining({
        id: 'out_b',
        endedAt: '2026-03-05T00:10:00.600Z',
        durationSeconds: 601,
        ongoing: false,
        scope: 'regional',
        regions: ['us-east'],
      }),
      expect.objectContaining({ id: 'out_a', durationSeconds: 1_800 }),
    ])
  })

  it('gives a timeline from the creation to now, without gap or overlap', async () => {
    const { timeline } = await read('from=2026-02-20&to=2026-03-15')
    expect(timeline).toEqual([
      entry('2026-03-01T00:00:00.250Z', '2026-03-01T00:00:10.000Z', 'pending'),
      entry('2026-03-01T00:00:10.000Z', '2026-03-02T00:00:00.000Z', 'up'),
      entry('2026-03-02T00:00:00.000Z', '2026-03-02T00:30:00.000Z', 'down'),
      entry('2026-03-02T00:30:00.000Z', '2026-03-10T11:59:00.000Z', 'up'),
      entry('2026-03-10T11:59:00.000Z', '2026-03-10T12:00:00.000Z', 'down'),
    ])
  })

  it('cuts the timeline at the edges of the window, whatever the page', async () => {
    const { outages, timeline } = await read(
      'from=2026-03-02T00:29:00Z&to=2026-03-02T00:31:00Z&page=2',
    )
    expect(outages).toEqual([])
    expect(timeline).toEqual([
      entry('2026-03-02T00:29:00.000Z', '2026-03-02T00:30:00.000Z', 'down'),
      entry('2026-03-02T00:30:00.000Z', '2026-03-02T00:31:00.000Z', 'up'),
    ])
  })

  it.each<[string, string[]]>([
    ['from=2026-03-02T00:29:59Z&to=2026-03-03', ['out_a']],
    ['from=2026-03-02T00:30:00Z&to=2026-03-03', []],
    ['from=2026-03-01&to=2026-03-02', []],
    ['from=2026-03-01&to=2026-03-02T00:00:01Z', ['out_a']],
    ['from=2026-03-10T11:59:30Z', ['out_c']],
    ['from=2026-01-01&to=2026-01-02', []],
  ])('gives those that were going on in a window: %s', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected)
  })

  it('gives pages', async () => {
    expect(await read('per=2')).toMatchObject({ total: 3, page: 1, per: 2 })
    expect(await idsOf('per=2')).toEqual(['out_c', 'out_b'])
    expect(await idsOf('per=2&page=2')).toEqual(['out_a'])
    expect(await read('per=5000&page=0')).toMatchObject({ per: 200, page: 1 })
    expect(await read('page=99')).toMatchObject({ total: 3, outages: [] })
  })

  it('says nothing of a time before the monitor, or of one to come', async () => {
    expect(await read('from=2026-01-01&to=2026-01-02')).toMatchObject({ total: 0, timeline: [] })
    expect(await read('from=2026-03-11&to=2026-03-12')).toMatchObject({ total: 0, timeline: [] })
  })

  it('asks for a shorter window where the monitor never comes to rest', async () => {
    const restless = await openReportMonitor(monitor.api, {
      changes: [['2026-01-01T00:00:00Z', 'pending']],
    })
    await monitor.api.db.query(
      {
        text: `insert into state_changes (monitor_id, at, status)
          select m.id, timestamptz '2026-03-01T00:00:00Z' + n * interval '10 seconds',
            case when n % 2 = 0 then 'up' else 'down' end
          from monitors m, generate_series(1, 10001) n where m.public_id = $1`,
      },
      [restless.id],
    )
    const { status, body } = await restless.ask('outages', 'from=2026-03-01&to=2026-03-09')
    expect([status, body.error]).toEqual([400, expect.stringMatching(/"from".*10000 times/)])
    expect((await restless.ask('outages', 'from=2026-03-01T01:00:00Z')).status).toBe(200)
  })
})

describe('what reading outages takes', () => {
  it('takes three years', async () => {
    expect((await monitor.ask('outages', 'from=2023-03-10T12:00:00Z')).status).toBe(200)
  })

  it.each([...refusedWindows('2023-03-10T11:59:59Z'), ['page=one', 'page'], ['per=', 'per']])(
    'answers 400 to %s',
    async (query, name) => {
      const { status, body } = await monitor.ask('outages', query)
      expect([status, body.error]).toEqual([400, expect.stringContaining(`"${name}"`)])
    },
  )

  it('answers 404, 401 and 403 like every read', async () => {
    expect((await monitor.api.ask('GET', '/api/v1/monitors/mon_nobody/outages')).status).toBe(404)
    expect((await monitor.ask('outages', '', null)).status).toBe(401)
    expect((await monitor.ask('outages', '', await monitor.api.keyOf('analyst'))).status).toBe(403)
    expect((await monitor.ask('outages', '', await monitor.api.keyOf('viewer'))).status).toBe(200)
  })
})

function entry(from: string, to: string, status: string) {
  return { from, to, status }
}
