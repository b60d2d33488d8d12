import { createLogger } from '@sightline/shared/logger'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { CHECKERS } from '../../agent/src/checks/index.ts'
import type { SidePorts } from '../../agent/src/diagnosis/gather.ts'
import { createDiagnosisWorker } from '../../agent/src/diagnosis/worker.ts'
import { createTraceWorker } from '../../agent/src/trace/worker.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import type { JobParts } from '../../controller/src/job-list.ts'
import { createOnDemandDesk } from '../../controller/src/on-demand/desk.ts'
import { createOpenWork } from '../../controller/src/on-demand/open-work.ts'
import { createSecretBox } from '../../controller/src/secrets/secret-box.ts'
import { fixedKeys } from '../../controller/src/secrets/secret-keys.ts'
import type { Session } from '../../controller/src/sessions/agent-session.ts'
import { insertMonitors } from './rows.ts'
import { toolsFor } from './run-checker.ts'
import type { TestApi } from './test-api.ts'
import { openTestApi } from './test-api.ts'
import type { WorkAnswer } from './worker-session.ts'
import { workerSession } from './worker-session.ts'

export const NOW = Date.parse('2026-03-10T12:00:00.000Z')
export const REGIONS = ['eu-west', 'us-east'] as const

const log = createLogger('test', 'silent')

/** A monitor that is down. */
interface MadeOutage {
  /** Of the monitor. */
  readonly id: string
  readonly number: number
  readonly outageId: string
}

interface StoredOutage {
  readonly cause: string
  readonly summary: string
  readonly analysis: {
    readonly isGathered: boolean
    readonly analysis: { readonly verdict: { readonly cause: string } }
  } | null
  readonly analysedAt: Date | null
}

/** An API with the jobs that look into outages, and agents that a test connects; there is nothing but what a test makes. */
export interface DiagnosingApi {
  readonly db: Database
  readonly ask: TestApi['ask']
  readonly workspaceId: number
  /** What agents were asked, in this test. */
  readonly asked: { region: string; input: Record<string, unknown> }[]
  /** Connects an agent that answers as told. */
  readonly connect: (
    region: string,
    answer: Parameters<typeof workerSession>[1]['answer'],
  ) => Promise<Session>
  /** Connects an agent with a real worker. */
  readonly addAgent: (
    region: string,
    servers?: readonly string[],
    ports?: Partial<SidePorts>,
  ) => Promise<void>
  /** What jobs work with, five seconds after the outage began unless told otherwise. */
  readonly partsAt: (nowMs?: number) => JobParts
  /** A monitor that is down, with the votes that said so. */
  readonly outageAt: (
    url: string,
    vote?: Record<string, unknown>,
    monitor?: Record<string, unknown>,
  ) => Promise<MadeOutage>
  readonly stored: (outageId: string) => Promise<StoredOutage | undefined>
  readonly waitingJobs: () => Promise<number>
  /** The analysis of a monitor, as the API tells it. */
  readonly read: (id: string) => Promise<Awaited<ReturnType<TestApi['ask']>>['body']>
}

/** Opens it for the tests of a file, and closes it after them. */
export function useDiagnosingApi(): DiagnosingApi {
  let api: TestApi
  let workspaceId = 0
  const sessions = new Map<string, Session>()
  const work = createOpenWork()
  const asked: DiagnosingApi['asked'] = []

  beforeAll(async () => {
    api = await openTestApi({ regions: false })
    for (const region of REGIONS) await api.addRegion(region, true, ['web', 'diagnose', 'browser'])
    await (await openResultDays(api.db, log)).ensure([NOW, NOW - 86_400_000])
    const { rows } = await api.db.query<{ id: number }>({ text: 'select id from workspaces' })
    workspaceId = rows[0]?.id ?? 0
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    asked.length = 0
    sessions.clear()
    await api.db.query({ text: 'delete from outages' })
    await api.db.query({ text: 'delete from request_bursts' })
    await api.db.query({
      text: 'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
    })
    await api.hearAgents()
    await api.db.query({ text: 'update agents set left_at = now()' })
  })

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

  async function outageAt(
    url: string,
    vote: Record<string, unknown> = {},
    monitor: Record<string, unknown> = {},
  ): Promise<MadeOutage> {
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
    const { rows } = await api.db.query<StoredOutage>(
      {
        text: `select cause, summary, analysis, analysed_at as "analysedAt" from outages where public_id = $1`,
      },
      [outageId],
    )
    return rows[0]
  }

  const waitingJobs = async () =>
    (await api.db.query<{ id: string }>({ text: 'select id from graphile_worker.jobs' })).rows
      .length

  const read = async (id: string) => (await api.ask('GET', `/api/v1/monitors/${id}/analysis`)).body

  return {
    get db() {
      return api.db
    },
    ask: (...request) => api.ask(...request),
    get workspaceId() {
      return workspaceId
    },
    asked,
    connect,
    addAgent,
    partsAt,
    outageAt,
    stored,
    waitingJobs,
    read,
  }
}
