import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let id = ''
const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const HOUR = 3_600_000

beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: { url: 'https://results.example', regions: ['eu-west', 'us-east'] },
  })
  id = body.monitor.id
  const days = await openResultDays(api.db, createLogger('test', 'silent'))
  await days.ensure([0, 1, 2, 3].map((daysAgo) => NOW - daysAgo * 24 * HOUR))
  const { rows } = await api.db.query<{ id: number }>({ text: 'select id from monitors' })
  const monitorId = rows[0]?.id ?? 0
  const at = (hoursAgo: number, offsetMs = 0) => new Date(NOW - hoursAgo * HOUR + offsetMs)
  const base = {
    monitor_id: monitorId,
    attempt: 0,
    confirmation: false,
    late: false,
    duration_ms: 120,
    status_code: 200,
    response_ms: 118.6,
    dns_ms: 12.345_678,
    connect_ms: 20,
    tls_ms: null,
    first_byte_ms: 40.5,
    download_ms: 1,
    status: 'up',
    ip: '192.0.66.1',
  }
  await api.db.query(
    {
      text: 'insert into check_results select * from jsonb_populate_recordset(null::check_results, $1)',
    },
    [
      JSON.stringify([
        { ...base, region: 'eu-west', scheduled_at: at(60), checked_at: at(60, 5) },
        // Begun just after midnight, for a slot just before it.
        { ...base, region: 'eu-west', scheduled_at: at(12, -30_000), checked_at: at(12, 1_000) },
        ...Array.from({ length: 10 }, (_, n) => ({
          ...base,
          region: n % 2 === 0 ? 'eu-west' : 'us-east',
          scheduled_at: at(n + 1),
          checked_at: at(n + 1, 7),
        })),
        {
          ...base,
          region: 'eu-west',
          scheduled_at: at(0.5),
          checked_at: at(0.5, 9),
          attempt: 1,
          confirmation: true,
          status: 'down',
          status_code: null,
          response_ms: null,
          failure_source: 'target',
          phase: 'connect',
          cause: 'connectionRefused',
          error: 'The connection is refused.',
          details: { tls: { issuer: 'x' } },
        },
      ]),
    ],
  )
})
afterAll(() => api.close())
beforeEach(() => api.db.query({ text: 'delete from request_bursts' }))

const read = async (query = '') =>
  (await api.ask('GET', `/api/v1/monitors/${id}/results?${query}`)).body

describe('reading results', () => {
  it('gives the last 24 hours, newest first, in the contract shape', async () => {
    const body = await read()
    expect(Object.keys(body)).toEqual([
      'id',
      'from',
      'to',
      'total',
      'page',
      'per',
      'results',
      'usage',
    ])
    expect(body).toMatchObject({
      id,
      from: '2026-03-09T12:00:00.000Z',
      to: '2026-03-10T12:00:00.000Z',
      total: 12,
      page: 1,
      per: 50,
    })
    const times = body.results.map((result: { checkedAt: string }) => result.checkedAt)
    expect(times).toEqual(times.toSorted((a: string, b: string) => b.localeCompare(a)))
    expect(body.results[0]).toEqual({
      id: expect.stringMatching(/^res_[0-9a-f]{24}$/),
      checkedAt: '2026-03-10T11:30:00.009Z',
      scheduledAt: '2026-03-10T11:30:00.000Z',
      status: 'down',
      statusCode: null,
      responseMs: null,
      error: 'The connection is refused.',
      region: 'eu-west',
      attempt: 1,
      confirmation: true,
      late: false,
      counted: true,
      failureSource: 'target',
      phase: 'connect',
      cause: 'connectionRefused',
      ip: '192.0.66.1',
      timings: { dnsMs: 12.35, connectMs: 20, tlsMs: null, firstByteMs: 40.5, downloadMs: 1 },
      details: { tls: { issuer: 'x' } },
    })
    expect(body.results[1]).toMatchObject({
      statusCode: 200,
      responseMs: 119,
      error: null,
      details: {},
    })
    expect(new Set(body.results.map((result: { id: string }) => result.id)).size).toBe(12)
    expect((await read()).results[0].id).toBe(body.results[0].id)
  })

  it.each([
    ['region=us-east', 5],
    ['status=down', 1],
    ['status=up,down&region=eu-west', 7],
    ['status=degraded', 0],
    ['region=ap-south', 0],
    ['from=2026-03-01', 13],
    [`from=${NOW / 1_000 - 2 * 3_600}`, 3],
    ['from=2026-03-10T12:00:00%2B02:00&to=2026-03-10T11:00:00Z', 1],
    ['from=2026-03-10T12:00:00+02:00&to=2026-03-10T11:00:00Z', 1],
    ['to=2026-03-08T12:00:00Z', 1],
    ['from=2026-03-10T00:00:00Z&to=2026-03-10T00:00:02Z', 1],
  ])('filters by %s', async (query, total) => {
    const body = await read(query)
    expect([body.total, body.results.length]).toEqual([total, total])
  })

  it('takes up to 1,000 a page', async () => {
    expect(await read('per=5000')).toMatchObject({ per: 1_000, total: 12 })
    expect((await read('per=5&page=3')).results).toHaveLength(2)
    expect(await read('page=99')).toMatchObject({ total: 12, results: [] })
  })

  it.each([
    ['from=yesterday', 'from'],
    ['to=2026-02-31', 'to'],
    [`from=${NOW}`, 'from'],
    ['from=-1', 'from'],
    ['to=0000-01-01T00:00:00Z', 'to'],
    ['from=0001-01-01T00:00:00%2B01:00', 'from'],
    ['from=2026-03-10&to=2026-03-10', 'from'],
    ['from=2027-01-01', 'from'],
    ['region=EU%20West', 'region'],
    ['region=nowhere', 'region'],
    ['status=fine', 'status'],
  ])('answers 400 to %s', async (query, name) => {
    const { status, body } = await api.ask('GET', `/api/v1/monitors/${id}/results?${query}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })
})
