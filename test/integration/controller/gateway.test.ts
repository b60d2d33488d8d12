import { connect } from 'node:net'
import { credentials, makeClientConstructor, Metadata, status as GrpcStatus } from '@grpc/grpc-js'
import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js'
import { CheckStatus, FailureSource, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '../../../controller/src/agents/gateway.ts'
import { createGateway } from '../../../controller/src/agents/gateway.ts'
import { startLiveness } from '../../../controller/src/agents/liveness.ts'
import type { Session } from '../../../controller/src/agents/session.ts'
import { createAgentToken, revokeAgentToken } from '../../../controller/src/agents/tokens.ts'
import { startWorkDispatcher } from '../../../controller/src/scheduling/work-dispatcher.ts'
import { listenForNotifications } from '../../../controller/src/db/notifications.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { createIngestQueue } from '../../../controller/src/ingest/queue.ts'
import { createPublisher } from '../../../controller/src/scheduling/publisher.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { SyntheticAgent } from '../../helpers/synthetic-agent.ts'
import { connectAgent, openStream } from '../../helpers/synthetic-agent.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const log = createLogger('test', 'silent')

/** One controller's side of the agents: everything but the API. */
interface AgentsSide {
  readonly address: string
  readonly port: number
  readonly stop: () => Promise<void>
}

async function startAgentsSide(database: TestDatabase, controllerId: string): Promise<AgentsSide> {
  const { db } = database
  const sessions = new Map<string, Session>()
  const now = (): number => Date.now()
  const unseal = (_: unknown, settings: Readonly<Record<string, unknown>>) => settings
  const days = await openResultDays(db, log)
  const ingest = createIngestQueue((rows) => commitResults(db, rows, now(), days.ensure), log)
  const publisher = createPublisher({ db, sessions, unseal, now, log })
  const controller = { id: controllerId, hostname: 'test', startedAt: new Date() }
  const { refreshAgents } = publisher
  const liveness = startLiveness({ db, controller, sessions, refreshAgents, now, log })
  const work = startWorkDispatcher({ db, sessions, unseal, now, log })
  const listener = await listenForNotifications(
    database.url,
    {
      monitorsChanged: publisher.monitorsChanged,
      agentsChanged: liveness.look,
      workAdded: work.look,
      resumed: publisher.republishAll,
    },
    log,
  )
  const gateway: Gateway = createGateway(
    {
      db,
      controllerId,
      sessions,
      ingest,
      now,
      log,
      sessionStarted(session) {
        publisher.sessionStarted(session)
        liveness.look()
      },
      sessionEnded: () => liveness.look(),
    },
    null,
  )
  const port = await gateway.listen('127.0.0.1', 0)
  return {
    address: `127.0.0.1:${port}`,
    port,
    async stop() {
      await gateway.stop()
      await Promise.all([ingest.stop(), liveness.stop(), work.stop(), listener.stop()])
    },
  }
}

let database: TestDatabase
let workspaceId: number
let side: AgentsSide
let token: string
let tokenId: string
const opened: SyntheticAgent[] = []

async function connected(
  region = 'eu-west',
  agentId = '',
  address = side.address,
  withToken = token,
) {
  const agent = await connectAgent(address, withToken, region, agentId)
  opened.push(agent)
  return agent
}

beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.query({ text: 'delete from monitors' })
  await database.db.query({ text: 'delete from agents' })
  ;({ token, id: tokenId } = await createAgentToken(database.db, {
    region: 'eu-west',
    name: 'test',
    now: new Date(),
  }))
  side = await startAgentsSide(database, 'controller-1')
})
afterEach(async () => {
  for (const agent of opened.splice(0)) agent.close()
  await side.stop()
})

const failure = {
  source: FailureSource.TARGET,
  cause: 'serverError',
  phase: 'firstByte',
  message: 'HTTP 500',
}

function aResult(
  monitorId: number,
  sequence: bigint,
  fields: { status?: CheckStatus; scheduledAtMs?: bigint } = {},
) {
  const scheduledAtMs = fields.scheduledAtMs ?? BigInt(Date.now()) - 100n + sequence
  return {
    sequence,
    monitorId,
    scheduledAtMs,
    startedAtMs: scheduledAtMs,
    durationMs: 5,
    status: fields.status ?? CheckStatus.UP,
    statusCode: 200,
  }
}

/** Waits until the agent was told to check exactly these monitors. */
async function untilAssigned(agent: SyntheticAgent, ids: readonly number[]): Promise<void> {
  await vi.waitFor(
    () => {
      expect(agent.hasSnapshot()).toBe(true)
      expect(idsOf(agent)).toEqual(ids)
    },
    { timeout: 10_000, interval: 20 },
  )
}

function idsOf(agent: SyntheticAgent): number[] {
  return [...agent.assignments.keys()].toSorted((a, b) => a - b)
}

/** Waits until the agents share these monitors, each in one hand and none left out.
 *  @returns what each has */
async function untilShared(
  agents: readonly SyntheticAgent[],
  ids: readonly number[],
): Promise<number[][]> {
  await vi.waitFor(
    () => {
      expect(agents.every((agent) => agent.hasSnapshot() && agent.assignments.size > 0)).toBe(true)
      expect(agents.flatMap(idsOf).toSorted((a, b) => a - b)).toEqual(ids)
    },
    { timeout: 10_000, interval: 20 },
  )
  return agents.map(idsOf)
}

describe('the gateway turns away', () => {
  it.each([
    ['no token', null, 'no agent token was sent'],
    ['a token nobody made', 'sla_nobody', 'not known'],
  ])('%s', async (_, withToken, reason) => {
    const agent = openStream(side.address, withToken)
    agent.say({ case: 'hello', value: { protocolVersion: 1, region: 'eu-west' } })
    const end = await agent.ended
    expect(end.code).toBe(GrpcStatus.UNAUTHENTICATED)
    expect(end.details).toContain(reason)
  })

  it('another protocol version, naming both', async () => {
    const agent = openStream(side.address, token)
    agent.say({ case: 'hello', value: { protocolVersion: 99, region: 'eu-west' } })
    expect(await agent.ended).toMatchObject({
      code: GrpcStatus.FAILED_PRECONDITION,
      details: expect.stringContaining('protocol 99') as string,
    })
  })

  it('a region that is not the token’s', async () => {
    const agent = openStream(side.address, token)
    agent.say({ case: 'hello', value: { protocolVersion: 1, region: 'us-east' } })
    expect((await agent.ended).code).toBe(GrpcStatus.PERMISSION_DENIED)
  })

  it('the id of an agent with another token', async () => {
    const first = await connected()
    const other = await createAgentToken(database.db, {
      region: 'eu-west',
      name: 'other',
      now: new Date(),
    })
    const thief = openStream(side.address, other.token)
    thief.say({
      case: 'hello',
      value: { protocolVersion: 1, region: 'eu-west', agentId: first.agentId },
    })
    expect((await thief.ended).code).toBe(GrpcStatus.PERMISSION_DENIED)
  })

  it('a first message that is not Hello, and a second Hello', async () => {
    const silent = openStream(side.address, token)
    silent.say({ case: 'heartbeat', value: {} })
    expect((await silent.ended).code).toBe(GrpcStatus.INVALID_ARGUMENT)
    const twice = await connected()
    twice.say({ case: 'hello', value: { protocolVersion: 1, region: 'eu-west' } })
    expect((await twice.ended).code).toBe(GrpcStatus.INVALID_ARGUMENT)
  })

  it('the older of two streams of the same agent', async () => {
    const first = await connected()
    const second = await connected('eu-west', first.agentId)
    expect((await first.ended).code).toBe(GrpcStatus.ABORTED)
    expect(second.agentId).toBe(first.agentId)
  })

  it('an agent whose token is revoked while it is connected', async () => {
    const agent = await connected()
    await revokeAgentToken(database.db, tokenId, { now: new Date() })
    expect(await agent.ended).toEqual({
      code: GrpcStatus.UNAUTHENTICATED,
      details: 'the agent token has been revoked',
    })
  })

  it('garbage, while other agents go on undisturbed', async () => {
    const other = await connected()
    const Garbage = makeClientConstructor(
      {
        connect: {
          ...(probeServiceDefinition['connect'] as object),
          path: '/probe.v1.ProbeService/Connect',
          requestStream: true,
          responseStream: true,
          requestSerialize: (bytes: Buffer) => bytes,
          responseDeserialize: (bytes: Buffer) => bytes,
        } as never,
      },
      'ProbeService',
    )
    const client = new Garbage(side.address, credentials.createInsecure())
    const metadata = new Metadata()
    metadata.set('authorization', `Bearer ${token}`)
    const call = (
      client['connect'] as unknown as (m: Metadata) => ClientDuplexStream<Buffer, Buffer>
    ).call(client, metadata)
    const end = new Promise<ServiceError>((resolve) => call.on('error', resolve))
    call.on('data', () => undefined)
    call.write(Buffer.from('ffffffffffffffffffffff', 'hex'))
    expect(await end).toMatchObject({
      code: GrpcStatus.INVALID_ARGUMENT,
      details: 'what came is no message of the protocol',
    })
    client.close()
    const raw = connect(side.port, '127.0.0.1')
    raw.resume()
    raw.end('GET / HTTP/1.1\r\n\r\n')
    await new Promise((resolve) => raw.on('close', resolve))
    other.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
    await other.next('heartbeatAck')
  })
})

describe('a connected agent', () => {
  it('gets its monitors, later ones, changed ones and removals', async () => {
    const ids = await insertMonitors(database.db, workspaceId, { count: 600 })
    await insertMonitors(database.db, workspaceId, { regions: ['us-east'] })
    const agent = await connected()
    await untilAssigned(agent, ids)
    const [added = 0] = await insertMonitors(database.db, workspaceId)
    await untilAssigned(agent, [...ids, added])
    expect(agent.assignments.get(added)?.periodMs).toBe(60_000)
    await database.db.query({ text: 'update monitors set interval_minutes = 5 where id = $1' }, [
      added,
    ])
    await vi.waitFor(() => expect(agent.assignments.get(added)?.periodMs).toBe(300_000))
    await database.db.query({ text: 'update monitors set active = false where id = $1' }, [added])
    await untilAssigned(agent, ids)
    await database.db.query({ text: 'delete from monitors where id = any($1)' }, [ids.slice(0, 3)])
    await untilAssigned(agent, ids.slice(3))
  })

  it('gets each result acknowledged once it is committed', async () => {
    const [monitorId = 0] = await insertMonitors(database.db, workspaceId)
    const agent = await connected()
    const results = [1n, 2n, 3n].map((sequence) => aResult(monitorId, sequence))
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
    expect(await agent.next('resultAck')).toMatchObject({ lane: Lane.LIVE, upToSequence: 3n })
    const { rows } = await database.db.query<{ count: number }>(
      { text: 'select count(*) from check_results where monitor_id = $1' },
      [monitorId],
    )
    expect(rows[0]?.count).toBe(3)
  })

  it('gets results acknowledged that can never be stored, and the others are kept', async () => {
    const [monitorId = 0] = await insertMonitors(database.db, workspaceId)
    const agent = await connected()
    const results = [
      aResult(monitorId, 1n, { scheduledAtMs: 9_000_000_000_000_000n }),
      aResult(monitorId, 2n),
      { ...aResult(monitorId, 3n), detailsJson: 'garbage' },
    ]
    agent.say({ case: 'results', value: { lane: Lane.BACKLOG, results } })
    expect(await agent.next('resultAck')).toMatchObject({ lane: Lane.BACKLOG, upToSequence: 3n })
    const { rows } = await database.db.query(
      { text: 'select 1 from check_results where monitor_id = $1' },
      [monitorId],
    )
    expect(rows).toHaveLength(1)
  })

  it('is told how far its clock is off, and its votes stop counting', async () => {
    const [monitorId = 0] = await insertMonitors(database.db, workspaceId, {
      retries: 0,
      status: 'up',
    })
    const agent = await connected()
    const offMs = 300_000n
    const now = BigInt(Date.now())
    agent.say({
      case: 'heartbeat',
      value: { agentTimeMs: now + offMs, echoControllerTimeMs: now, echoReceivedAtMs: now + offMs },
    })
    const { clockOffsetMs } = await agent.next('heartbeatAck')
    expect(Math.abs(Number(clockOffsetMs - offMs))).toBeLessThan(1_000)
    const failing = {
      ...aResult(monitorId, 1n, { status: CheckStatus.DOWN }),
      failure,
    }
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results: [failing] } })
    await agent.next('resultAck')
    const { rows } = await database.db.query<{ status: string }>(
      { text: 'select status from monitor_states where monitor_id = $1' },
      [monitorId],
    )
    expect(rows[0]?.status).toBe('up')
  })

  it('is asked to check again when it reports a failure', async () => {
    const [monitorId = 0] = await insertMonitors(database.db, workspaceId, { status: 'up' })
    const agent = await connected()
    await untilAssigned(agent, [monitorId])
    const failing = {
      ...aResult(monitorId, 1n, { status: CheckStatus.DOWN }),
      failure,
    }
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results: [failing] } })
    const item = await agent.next('work')
    expect(item.work).toMatchObject({ case: 'recheck', value: { monitorId, attempt: 1 } })
  })

  it('that sends nonsense in its heartbeats keeps nobody else from living', async () => {
    const honest = await connected()
    const lying = await connected()
    lying.say({
      case: 'heartbeat',
      value: {
        agentTimeMs: -1_800_000_000_000n,
        echoControllerTimeMs: BigInt(Date.now()),
        echoReceivedAtMs: -1_800_000_000_000n,
        coveredThroughMs: 2n ** 63n - 1n,
        selfTestError: '\u{1f600}'.repeat(600),
      },
    })
    honest.say({
      case: 'heartbeat',
      value: { agentTimeMs: BigInt(Date.now()), selfTestPassed: true },
    })
    await vi.waitFor(
      async () => {
        const { rows } = await database.db.query<{ error: string | null; off: number }>({
          text: `select self_test_error as error, clock_offset_ms as off from agents
            where covered_through <= now() order by clock_offset_ms`,
        })
        expect(rows).toHaveLength(2)
        expect(rows[0]?.off).toBe(-2_147_483_647)
        expect(rows[0]?.error).toHaveLength(500)
      },
      { timeout: 5_000 },
    )
  })

  it('gets monitors whose settings are as large as they may be', async () => {
    const ids = await insertMonitors(database.db, workspaceId, { count: 100 })
    await database.db.query({
      text: `update monitors set settings = jsonb_build_object('body', repeat('x', 60000))`,
    })
    const agent = await connected()
    await untilAssigned(agent, ids)
  })

  it('is told to go when its row says that it is elsewhere', async () => {
    const agent = await connected()
    await database.db.query({ text: `update agents set controller_id = 'another'` })
    agent.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
    expect((await agent.ended).code).toBe(GrpcStatus.ABORTED)
  })

  it('has not said goodbye when its call is cancelled', async () => {
    const agent = await connected()
    agent.call.cancel()
    await agent.ended
    const readLeft = async (agentId: string) => {
      const { rows } = await database.db.query<{ left: Date | null }>(
        { text: 'select left_at as left from agents where public_id = $1' },
        [agentId],
      )
      return rows[0]?.left
    }
    // By the time another's goodbye is noted, this one's would be too.
    const polite = await connected()
    polite.close()
    await vi.waitFor(async () => expect(await readLeft(polite.agentId)).not.toBeNull())
    expect(await readLeft(agent.agentId)).toBeNull()
  })

  it('is refused a message of too many results', async () => {
    const [monitorId = 0] = await insertMonitors(database.db, workspaceId)
    const agent = await connected()
    const results = Array.from({ length: 2_001 }, (_, n) => aResult(monitorId, BigInt(n + 1)))
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
    expect((await agent.ended).code).toBe(GrpcStatus.INVALID_ARGUMENT)
  })
})

describe('several agents of a region', () => {
  it('share its monitors, and the share of one that leaves moves to the others', async () => {
    const ids = await insertMonitors(database.db, workspaceId, { count: 300 })
    const first = await connected()
    await untilAssigned(first, ids)
    const second = await connected()
    const shares = await untilShared([first, second], ids)
    for (const share of shares) expect(share.length).toBeGreaterThan(100)
    second.close()
    await untilAssigned(first, ids)
  })

  it('share them across two controllers just the same', async () => {
    const other = await startAgentsSide(database, 'controller-2')
    try {
      const ids = await insertMonitors(database.db, workspaceId, { count: 200 })
      const here = await connected()
      const there = await connected('eu-west', '', other.address)
      await untilShared([here, there], ids)
      const more = await insertMonitors(database.db, workspaceId, { count: 20 })
      await untilShared([here, there], [...ids, ...more])
    } finally {
      await other.stop()
    }
  })

  it('cover the slots of a lost one from where its results were complete', async () => {
    const ids = await insertMonitors(database.db, workspaceId, { count: 50 })
    await database.db.query({ text: `update monitors set grid_since = now() - interval '1 hour'` })
    const stayed = await connected()
    const lost = await connected()
    const [, lostIds = []] = await untilShared([stayed, lost], ids)
    const coveredThroughMs = Date.now() - 20_000
    // As if it had fallen silent 16 s ago on a controller that is gone, and was complete until then.
    await database.db.query(
      {
        text: `update agents set last_seen_at = now() - interval '16 s', controller_id = 'gone',
          covered_through = to_timestamp($2::float8 / 1000) where public_id = $1`,
      },
      [lost.agentId, coveredThroughMs],
    )
    await untilAssigned(stayed, ids)
    for (const id of lostIds) {
      expect(Number(stayed.assignments.get(id)?.coverFromMs)).toBe(coveredThroughMs)
    }
  })
})
