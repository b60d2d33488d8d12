import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import { measureDistances } from '../../controller/src/on-demand/measure-distances.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const CAPABILITIES = ['web', 'ping', 'analysis', 'traceroute']
const REGIONS = ['ap-south', 'eu-west', 'us-east']

let api: TestApi
let workspaceRegions: string[] = []

beforeAll(async () => {
  api = await openTestApi({ regions: false, trustProxy: true })
  for (const region of REGIONS) {
    await api.addRegion(region, true, CAPABILITIES)
    api.answerWork(region, CAPABILITIES, (kind, input) => {
      workspaceRegions.push(region)
      if (kind === 'analysis') {
        const { name } = input as { name: 'raw-html' }
        const text = JSON.stringify(analysisExample(name))
        return { output: {}, bytes: new TextEncoder().encode(text) }
      }
      return { error: { code: 'unavailable', message: 'It is busy.' } }
    })
  }
  const days = await openResultDays(api.db, createLogger('test', 'silent'))
  await days.ensure([api.clock.now.getTime()])
})
afterAll(() => api.close())
beforeEach(async () => {
  workspaceRegions = []
  await api.hearAgents()
  await api.db.query({ text: 'delete from distances' })
  await api.db.query({ text: 'delete from request_bursts' })
})

const look = (url: string, headers: Record<string, string> = {}) =>
  api.ask('GET', `/api/v1/raw-html?url=${encodeURIComponent(url)}`, { headers })
const regionOf = async (url: string, headers: Record<string, string> = {}) => {
  const { status, body, headers: answered } = await look(url, headers)
  expect([body.error, status]).toEqual([undefined, 200])
  expect(answered['x-sightline-region']).toBe(body.region)
  expect(workspaceRegions.at(-1)).toBe(body.region)
  return body.region as string
}

/** A monitor with a check from each region, as the ingest stores them. */
async function checked(url: string, ip: string, connectMs: Record<string, number>): Promise<void> {
  const { body } = await api.ask('POST', '/api/v1/monitors', { body: { url, regions: REGIONS } })
  const checks = Object.entries(connectMs).map(([region, ms]) => ({
    region,
    scheduled_at: api.clock.now,
    checked_at: api.clock.now,
    attempt: 1,
    confirmation: false,
    late: false,
    duration_ms: 100,
    status: 'up',
    response_ms: ms,
    connect_ms: url.startsWith('ping') ? null : ms,
    ip,
  }))
  await api.db.query(
    {
      text: `with added as (
          insert into check_results
          select (jsonb_populate_record(null::check_results, row || jsonb_build_object('monitor_id', m.id))).*
          from monitors m cross join jsonb_array_elements($2::jsonb) row
          where m.public_id = $1
          returning *
        ) insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
          select monitor_id, region, scheduled_at, checked_at, status from added`,
    },
    [body.monitor.id, JSON.stringify(checks)],
  )
}
const measure = () => measureDistances({ db: api.db, now: () => api.clock.now.getTime() })

describe('the default region', () => {
  it('is the nearest to the host by what checks of it needed to connect', async () => {
    await checked('https://near.example', '192.0.66.9', {
      'ap-south': 12,
      'eu-west': 150,
      'us-east': 220,
    })
    await checked('ping://far.example', '192.0.67.9', { 'ap-south': 200, 'us-east': 15 })
    await measure()
    for (const path of ['', 'a', 'b?c=d']) {
      expect(await regionOf(`https://near.example/${path}`)).toBe('ap-south')
    }
    expect(await regionOf('https://far.example/')).toBe('us-east')
    // One slow check changes nothing, many do.
    const beSlow = () =>
      api.db.query({
        text: `update check_results set connect_ms = 900, checked_at = checked_at + interval '1 minute'
          where region = 'ap-south'`,
      })
    await beSlow()
    for (let times = 0; times < 30; times += 1) await measure()
    expect(await regionOf('https://near.example/')).toBe('ap-south')
    for (let times = 0; times < 30; times += 1) {
      await beSlow()
      await measure()
    }
    expect(await regionOf('https://near.example/')).toBe('eu-west')
    // A region that is named is asked.
    expect((await look('https://near.example/')).body.region).toBe('eu-west')
    const named = await api.ask('GET', '/api/v1/raw-html?url=near.example&region=us-east')
    expect(named.body.region).toBe('us-east')
  })

  it('is the nearest to the network of a host that nobody checks', async () => {
    await checked('https://neighbour.example', '192.0.80.9', { 'eu-west': 9, 'us-east': 80 })
    await measure()
    api.names.set('stranger.example', { ok: true, addresses: ['192.0.80.200'], ms: 1 })
    expect(await regionOf('https://stranger.example/')).toBe('eu-west')
    expect(await regionOf('http://192.0.80.77/')).toBe('eu-west')
  })

  it('is on the continent of the caller where a proxy knows it, else always the same', async () => {
    for (const [country, region] of [
      ['FR', 'eu-west'],
      ['CA', 'us-east'],
      ['JP', 'ap-south'],
    ] as const) {
      const headers = { 'cf-ipcountry': country }
      expect(await regionOf('https://unknown.example/', headers)).toBe(region)
    }
    const region = await regionOf('https://unknown.example/')
    for (let times = 0; times < 5; times += 1) {
      expect(await regionOf('https://unknown.example/x')).toBe(region)
    }
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
    const chosen = new Set<string>()
    for (const name of others) chosen.add(await regionOf(`https://${name}.example/`))
    expect(chosen.size).toBeGreaterThan(1)
  })

  it('is the nearest for traces and one-off checks too', async () => {
    await checked('https://traced.example', '192.0.90.9', { 'ap-south': 9, 'us-east': 80 })
    await measure()
    await api.ask('GET', '/api/v1/traceroute?host=traced.example')
    expect(workspaceRegions[0]).toBe('ap-south')
  })

  it('forgets what nobody checks any more, and goes through all monitors in turn', async () => {
    await api.db.query({
      text: `insert into distances values ('host:gone.example', 'eu-west', 1, '2026-01-01')`,
    })
    await measure()
    const { rows } = await api.db.query({
      text: `select from distances where target = 'host:gone.example'`,
    })
    expect(rows).toHaveLength(0)
    const progress = await api.db.query<{ at: number }>({
      text: 'select monitor_id as at from distance_progress',
    })
    expect(progress.rows[0]?.at).toBe(0)
  })
})
