import { status as GrpcStatus } from '@grpc/grpc-js'
import { CheckStatus, FailureSource, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { describe, expect, it, vi } from 'vitest'
import { markAgentLeft } from '../../../../controller/src/db/agents.ts'
import { untilAssigned, useGateway } from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { slotBefore } from '../../../helpers/slots.ts'
import { insertMonitors, sealWithLostKey } from '../../../helpers/rows.ts'

const gateway = useGateway()

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
  const nowMs = Date.now()
  const slotMs = slotBefore(monitorId, 'eu-west', nowMs) - (Number(sequence) - 1) * 60_000
  const scheduledAtMs = fields.scheduledAtMs ?? BigInt(slotMs)
  return {
    sequence,
    monitorId,
    scheduledAtMs,
    startedAtMs: sequence === 1n ? BigInt(nowMs) : scheduledAtMs,
    durationMs: 5,
    status: fields.status ?? CheckStatus.UP,
    statusCode: 200,
  }
}

async function readLeft(agentId: string): Promise<Date | null | undefined> {
  const { rows } = await gateway.database.db.query<{ left: Date | null }>(
    { text: 'select left_at as left from agents where public_id = $1' },
    [agentId],
  )
  return rows[0]?.left
}

async function readConnectedAt(agentId: string): Promise<string> {
  const { rows } = await gateway.database.db.query<{ at: string }>(
    { text: 'select connected_at::text as at from agents where public_id = $1' },
    [agentId],
  )
  return String(rows[0]?.at)
}

describe('a connected agent', () => {
  it('gets its monitors, later ones, changed ones and removals', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 600 })
    await insertMonitors(gateway.database.db, gateway.workspaceId, { regions: ['us-east'] })
    const agent = await gateway.connected()
    await untilAssigned(agent, ids)
    const [added = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId)
    await untilAssigned(agent, [...ids, added])
    expect(agent.assignments.get(added)?.periodMs).toBe(60_000)
    await gateway.database.db.query(
      { text: 'update monitors set interval_minutes = 5 where id = $1' },
      [added],
    )
    await vi.waitFor(() => expect(agent.assignments.get(added)?.periodMs).toBe(300_000), PATIENT)
    await gateway.database.db.query({ text: 'update monitors set active = false where id = $1' }, [
      added,
    ])
    await untilAssigned(agent, ids)
    await gateway.database.db.query({ text: 'delete from monitors where id = any($1)' }, [
      ids.slice(0, 3),
    ])
    await untilAssigned(agent, ids.slice(3))
  })

  it('gets its other monitors though the secrets of one cannot be opened, and is told of that', async () => {
    const { db } = gateway.database
    const ids = await insertMonitors(db, gateway.workspaceId, { count: 3 })
    const [, sealed = 0] = ids
    await sealWithLostKey(db, sealed)
    const agent = await gateway.connected()
    await untilAssigned(agent, ids)
    const told = ids.map((id) => agent.assignments.get(id)?.check)
    expect(told.map((check) => check?.settingsJson)).toEqual(['{}', '', '{}'])
    expect(told.map((check) => check?.obstacle)).toEqual([
      '',
      expect.stringContaining('SIGHTLINE_SECRET_KEY'),
      '',
    ])
    await db.query({ text: `update monitors set settings = '{}' where id = $1` }, [sealed])
    await vi.waitFor(() => expect(agent.assignments.get(sealed)?.check?.obstacle).toBe(''), PATIENT)
  })

  it('gets each result acknowledged once it is committed', async () => {
    const [monitorId = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId)
    const agent = await gateway.connected()
    const results = [1n, 2n, 3n].map((sequence) => aResult(monitorId, sequence))
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
    expect(await agent.next('resultAck')).toMatchObject({ lane: Lane.LIVE, upToSequence: 3n })
    const { rows } = await gateway.database.db.query<{ count: number }>(
      { text: 'select count(*) from check_results where monitor_id = $1' },
      [monitorId],
    )
    expect(rows[0]?.count).toBe(3)
  })

  it('gets results acknowledged that can never be stored, and the others are kept', async () => {
    const [monitorId = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId)
    const agent = await gateway.connected()
    const results = [
      aResult(monitorId, 1n, { scheduledAtMs: 9_000_000_000_000_000n }),
      aResult(monitorId, 2n),
      { ...aResult(monitorId, 3n), detailsJson: 'garbage' },
    ]
    agent.say({ case: 'results', value: { lane: Lane.BACKLOG, results } })
    expect(await agent.next('resultAck')).toMatchObject({ lane: Lane.BACKLOG, upToSequence: 3n })
    const { rows } = await gateway.database.db.query(
      { text: 'select 1 from check_results where monitor_id = $1' },
      [monitorId],
    )
    expect(rows).toHaveLength(1)
  })

  it('is told how far its clock is off, and its votes stop counting', async () => {
    const [monitorId = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId, {
      retries: 0,
      status: 'up',
    })
    const agent = await gateway.connected()
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
    const { rows } = await gateway.database.db.query<{ status: string }>(
      { text: 'select status from monitor_states where monitor_id = $1' },
      [monitorId],
    )
    expect(rows[0]?.status).toBe('up')
  })

  it('is asked to check again when it reports a failure', async () => {
    const [monitorId = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId, {
      status: 'up',
    })
    const agent = await gateway.connected()
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
    const honest = await gateway.connected()
    const lying = await gateway.connected()
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
    await vi.waitFor(async () => {
      const { rows } = await gateway.database.db.query<{ error: string | null; off: number }>({
        text: `select self_test_error as error, clock_offset_ms as off from agents
            where covered_through <= now() order by clock_offset_ms`,
      })
      expect(rows).toHaveLength(2)
      expect(rows[0]?.off).toBe(-2_147_483_647)
      expect(rows[0]?.error).toHaveLength(500)
    }, PATIENT)
  })

  it('gets monitors whose settings are as large as they may be', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 100 })
    await gateway.database.db.query({
      text: `update monitors set settings = jsonb_build_object('body', repeat('x', 60000))`,
    })
    const agent = await gateway.connected()
    await untilAssigned(agent, ids)
  })

  it('is told to go when its row says that it is elsewhere', async () => {
    const agent = await gateway.connected()
    await gateway.database.db.query({ text: `update agents set controller_id = 'another'` })
    agent.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
    expect((await agent.ended).code).toBe(GrpcStatus.ABORTED)
  })

  it('has not said goodbye when its call is cancelled', async () => {
    const agent = await gateway.connected()
    agent.call.cancel()
    await agent.ended
    // By the time another's goodbye is noted, this one's would be too.
    const polite = await gateway.connected()
    polite.close()
    await vi.waitFor(async () => expect(await readLeft(polite.agentId)).not.toBeNull(), PATIENT)
    expect(await readLeft(agent.agentId)).toBeNull()
  })

  it('has not left when the goodbye of its earlier connection is noted only now', async () => {
    const { db } = gateway.database
    const { agentId } = await gateway.connected()
    const connectedAt = await readConnectedAt(agentId)
    await gateway.connected({ agentId })
    await markAgentLeft(db, agentId, 'controller-1', connectedAt)
    expect(await readLeft(agentId)).toBeNull()
    await markAgentLeft(db, agentId, 'controller-1', await readConnectedAt(agentId))
    expect(await readLeft(agentId)).toBeInstanceOf(Date)
  })

  it('is refused a message of too many results', async () => {
    const [monitorId = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId)
    const agent = await gateway.connected()
    const results = Array.from({ length: 2_001 }, (_, n) => aResult(monitorId, BigInt(n + 1)))
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
    expect((await agent.ended).code).toBe(GrpcStatus.INVALID_ARGUMENT)
  })
})
