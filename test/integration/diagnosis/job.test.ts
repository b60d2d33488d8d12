import { createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHECKERS } from '../../../agent/src/checks/index.ts'
import { createDiagnosisWorker } from '../../../agent/src/diagnosis/worker.ts'
import type { SidePorts } from '../../../agent/src/diagnosis/gather.ts'
import { createTraceWorker } from '../../../agent/src/trace/worker.ts'
import type { Session } from '../../../controller/src/sessions/agent-session.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { JobParts } from '../../../controller/src/job-list.ts'
import {
  diagnoseOutage,
  gatherEvidence,
} from '../../../controller/src/diagnosis/diagnose-outage.ts'
import { takeScreenshot } from '../../../controller/src/diagnosis/screenshot/take-screenshot.ts'
import { createOnDemandDesk } from '../../../controller/src/on-demand/desk.ts'
import { createOpenWork } from '../../../controller/src/on-demand/open-work.ts'
import { fixedKeys } from '../../../controller/src/secrets/secret-keys.ts'
import { createSecretBox } from '../../../controller/src/secrets/secret-box.ts'
import { record, startDnsServer } from '../../helpers/dns-server.ts'
import { listen, serveRaw } from '../../helpers/listen.ts'
import { insertMonitors } from '../../helpers/rows.ts'
import { toolsFor } from '../../helpers/run-checker.ts'
import type { TestApi } from '../../helpers/test-api.ts'
import { openTestApi } from '../../helpers/test-api.ts'
import { closedUdpPort } from '../../helpers/udp-server.ts'
import type { WorkAnswer } from '../../helpers/worker-session.ts'
import { workerSession } from '../../helpers/worker-session.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const REGIONS = ['eu-west', 'us-east'] as const
const log = createLogger('test', 'silent')

let api: TestApi
let workspaceId = 0
const sessions = new Map<string, Session>()
const work = createOpenWork()
/** What agents were asked. */
let asked: { region: string; input: Record<string, unknown> }[] = []

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  for (const region of REGIONS) await api.addRegion(region, true, ['web', 'diagnose', 'browser'])
  await (await openResultDays(api.db, log)).ensure([NOW, NOW - 86_400_000])
  const { rows } = await api.db.query<{ id: number }>({ text: 'select id from workspaces' })
  workspaceId = rows[0]?.id ?? 0
})
afterAll(() => api.close())
beforeEach(async () => {
  asked = []
  sessions.clear()
  await api.db.query({ text: 'delete from outages' })
  await api.db.query({ text: 'delete from request_bursts' })
  await api.db.query({
    text: 'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
  })
  await api.hearAgents()
  await api.db.query({ text: 'update agents set left_at = now()' })
})

/** Connects an agent that answers as told. */
async function connect(
  region: string,
  answer: Parameters<typeof workerSession>[1]['answer'],
): Promise<Session> {
  const session = workerSession(work, {
    region,
    capabilities: ['web', 'diagnose', 'browser'],
    answer,
  })
  sessions.set(session.agentId, session)
  await api.db.query({ text: 'update agents set left_at = null where region = $1' }, [region])
  return session
}

/** Connects an agent with a real worker. */
async function addAgent(
  region: string,
  servers: readonly string[] = [],
  ports: Partial<SidePorts> = {},
): Promise<void> {
  const tools = toolsFor({ servers })
  const worker = createDiagnosisWorker({
    tools,
    checkers: CHECKERS,
    trace: createTraceWorker({ ...tools, tracer: null }),
    ports: { nameServer: 9, http: 9, others: () => [], ...ports },
    log,
  })
  await connect(region, async (_kind, input): Promise<WorkAnswer> => {
    asked.push({ region, input: input as Record<string, unknown> })
    return { output: await worker(input, AbortSignal.timeout(15_000)) }
  })
}

function partsAt(nowMs = NOW + 5_000): JobParts {
  const now = (): number => nowMs
  const parts: Pick<JobParts, 'db' | 'desk' | 'log' | 'now' | 'secrets'> = {
    db: api.db,
    desk: createOnDemandDesk({ db: api.db, sessions, work, now, log }),
    secrets: createSecretBox(fixedKeys([randomBytes(32)])),
    log,
    now,
  }
  return parts as JobParts
}

/** A monitor that is down, with the votes that said so. */
async function outageAt(
  url: string,
  vote: Record<string, unknown> = {},
  monitor: Record<string, unknown> = {},
): Promise<{ id: string; number: number; outageId: string }> {
  const [number = 0] = await insertMonitors(api.db, workspaceId, {
    regions: REGIONS,
    status: 'down',
  })
  const { hostname, port } = new URL(url)
  const { rows } = await api.db.query<{ id: string }>(
    {
      text: `update monitors set url = $2, host = $3, port = $4, settings = $5, depends_on = $6,
          timeout_ms = 2000, created_at = $7, updated_at = $7
        where id = $1 returning public_id as id`,
    },
    [
      number,
      url,
      hostname,
      Number(port || 80),
      JSON.stringify(monitor['settings'] ?? {}),
      monitor['dependsOn'] ?? [],
      new Date(NOW - 86_400_000),
    ],
  )
  await api.db.query({ text: 'update monitors set target_changed_at = null where id = $1' }, [
    number,
  ])
  const refused = {
    status: 'down',
    failure_source: 'target',
    phase: 'connect',
    cause: 'connectionRefused',
    error: 'It was refused.',
    ip: '127.0.0.1',
  }
  const checks = REGIONS.flatMap((region) => [
    { region, scheduled_at: new Date(NOW - 60_000), status: 'up', ip: '127.0.0.1' },
    { region, scheduled_at: new Date(NOW), ...refused, ...vote },
  ]).map((check) => ({
    monitor_id: number,
    checked_at: check.scheduled_at,
    attempt: 0,
    confirmation: false,
    late: false,
    duration_ms: 1,
    ...check,
  }))
  await api.db.query(
    {
      text: 'insert into check_results select * from jsonb_populate_recordset(null::check_results, $1)',
    },
    [JSON.stringify(checks)],
  )
  const outageId = `out_${randomBytes(10).toString('hex')}`
  await api.db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
        values ($1, $2, $3, $4, 'global', $5, $6, 'It was refused.')`,
    },
    [
      outageId,
      number,
      new Date(NOW),
      new Date(NOW + 3_000),
      REGIONS,
      vote['cause'] ?? refused.cause,
    ],
  )
  return { id: rows[0]?.id ?? '', number, outageId }
}

const stored = async (outageId: string) => {
  const { rows } = await api.db.query<{
    cause: string
    summary: string
    analysis: { isGathered: boolean; analysis: { verdict: { cause: string } } } | null
    analysedAt: Date | null
  }>(
    {
      text: `select cause, summary, analysis, analysed_at as "analysedAt" from outages where public_id = $1`,
    },
    [outageId],
  )
  return rows[0]
}

const waitingJobs = async () =>
  (await api.db.query<{ id: string }>({ text: 'select id from graphile_worker.jobs' })).rows.length

const read = async (id: string) => (await api.ask('GET', `/api/v1/monitors/${id}/analysis`)).body

test('the votes are judged at once, and once more with what agents gather', async () => {
  const open = await serveRaw(() => {})
  for (const region of REGIONS) await addAgent(region, [], { others: () => [open] })
  const { id, outageId } = await outageAt(`http://127.0.0.1:${await closedUdpPort()}/`)

  await diagnoseOutage(partsAt(), { outageId })
  expect(asked).toEqual([])
  expect(await stored(outageId)).toMatchObject({
    cause: 'connectionRefused',
    summary: 'It was refused.',
    analysis: { isGathered: false },
    analysedAt: new Date(NOW + 5_000),
  })
  expect((await read(id)).verdict).toMatchObject({ cause: 'connectionRefused', confidence: 0.6 })
  expect(await waitingJobs()).toBe(1)

  await gatherEvidence(partsAt(), { outageId })
  const { verdict, evidence } = await read(id)
  expect(verdict).toMatchObject({ cause: 'connectionRefused', confidence: 0.8 })
  expect(verdict.explanation).toContain(`port ${open} is open`)
  expect(evidence.map(({ kind }: { kind: string }) => kind)).toContain('ports')
  expect(asked.map(({ region }) => region)).toEqual(REGIONS)

  // Delivery is at least once: what was gathered stays.
  await diagnoseOutage(partsAt(), { outageId })
  await gatherEvidence(partsAt(), { outageId })
  expect(asked).toHaveLength(2)
  expect((await stored(outageId))?.analysis?.isGathered).toBe(true)
})

test('the outage is called by what was found out', async () => {
  const port = await listen(
    createServer((request, response) => {
      response.writeHead(request.socket.localAddress === '127.0.0.1' ? 500 : 200).end()
    }),
    '0.0.0.0',
  )
  const names = await startDnsServer(({ name, type }) => ({
    answers: type === 'A' ? ['127.0.0.1', '127.0.0.3'].map((ip) => record(name, 'A', ip)) : [],
  }))
  await addAgent('eu-west', [names.at])
  const { outageId } = await outageAt(`http://shop.test:${port}/`, {
    cause: 'serverError',
    phase: 'firstByte',
    status_code: 500,
    error: 'The server answered 500.',
  })
  await gatherEvidence(partsAt(), { outageId })
  expect(await stored(outageId)).toMatchObject({
    cause: 'singleAddressDown',
    summary: expect.stringContaining('127.0.0.1 fails and 127.0.0.3 works'),
  })
})

test('the agents get no secret, also where they may wait in the database', async () => {
  await addAgent('eu-west')
  const settings = createSecretBox(fixedKeys([randomBytes(32)])).seal(
    { workspaceId: 1, id: 'mon_x' },
    'web',
    {
      auth: { kind: 'basic', username: 'me', password: 'hunter2' },
      headers: { Authorization: 'Bearer hunter3', Accept: '*/*' },
      expectedStatus: ['200-299'],
    },
  )
  const url = `http://127.0.0.1:${await closedUdpPort()}/`
  const { outageId } = await outageAt(url, {}, { settings })
  await gatherEvidence(partsAt(), { outageId })
  expect(asked[0]?.input['settings']).toMatchObject({
    auth: {},
    headers: { Accept: '*/*' },
    expectedStatus: ['200-299', '401', '403'],
  })
  expect(JSON.stringify(asked)).not.toMatch(/hunter|sealed/)
})

test('without an agent that can gather the votes stand', async () => {
  await addAgent('eu-west')
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await api.db.query({ text: `update agents set capabilities = '{web}'` })
  await gatherEvidence(partsAt(), { outageId })
  await api.db.query({ text: `update agents set capabilities = '{web,diagnose,browser}'` })
  expect(await stored(outageId)).toMatchObject({
    analysis: { isGathered: false, analysis: { verdict: { cause: 'connectionRefused' } } },
  })
})

test('an agent that answers nonsense is done without', async () => {
  await connect('eu-west', () => ({ output: { startedAt: 'now', evidence: { ports: 'all' } } }))
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await gatherEvidence(partsAt(), { outageId })
  expect((await stored(outageId))?.analysis?.isGathered).toBe(false)
})

test('a long text is cut between characters, since half of one cannot be stored', async () => {
  const { id, outageId } = await outageAt('http://127.0.0.1:9/', {
    error: `${'x'.repeat(999)}\u{1f600}`,
  })
  await diagnoseOutage(partsAt(), { outageId })
  expect(await stored(outageId)).toMatchObject({ analysis: { isGathered: false } })
  expect((await read(id)).evidence[0].observed).toHaveLength(1_000)
})

test('an outage that is over, or long confirmed, is not looked into any more', async () => {
  await addAgent('eu-west')
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await gatherEvidence(partsAt(NOW + 3_600_000), { outageId })
  await api.db.query({ text: 'update outages set ended_at = $2 where public_id = $1' }, [
    outageId,
    new Date(NOW + 4_000),
  ])
  await gatherEvidence(partsAt(), { outageId })
  expect(asked).toEqual([])
  await diagnoseOutage(partsAt(), { outageId })
  expect((await stored(outageId))?.analysis?.analysis.verdict.cause).toBe('connectionRefused')
})

test.for([null, {}, { outageId: '' }, { outageId: 'out_gone' }, { outageId: 7 }, 'x'])(
  'a job without an outage (%j) is passed over',
  async (payload) => {
    await diagnoseOutage(partsAt(), payload)
    expect(await waitingJobs()).toBe(0)
  },
)

test('a parent that is down, and hosts of the same provider, are found in the database', async () => {
  const parent = await outageAt('http://192.0.66.9:80/', { ip: '192.0.66.9' })
  const child = await outageAt(
    'http://192.0.67.1:80/',
    { ip: '192.0.67.1' },
    {
      dependsOn: [parent.id],
    },
  )
  await diagnoseOutage(partsAt(), { outageId: child.outageId })
  const told = await read(child.id)
  expect(told.verdict.cause).toBe('dependencyDown')
  expect(told.related).toEqual([
    { monitorId: parent.id, reason: expect.stringContaining('depends on') },
  ])
  await outageAt('http://192.0.66.10:80/', { ip: '192.0.66.10' })
  const third = await outageAt('http://192.0.66.11:80/', { ip: '192.0.66.11' })
  await diagnoseOutage(partsAt(), { outageId: third.outageId })
  const shared = await read(third.id)
  expect(shared.verdict.cause).toBe('sharedProvider')
  expect(shared.related).toHaveLength(2)
})

test('unrelated hosts of one network, broken in as many ways, each keep their cause', async () => {
  const causes = [
    ['notFound', 404],
    ['authRequired', 401],
    ['certExpired', null],
    ['dnsWrongAnswer', null],
    ['connectionRefused', null],
    ['unexpectedReply', null],
    ['serverError', 500],
    ['keywordMissing', 200],
    ['connectionTimeout', null],
    ['udpNoReply', null],
    ['mailAuthFailed', null],
    ['timeout', null],
    ['badGateway', 502],
  ] as const
  const made: { id: string; outageId: string }[] = []
  for (const [index, [cause, statusCode]] of causes.entries()) {
    const ip = `192.0.69.${index + 1}`
    const vote = { cause, status_code: statusCode, ip, error: `It failed by ${cause}.` }
    made.push(await outageAt(`http://${ip}:80/`, vote))
  }
  for (const { outageId } of made) await diagnoseOutage(partsAt(), { outageId })
  const told = await Promise.all(made.map(async ({ id }) => (await read(id)).verdict.cause))
  expect(told).toEqual(causes.map(([cause]) => cause))
})

test('hosts that go dark together are told so, by their own checks and not by what each was called', async () => {
  const made: { id: string; outageId: string }[] = []
  for (const index of [1, 2, 3, 4, 5, 6]) {
    const ip = `192.0.70.${index}`
    const error = 'Nothing came back.'
    made.push(await outageAt(`http://${ip}:80/`, { cause: 'connectionTimeout', ip, error }))
  }
  // Each finds the others already judged.
  for (const { outageId } of made) await diagnoseOutage(partsAt(), { outageId })
  for (const { id, outageId } of made) {
    const { verdict, alternatives, evidence } = await read(id)
    expect(verdict.cause).toBe('sharedProvider')
    expect(alternatives[0].cause).toBe('connectionTimeout')
    const observed = evidence.map((each: { observed: string }) => each.observed)
    expect(observed).toContain('Nothing came back.')
    expect(
      observed.filter((text: string) =>
        text.endsWith('is down: No connection within the time limit.'),
      ),
    ).toHaveLength(5)
    expect((await stored(outageId))?.cause).toBe('sharedProvider')
  }
  // One among them that was refused its certificate has another reason.
  const ip = '192.0.70.7'
  const other = await outageAt(`https://${ip}:443/`, { cause: 'certExpired', phase: 'tls', ip })
  await diagnoseOutage(partsAt(), { outageId: other.outageId })
  expect((await read(other.id)).verdict.cause).toBe('certExpired')
})

test('a parent that was only called so explains nothing by itself', async () => {
  const parent = await outageAt('http://192.0.71.9:80/', { cause: 'certExpired', ip: '192.0.71.9' })
  await api.db.query({ text: `update outages set cause = 'sharedProvider' where public_id = $1` }, [
    parent.outageId,
  ])
  const vote = { cause: 'connectionTimeout', ip: '192.0.72.1' }
  const child = await outageAt('http://192.0.72.1:80/', vote, { dependsOn: [parent.id] })
  const { verdict, related } = await read(child.id)
  expect(verdict.cause).toBe('connectionTimeout')
  expect(related.map(({ monitorId }: { monitorId: string }) => monitorId)).toEqual([parent.id])
})

test('a failure that began with a change of the settings is the settings', async () => {
  const { id, number, outageId } = await outageAt('http://127.0.0.1:9/')
  await api.db.query({ text: 'update monitors set settings = $2, updated_at = $3 where id = $1' }, [
    number,
    '{"keyword":{"value":"welcome"}}',
    new Date(NOW - 30_000),
  ])
  expect((await read(id)).verdict.cause).toBe('monitorMisconfigured')
  await api.db.query(
    { text: 'update monitors set target_changed_at = null, name = $2 where id = $1' },
    [number, 'Another name'],
  )
  expect((await read(id)).verdict.cause).toBe('connectionRefused')
  expect(outageId).not.toBe('')
})

test('agents whose other targets fail too, while other regions pass them, are not well', async () => {
  for (const region of REGIONS) await addAgent(region)
  const { id } = await outageAt('http://192.0.68.1:80/', {
    cause: 'connectionTimeout',
    failure_source: 'network',
    ip: '192.0.68.1',
  })
  const others = await insertMonitors(api.db, workspaceId, { count: 3, status: 'degraded' })
  for (const [i, number] of others.entries()) {
    await api.db.query({ text: 'update monitors set host = $2 where id = $1' }, [
      number,
      `host-${i}.test`,
    ])
    await api.db.query(
      {
        text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
          select $1, region, $2, $2, case when region = 'ap-south' then 'up' else 'down' end
          from unnest('{eu-west,us-east,ap-south}'::text[]) region`,
      },
      [number, new Date(NOW)],
    )
  }
  const { verdict } = await read(id)
  expect(verdict.cause).toBe('agentEgressDown')
  expect(verdict.explanation).toContain('host-0.test, host-1.test and host-2.test')
  // What those hosts refuse by themselves is no trouble of an agent.
  await api.db.query({
    text: `update region_states set cause = 'botBlocked' where status = 'down'`,
  })
  expect((await read(id)).verdict.cause).toBe('connectionTimeout')
})

/** A webp of 4 x 3 pixels: nothing but what says so. */
function webp(): Buffer {
  const image = Buffer.alloc(30)
  image.write('RIFF', 0)
  image.writeUInt32LE(22, 4)
  image.write('WEBPVP8X', 8)
  image.writeUInt32LE(10, 16)
  image.writeUIntLE(3, 24, 3)
  image.writeUIntLE(2, 27, 3)
  return image
}

/** Connects an agent that shows every page as one image. */
async function addBrowser(region: string, image: Buffer): Promise<void> {
  await connect(region, (kind, input): WorkAnswer => {
    asked.push({ region, input: { kind, ...(input as Record<string, unknown>) } })
    const { url } = input as { url: string }
    const shown = {
      url,
      fetchedUrl: `${url}moved`,
      statusCode: 500,
      device: 'desktop',
      width: 4,
      height: 3,
      truncated: false,
      complete: true,
      mimeType: 'image/webp',
      bytes: image.length,
      data: image.toString('base64'),
    }
    return { output: {}, bytes: Buffer.from(JSON.stringify(shown)) }
  })
}

const SERVER_ERROR = {
  phase: 'content',
  cause: 'serverError',
  error: 'It answered 500.',
  status_code: 500,
}
const regionsOf = (outageId: string) => ({ outageId, regions: [...REGIONS] })
const storyOf = async (outageId: string) =>
  (await api.ask('GET', `/api/v1/outages/${outageId}`)).body
const pictureOf = (outageId: string) => api.ask('GET', `/api/v1/outages/${outageId}/screenshot`)

test('what the page showed is kept with the outage', async () => {
  const image = webp()
  await addBrowser('us-east', image)
  const { outageId } = await outageAt('http://127.0.0.1:9/', SERVER_ERROR)
  await diagnoseOutage(partsAt(), { outageId })
  expect((await storyOf(outageId)).screenshot).toMatchObject({ takenAt: null, error: null })
  expect(await waitingJobs()).toBe(2)

  await takeScreenshot(partsAt(), regionsOf(outageId))
  expect(asked).toEqual([
    {
      region: 'us-east',
      input: expect.objectContaining({ kind: 'rendering', name: 'screenshot' }) as unknown,
    },
  ])
  expect((await storyOf(outageId)).screenshot).toMatchObject({
    region: 'us-east',
    takenAt: new Date(NOW + 5_000).toISOString(),
    shownUrl: 'http://127.0.0.1:9/moved',
    statusCode: 500,
    width: 4,
    height: 3,
    error: null,
  })
  const { status, headers } = await pictureOf(outageId)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(image.length),
    'x-content-type-options': 'nosniff',
  })

  // Delivery is at least once: the first picture stays.
  await takeScreenshot(partsAt(NOW + 9_000), regionsOf(outageId))
  expect((await storyOf(outageId)).screenshot.takenAt).toBe(new Date(NOW + 5_000).toISOString())
})

test('there is no picture of a page that did not answer', async () => {
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await diagnoseOutage(partsAt(), { outageId })
  expect((await storyOf(outageId)).screenshot).toBeNull()
  expect((await pictureOf(outageId)).status).toBe(404)
})

test.each([
  ['no browser', 5_000, async () => undefined, 'No location that saw it fail has a browser.'],
  [
    'one that refuses',
    5_000,
    () =>
      connect('us-east', () => ({
        error: { code: 'upstreamFailed', message: 'The page is empty.' },
      })),
    'The page is empty.',
  ],
  [
    'one that answers nonsense',
    5_000,
    () => addBrowser('us-east', Buffer.from('<svg onload=alert(1)>')),
    'The agent gave a picture that is none: it may need an update.',
  ],
  [
    'one that is free too late',
    600_000,
    () => addBrowser('us-east', webp()),
    'No browser had time',
  ],
])('with %s it is said why there is no picture', async (_, afterMs, open, why) => {
  await open()
  const { outageId } = await outageAt('http://127.0.0.1:9/', SERVER_ERROR)
  await diagnoseOutage(partsAt(), { outageId })
  await takeScreenshot(partsAt(NOW + afterMs), regionsOf(outageId))
  expect((await storyOf(outageId)).screenshot.error).toContain(why)
  const { status, body } = await pictureOf(outageId)
  expect(status).toBe(404)
  expect(body.error).toContain(why)
})

test('a browser that has no room is asked again, until it is too late', async () => {
  const error = { code: 'unavailable', message: 'It has too much to do.' }
  await connect('us-east', () => ({ error }))
  const { outageId } = await outageAt('http://127.0.0.1:9/', SERVER_ERROR)
  await diagnoseOutage(partsAt(), { outageId })
  const before = await waitingJobs()
  await takeScreenshot(partsAt(), regionsOf(outageId))
  expect(await waitingJobs()).toBe(before + 1)
  expect((await storyOf(outageId)).screenshot).toMatchObject({ takenAt: null, error: null })
  await takeScreenshot(partsAt(NOW + 600_000), regionsOf(outageId))
  expect((await storyOf(outageId)).screenshot.error).toContain('No browser had time')
})

test('of very many pages that fail at once only some are shown', async () => {
  const outages = await Promise.all(
    Array.from({ length: 25 }, () => outageAt('http://127.0.0.1:9/', SERVER_ERROR)),
  )
  for (const { outageId } of outages) await diagnoseOutage(partsAt(), { outageId })
  const { rows } = await api.db.query<{ count: number }>({
    text: 'select count(*)::integer as count from outage_screenshots',
  })
  expect(rows).toEqual([{ count: 20 }])
})
