import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { createLogger } from '@sightline/shared/logger'
import { openOperationPort } from '@sightline/shared/operation-port'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgentToken } from '../../../controller/src/agents/tokens.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { readOperationFigures } from '../../../controller/src/db/operation-figures.ts'
import type { MetricSources } from '../../../controller/src/metrics/family.ts'
import { keepFigures } from '../../../controller/src/metrics/kept-figures.ts'
import type { Metrics } from '../../../controller/src/metrics/open-metrics.ts'
import { openMetrics } from '../../../controller/src/metrics/open-metrics.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestApi } from '../../helpers/test-api.ts'
import { openTestApi } from '../../helpers/test-api.ts'

const TOKEN = 'a token of sixteen and more'.replaceAll(' ', '-')
const log = createLogger('test', 'fatal')

let api: TestApi
let metrics: Metrics
const INGESTED = {
  waitingRows: 12,
  committedRows: 5,
  refusedRows: 1,
  transactions: 2,
  clashes: 3,
  sendersInCare: 1,
}

/** Figures of the database of the API, once there is one. */
let figures: MetricSources['figures'] = async () => null
beforeAll(async () => {
  const session = (region: string, ticksMissed: bigint, spoolResults: number) => ({
    region,
    quarantinedAtMs: null,
    clockOffsetMs: -1500,
    heartbeat: {
      counters: { ticksMissed, spoolResults, checksRun: 7n, spoolDropped: 0n, memoryBytes: 9n },
    },
  })
  const sessions = new Map(
    [session('eu-west', 3n, 40), session('eu-west', 5n, 2), session('us-east', 1n, 1)].map(
      (one, index) => [`agt_${index}`, one],
    ),
  ) as never
  metrics = await openMetrics(
    {
      sessions,
      ingest: () => INGESTED,
      pools: {},
      clockOffsetMs: () => 250,
      figures: () => figures(),
      dataFolder: tmpdir(),
      version: '1.2.3',
    },
    log,
  )
  api = await openTestApi({ metrics: { token: TOKEN, opened: metrics } })
  figures = () => readOperationFigures(api.db, AGENT_LOST_AFTER_MS)
})
afterAll(() => api.close())

/** Values by name and labels, each line held against the format. Source: Prometheus, "Text-based format" */
function valuesOf(text: string): Map<string, number> {
  const sample = /^([a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\S+)$/
  const comment = /^# (?:HELP \S+ .+|TYPE \S+ (?:counter|gauge|histogram|summary))$/
  const values = new Map<string, number>()
  for (const line of text.trimEnd().split('\n')) {
    if (line === '' || comment.test(line)) continue
    const found = sample.exec(line)
    if (found === null) throw new Error(`no line of the format: ${line}`)
    values.set(found[1] ?? '', found[2] === 'Nan' ? Number.NaN : Number(found[2]))
  }
  return values
}

const read = async () => valuesOf((await metrics.read()).text)

describe('metrics', () => {
  it('tell of the installation, its agents and the program', async () => {
    const { status } = await api.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://told.example' },
    })
    expect(status).toBe(201)
    const values = await read()
    expect(Object.fromEntries(values)).toMatchObject({
      sightline_database_up: 1,
      'sightline_monitors{type="web",status="pending"}': 1,
      sightline_outages_open: 0,
      sightline_alerts_waiting: 0,
      sightline_results_waiting: 12,
      'sightline_agents{region="eu-west"}': 2,
      'sightline_agent_spool_results{region="eu-west"}': 42,
      'sightline_agent_clock_offset_seconds{region="us-east"}': 1.5,
      sightline_clock_offset_seconds: 0.25,
      'sightline_build_info{version="1.2.3"}': 1,
    })
    expect(values.get('sightline_database_bytes')).toBeGreaterThan(1_000_000)
    expect(values.get('sightline_data_disk_bytes{kind="free"}')).toBeGreaterThan(0)
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(0)
    expect([...values.keys()].some((name) => name.startsWith('nodejs_eventloop_lag'))).toBe(true)
  })

  it('tell of a region that has monitors and no agent, for as long as it has none', async () => {
    const made = { name: 'test', now: new Date() }
    for (const region of ['ap-south', 'sa-east'])
      await createAgentToken(api.db, { region, ...made })
    const [workspaceId, regions] = [await insertWorkspace(api.db), ['eu-west', 'ap-south']]
    const [monitorId = 0] = await insertMonitors(api.db, workspaceId, { regions })
    const values = Object.fromEntries(await read())
    expect(values).toMatchObject({
      'sightline_agents{region="ap-south"}': 0,
      'sightline_agents{region="eu-west"}': 2,
    })
    expect(values).not.toHaveProperty('sightline_agents{region="sa-east"}')
    await api.db.query({ text: 'update monitors set active = false where id = $1' }, [monitorId])
    expect(Object.fromEntries(await read())).not.toHaveProperty(
      'sightline_agents{region="ap-south"}',
    )
  })

  it('count only what agents did since they came to this controller', async () => {
    const values = await read()
    expect(values.get('sightline_agent_ticks_missed_total{region="eu-west"}')).toBe(0)
  })

  it('count requests by the template of their route, whatever was asked for', async () => {
    const before = await read()
    for (const path of ['/api/v1/monitors/mon_1', '/api/v1/monitors/"}%0A%22', '/no/such/"page"']) {
      await api.ask('GET', path)
    }
    const text = [...(await read()).keys()].join('\n')
    expect(text).toContain('route="/api/v1/monitors/:id",status="4xx"')
    expect(text).not.toContain('mon_1')
    expect(text).not.toContain('such')
    const count =
      'sightline_http_request_seconds_count{method="GET",route="/api/v1/monitors/:id",status="4xx"}'
    const values = await read()
    expect((values.get(count) ?? 0) - (before.get(count) ?? 0)).toBe(2)
  })

  it('count results by what they say, and how long failures took to be decided on', async () => {
    const atMs = 1_000_000
    const row = { late: false, lateFromMs: atMs + 1, checkedAtMs: atMs - 400, durationMs: 100 }
    metrics.observers.resultsCommitted({
      rows: [
        { ...row, status: 'up' },
        { ...row, status: 'down' },
        { ...row, status: 'down', lateFromMs: atMs - 1 },
      ],
      seconds: 0.02,
      atMs,
    })
    metrics.observers.resultsPassedOver({ why: 'noSlot', count: 3 })
    expect(Object.fromEntries(await read())).toMatchObject({
      'sightline_results_committed_total{status="up",late="false"}': 1,
      'sightline_results_committed_total{status="down",late="true"}': 1,
      'sightline_results_refused_total{why="noSlot"}': 3,
      'sightline_result_latency_seconds_bucket{le="0.25",outcome="failing"}': 0,
      'sightline_result_latency_seconds_bucket{le="0.5",outcome="failing"}': 1,
      'sightline_result_latency_seconds_count{outcome="passing"}': 1,
      sightline_result_commit_seconds_count: 1,
    })
  })

  it('count alerts, and how long after the beginning of an outage somebody was told', async () => {
    const alert = { kind: 'down', queuedAtMs: 9_000, outageStartedAtMs: 6_000 }
    metrics.observers.alertsTried({
      channel: 'email',
      outcome: 'sent',
      alerts: [alert, { ...alert, kind: 'recovered' }],
      atMs: 10_000,
    })
    expect(Object.fromEntries(await read())).toMatchObject({
      'sightline_alerts_tried_total{channel="email",outcome="sent"}': 2,
      'sightline_alert_delivery_seconds_count{channel="email"}': 2,
      sightline_outage_told_seconds_sum: 4,
      sightline_outage_told_seconds_count: 1,
    })
  })

  it('count that no alert was sent where all are tried again', async () => {
    metrics.observers.alertsTried({
      channel: 'slack',
      outcome: 'retry',
      alerts: [{ kind: 'down', queuedAtMs: 9_000, outageStartedAtMs: 6_000 }],
      atMs: 10_000,
    })
    expect(Object.fromEntries(await read())).toMatchObject({
      'sightline_alerts_tried_total{channel="slack",outcome="retry"}': 1,
      'sightline_alerts_tried_total{channel="slack",outcome="sent"}': 0,
      'sightline_alerts_tried_total{channel="slack",outcome="refused"}': 0,
    })
  })

  it('are told without a database too, but for what it would say', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', log)
    const there = figures
    figures = keepFigures(() => readOperationFigures(away, AGENT_LOST_AFTER_MS))
    const values = await read()
    figures = there
    await away.close()
    expect(values.get('sightline_database_up')).toBe(0)
    expect(values.has('sightline_database_bytes')).toBe(false)
    expect([...values.keys()].some((name) => name.startsWith('sightline_monitors'))).toBe(false)
    expect(values.get('sightline_results_waiting')).toBe(12)
    expect((await read()).get('sightline_database_up')).toBe(1)
  })
})

describe('metrics of what cannot be read', () => {
  it('are left out, and the others are told', async () => {
    const lines: string[] = []
    const write = (facts: { metric?: string }, words: string): void => {
      lines.push(`${facts.metric} ${words}`)
    }
    let isBroken = true
    const opened = await openMetrics(
      {
        sessions: new Map(),
        ingest() {
          if (isBroken) throw new Error('broken')
          return INGESTED
        },
        pools: {},
        clockOffsetMs: () => 250,
        figures: async () => null,
        dataFolder: '/proc/1/no such folder',
        version: '1.2.3',
      },
      { warn: write, info: write } as never,
    )
    const broken = valuesOf((await opened.read()).text)
    expect(broken.get('sightline_clock_offset_seconds')).toBe(0.25)
    expect([...broken.keys()].filter((name) => /data_disk|results_waiting/.test(name))).toEqual([])
    expect(lines).toEqual([
      expect.stringMatching(/^sightline_results_\w+ a metric could not be read/),
    ])
    isBroken = false
    const whole = valuesOf((await opened.read()).text)
    expect(whole.get('sightline_results_waiting')).toBe(12)
    expect(whole.get('sightline_results_unstorable_total')).toBe(1)
    expect(whole.get('sightline_result_clashes_total')).toBe(3)
    expect(whole.get('sightline_result_senders_in_care')).toBe(1)
    expect(lines.at(-1)).toContain('all metrics are read again')
  })
})

describe('GET /metrics', () => {
  const ask = (authorization?: string) =>
    api.ask('GET', '/metrics', {
      key: null,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    })

  it('is for those who have the token', async () => {
    for (const wrong of [undefined, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      const { status, body, headers } = await ask(wrong)
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect(body.error).toContain('SIGHTLINE_METRICS_TOKEN')
    }
    const { status, headers, body } = await ask(`Bearer ${TOKEN}`)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(valuesOf(body).get('sightline_database_up')).toBe(1)
  })

  it('is no path where there is no token', async () => {
    const without = await openTestApi({ beside: api })
    expect((await without.ask('GET', '/metrics')).status).toBe(404)
    await without.close()
  })
})

describe('a port of its own', () => {
  it('tells the metrics there, and nothing else', async () => {
    const options = { host: '127.0.0.1', port: 0 }
    const answers = { '/metrics': async () => ({ status: 200, ...(await metrics.read()) }) }
    const open = await openOperationPort(answers, { ...options, token: null }, log)
    const guarded = await openOperationPort(answers, { ...options, token: TOKEN }, log)
    const status = (port: number, path: string, method = 'GET', authorization?: string) =>
      new Promise((resolve, reject) => {
        const headers = authorization === undefined ? {} : { authorization }
        request({ port, path, method, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect([
      await status(open.port, '/metrics'),
      await status(open.port, '/metrics?x=1', 'HEAD'),
      await status(open.port, '/metrics', 'POST'),
      await status(open.port, '/api/v1/monitors'),
      await status(guarded.port, '/metrics'),
      await status(guarded.port, '/metrics', 'GET', `Bearer ${TOKEN}`),
    ]).toEqual([200, 200, 405, 404, 401, 200])
    await Promise.all([open.stop(), guarded.stop()])
  })
})
