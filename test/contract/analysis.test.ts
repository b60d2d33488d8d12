import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AnalysisAnswer } from '../../controller/src/api/schemas/analysis.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import { diagnoseOutage } from '../../controller/src/diagnosis/diagnose-outage.ts'
import type { JobParts } from '../../controller/src/job-list.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const MINUTE = 60_000

/** One check, so many seconds ago. */
interface Check {
  readonly ago: number
  readonly region?: string
  readonly status?: string
  readonly cause?: string
}

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
  await api.addRegion('ap-south', true)
  const days = await openResultDays(api.db, createLogger('test', 'silent'))
  await days.ensure([NOW - 86_400_000, NOW])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.query({ text: 'delete from request_bursts' })
  // Else they would be those of other hosts at the same address.
  await api.db.query({ text: 'delete from outages' })
  await api.hearAgents()
})

let made = 0

async function monitorWith(checks: readonly Check[]): Promise<{ id: string; number: number }> {
  made += 1
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: {
      url: `https://analysis-${made}.example`,
      regions: ['us-east', 'eu-west', 'ap-south'],
    },
  })
  const { id } = body.monitor
  const { rows } = await api.db.query<{ id: number }>(
    { text: 'update monitors set created_at = $2 where public_id = $1 returning id' },
    [id, new Date(NOW - 60 * MINUTE)],
  )
  const number = rows[0]?.id ?? 0
  const stored = checks.map(({ ago, region = 'eu-west', status = 'down', cause }) => ({
    monitor_id: number,
    region,
    scheduled_at: new Date(NOW - ago * 1_000),
    checked_at: new Date(NOW - ago * 1_000),
    attempt: 0,
    confirmation: false,
    late: false,
    duration_ms: 100,
    status,
    response_ms: status === 'up' ? 100.4 : null,
    status_code: status === 'up' ? 200 : null,
    failure_source: status === 'down' ? 'target' : null,
    phase: status === 'down' ? 'connect' : null,
    cause: status === 'down' ? (cause ?? 'connectionRefused') : null,
    error: status === 'down' ? 'The connection to the site was refused.' : null,
    ip: '192.0.66.1',
  }))
  await api.db.query(
    {
      text: `insert into check_results
        select * from jsonb_populate_recordset(null::check_results, $1)`,
    },
    [JSON.stringify(stored)],
  )
  return { id, number }
}

/** An outage of so many seconds ago. */
async function outageOf(
  number: number,
  outage: { ago: number; confirmedAgo?: number; endedAgo?: number; scope?: string },
): Promise<string> {
  made += 1
  const outageId = `out_${String(made).padStart(20, '0')}`
  const { ago, confirmedAgo = ago - 3, endedAgo, scope = 'global' } = outage
  const at = (seconds: number): Date => new Date(NOW - seconds * 1_000)
  await api.db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions,
          cause, summary)
        values ($1, $2, $3, $4, $5, $6, '{eu-west,us-east}', 'connectionRefused', 'It was refused.')`,
    },
    [
      outageId,
      number,
      at(ago),
      at(confirmedAgo),
      endedAgo === undefined ? null : at(endedAgo),
      scope,
    ],
  )
  return outageId
}

const ask = (id: string, query = '') => api.ask('GET', `/api/v1/monitors/${id}/analysis${query}`)

const DOWN: readonly Check[] = [
  { ago: 300, region: 'us-east', status: 'up' },
  { ago: 290, status: 'up' },
  { ago: 30 },
  { ago: 29, region: 'us-east' },
  { ago: 28, region: 'ap-south' },
]

describe('GET /api/v1/monitors/{id}/analysis', () => {
  it('tells a monitor that never went down nothing, with null for the verdict', async () => {
    const { id } = await monitorWith([{ ago: 30, status: 'up' }])
    const { status, body } = await ask(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      outageId: null,
      from: null,
      to: null,
      verdict: null,
      alternatives: [],
      regions: [],
      evidence: [],
      lastGood: null,
      firstBad: null,
      related: [],
      generatedAt: null,
      usage: body.usage,
    })
    expect(Object.keys(body.usage)).toEqual(['used', 'dailyLimit', 'tier'])
  })

  it('tells the current outage from the votes while nothing is stored, in the documented form', async () => {
    const { id, number } = await monitorWith(DOWN)
    const outageId = await outageOf(number, { ago: 30, confirmedAgo: 27 })
    const { body } = await ask(id)
    expect(AnalysisAnswer.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      id,
      outageId,
      from: '2026-03-10T11:59:30.000Z',
      to: null,
      verdict: {
        cause: 'connectionRefused',
        category: 'tcp',
        scope: 'global',
        confidence: 0.6,
        title: 'The connection is refused',
        explanation: `Connections to analysis-${made - 1}.example:443 are refused from all 3 regions.`,
        advice: [expect.any(String), expect.any(String), expect.any(String)],
      },
      regions: ['ap-south', 'eu-west', 'us-east'].map((region) => ({
        region,
        status: 'down',
        cause: 'connectionRefused',
        phase: 'connect',
        error: 'The connection to the site was refused.',
        responseMs: null,
        ip: '192.0.66.1',
      })),
      lastGood: {
        region: 'eu-west',
        at: '2026-03-10T11:55:10.000Z',
        status: 'up',
        statusCode: 200,
        responseMs: 100,
        cause: null,
        error: null,
        ip: '192.0.66.1',
      },
      firstBad: { region: 'eu-west', at: '2026-03-10T11:59:30.000Z', cause: 'connectionRefused' },
      related: [],
      generatedAt: NOW_ISO,
    })
    expect(body.evidence[0]).toEqual({
      kind: 'check',
      region: 'ap-south',
      at: '2026-03-10T11:59:32.000Z',
      title: 'The check from ap-south',
      observed: 'The connection to the site was refused.',
      expected: 'The check passes.',
    })
  })

  it('judges by the checks of its own time, not by those after its end', async () => {
    const { id, number } = await monitorWith([
      ...DOWN,
      ...['eu-west', 'us-east', 'ap-south'].map((region) => ({ ago: 5, region, status: 'up' })),
    ])
    await outageOf(number, { ago: 30, confirmedAgo: 27, endedAgo: 5 })
    const { body } = await ask(id)
    expect([body.to, body.verdict.cause]).toEqual(['2026-03-10T11:59:55.000Z', 'connectionRefused'])
  })

  it('takes the current outage before a later one that is over, and any by its id', async () => {
    const { id, number } = await monitorWith(DOWN)
    const current = await outageOf(number, { ago: 500 })
    const later = await outageOf(number, { ago: 100, endedAgo: 50, scope: 'regional' })
    expect((await ask(id)).body.outageId).toBe(current)
    const { body } = await ask(id, `?outageId=${later}`)
    expect([body.outageId, body.verdict.scope]).toEqual([later, 'regional'])
  })

  it('takes the latest outage when none is open', async () => {
    const { id, number } = await monitorWith(DOWN)
    await outageOf(number, { ago: 600, endedAgo: 500 })
    const latest = await outageOf(number, { ago: 100, endedAgo: 50 })
    expect((await ask(id)).body.outageId).toBe(latest)
  })

  it('still tells an outage of which no check is kept any more', async () => {
    const { id, number } = await monitorWith([])
    await outageOf(number, { ago: 100, endedAgo: 50 })
    const { body } = await ask(id)
    expect(body).toMatchObject({
      verdict: { cause: 'connectionRefused', confidence: expect.any(Number) },
      regions: [],
      lastGood: null,
      firstBad: null,
    })
  })

  it('keeps the real cause of a target that never answered, and names the settings beside it', async () => {
    const { id, number } = await monitorWith(DOWN.filter(({ status }) => status !== 'up'))
    await outageOf(number, { ago: 30, confirmedAgo: 27 })
    const { body } = await ask(id)
    expect(body.verdict.cause).toBe('connectionRefused')
    expect(body.alternatives).toMatchObject([
      { cause: 'monitorMisconfigured', category: 'ours', confidence: 0.3 },
    ])
  })

  it('shows what the job stored, also after the outage is over', async () => {
    const { id, number } = await monitorWith(DOWN)
    const outageId = await outageOf(number, { ago: 30, confirmedAgo: 27 })
    await diagnoseOutage(jobParts(), { outageId })
    await api.db.query({ text: 'delete from check_results where monitor_id = $1' }, [number])
    await api.db.query({ text: 'update outages set ended_at = $2 where public_id = $1' }, [
      outageId,
      new Date(NOW),
    ])
    const { body } = await ask(id)
    expect(AnalysisAnswer.strict().safeParse(body).error).toBeUndefined()
    expect([body.verdict.cause, body.regions.length, body.to]).toEqual([
      'connectionRefused',
      3,
      NOW_ISO,
    ])
  })

  it('answers 404 for an unknown outage, one of another monitor, and an unknown monitor', async () => {
    const { id, number } = await monitorWith(DOWN)
    await outageOf(number, { ago: 30 })
    const other = await monitorWith(DOWN)
    const foreign = await outageOf(other.number, { ago: 30 })
    for (const outageId of ['out_nobody', foreign, 'x'.repeat(500), '%20', '']) {
      const { status, body } = await ask(id, `?outageId=${outageId}`)
      expect([outageId, status]).toEqual([outageId, 404])
      expect(body.error).toContain('has no outage with the id')
    }
    expect((await ask('mon_nobody')).status).toBe(404)
  })

  it('answers 400 to an outage named twice, and takes any parameter nobody knows', async () => {
    const { id, number } = await monitorWith(DOWN)
    await outageOf(number, { ago: 30 })
    const { status, body } = await ask(id, '?outageId=a&outageId=b')
    expect([status, body.error]).toEqual([400, expect.stringContaining('"outageId"')])
    expect((await ask(id, '?anything=1')).status).toBe(200)
  })

  it('asks for a key, and for access to monitoring', async () => {
    const { id } = await monitorWith([])
    const path = `/api/v1/monitors/${id}/analysis`
    expect((await api.ask('GET', path, { key: null })).status).toBe(401)
    expect((await api.ask('GET', path, { key: await api.keyOf('analyst') })).status).toBe(403)
    expect((await api.ask('GET', path, { key: await api.keyOf('viewer') })).status).toBe(200)
    expect((await api.ask('POST', path)).status).toBe(405)
  })
})

const NOW_ISO = new Date(NOW).toISOString()

/** What the first step of the job needs. */
function jobParts(): JobParts {
  const parts: Pick<JobParts, 'db' | 'now' | 'log'> = {
    db: api.db,
    now: () => NOW,
    log: createLogger('test', 'silent'),
  }
  return parts as JobParts
}
