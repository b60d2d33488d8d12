import { CheckStatus, FailureSource, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { describe, expect, it, vi } from 'vitest'
import { startAgentsSide, useGateway } from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import { slotBefore } from '../../../helpers/slots.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()
let sequence = 0n

/** Makes monitors on hosts of their own, each passed by us-east a moment from now. */
async function monitorsPassedElsewhere(options: { hosts: number; pass?: 'now' | 'before' }) {
  const { db } = gateway.database
  const ids = await insertMonitors(db, gateway.workspaceId, {
    count: 10,
    regions: ['eu-west', 'us-east'],
    status: 'up',
    retries: 0,
  })
  await db.query(
    { text: `update monitors set host = 'h' || (id % $2) || '.example' where id = any($1)` },
    [ids, options.hosts],
  )
  await db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
        select id, 'us-east', at, at, case when id % 2 = 0 then 'up' else 'degraded' end
        from unnest($1::integer[]) id, (select now() + $2 * interval '1 s' as at) moment`,
    },
    [ids, options.pass === 'before' ? -10 : 1],
  )
  return ids
}

/** Sends results and waits until they are stored. */
async function report(
  agent: SyntheticAgent,
  ids: readonly number[],
  status: CheckStatus,
  generation = 0,
) {
  const now = BigInt(Date.now())
  const results = ids.map((monitorId) => {
    sequence += 1n
    return {
      sequence,
      monitorId,
      scheduledAtMs: BigInt(slotBefore(monitorId, 'eu-west', Number(now))),
      startedAtMs: now,
      durationMs: 5,
      status,
      generation,
      ...(status === CheckStatus.UP
        ? {}
        : { failure: { source: FailureSource.NETWORK, cause: 'timeout', message: 'no answer' } }),
    }
  })
  agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
  while ((await agent.next('resultAck')).upToSequence < sequence);
}

async function heartbeat(agent: SyntheticAgent, tests: { passed: boolean; inRow?: number }) {
  const { passed: selfTestPassed, inRow } = tests
  agent.say({
    case: 'heartbeat',
    value: {
      agentTimeMs: BigInt(Date.now()),
      selfTestPassed,
      ...(inRow === undefined ? {} : { selfTestsPassed: inRow }),
    },
  })
  await agent.next('heartbeatAck')
}

async function quarantinedAt(agentId: string): Promise<Date | null> {
  const { rows } = await gateway.database.db.query<{ at: Date | null }>(
    { text: 'select quarantined_at as at from agents where public_id = $1' },
    [agentId],
  )
  return rows[0]?.at ?? null
}
const untilQuarantined = (agentId: string) =>
  vi.waitFor(async () => expect(await quarantinedAt(agentId)).toBeInstanceOf(Date), PATIENT)
const untilFree = (agentId: string) =>
  vi.waitFor(async () => expect(await quarantinedAt(agentId)).toBeNull(), PATIENT)
/** Passes when a round of the watch has come and gone without a change. */
async function expectNoQuarantine(agentId: string, other: string): Promise<void> {
  await untilQuarantined(other)
  expect(await quarantinedAt(agentId)).toBeNull()
}
const uncountedResults = async () => {
  const { rows } = await gateway.database.db.query<{ uncounted: boolean | null; count: number }>({
    text: 'select uncounted, count(*) from check_results where not late group by 1 order by 1',
  })
  return rows.map(({ uncounted, count }) => [uncounted ?? false, count])
}

describe('an agent that fails what others pass', () => {
  it('loses its vote, its results do not count, until three clean self-tests', async () => {
    await gateway.database.db.query({ text: 'delete from check_results' })
    const ids = await monitorsPassedElsewhere({ hosts: 5 })
    const agent = await gateway.connected()
    await heartbeat(agent, { passed: true, inRow: 7 })
    await report(agent, ids, CheckStatus.DOWN)
    await untilQuarantined(agent.agentId)
    // The row comes first, what this controller does a moment later.
    await vi.waitFor(async () => {
      // A slot has one result: the next is not to meet the one before.
      await gateway.database.db.query({ text: 'delete from check_results' })
      await report(agent, ids.slice(0, 1), CheckStatus.DOWN)
      expect(await uncountedResults()).toContainEqual([true, expect.any(Number)])
    }, PATIENT)
    const since = await quarantinedAt(agent.agentId)
    await heartbeat(agent, { passed: true, inRow: 7 })
    await heartbeat(agent, { passed: true, inRow: 9 })
    await heartbeat(agent, { passed: false, inRow: 0 })
    await heartbeat(agent, { passed: true, inRow: 2 })
    expect(await quarantinedAt(agent.agentId)).toEqual(since)
    await heartbeat(agent, { passed: true, inRow: 3 })
    await untilFree(agent.agentId)
    await vi.waitFor(async () => {
      await gateway.database.db.query({ text: 'delete from check_results' })
      await report(agent, ids, CheckStatus.UP)
      expect(await uncountedResults()).toContainEqual([false, expect.any(Number)])
    }, PATIENT)
  })

  it('keeps its quarantine when it, or the controller, is started again', async () => {
    const ids = await monitorsPassedElsewhere({ hosts: 10 })
    const first = await gateway.connected()
    const { agentId } = first
    await report(first, ids, CheckStatus.DOWN)
    await untilQuarantined(agentId)
    const since = await quarantinedAt(agentId)
    first.close()
    await first.ended
    const other = await startAgentsSide(gateway.database, 'controller-2')
    try {
      await gateway.database.db.query({ text: 'delete from check_results' })
      const second = await gateway.connected({ agentId, address: other.address })
      await heartbeat(second, { passed: true, inRow: 100 })
      await report(second, ids, CheckStatus.DOWN)
      expect(await uncountedResults()).toEqual([[true, 10]])
      expect(await quarantinedAt(agentId)).toEqual(since)
      await heartbeat(second, { passed: true, inRow: 103 })
      await untilFree(agentId)
    } finally {
      await other.stop()
    }
  })
})

describe('an agent is left alone', () => {
  /** Another agent that earns its quarantine now: once it has it, the others were looked at too. */
  async function connectSickAgent() {
    const ids = await monitorsPassedElsewhere({ hosts: 10 })
    return { sick: await gateway.connected(), ids }
  }

  it('that fails many monitors of four hosts', async () => {
    const agent = await gateway.connected()
    await report(agent, await monitorsPassedElsewhere({ hosts: 4 }), CheckStatus.DOWN)
    const { sick, ids } = await connectSickAgent()
    await report(sick, ids, CheckStatus.DOWN)
    await expectNoQuarantine(agent.agentId, sick.agentId)
  })

  it('that fails what others passed only before', async () => {
    const agent = await gateway.connected()
    const before = await monitorsPassedElsewhere({ hosts: 10, pass: 'before' })
    await report(agent, before, CheckStatus.DOWN)
    const { sick, ids } = await connectSickAgent()
    await report(sick, ids, CheckStatus.DOWN)
    await expectNoQuarantine(agent.agentId, sick.agentId)
  })

  it('that fails what nobody else checks, or others of its own region pass', async () => {
    const agent = await gateway.connected()
    const alone = await monitorsPassedElsewhere({ hosts: 10 })
    await gateway.database.db.query({ text: `update region_states set region = 'eu-west'` })
    await report(agent, alone, CheckStatus.DOWN)
    const { sick, ids } = await connectSickAgent()
    await report(sick, ids, CheckStatus.DOWN)
    await expectNoQuarantine(agent.agentId, sick.agentId)
  })

  it('that passes most of its checks', async () => {
    const agent = await gateway.connected()
    const failing = await monitorsPassedElsewhere({ hosts: 10 })
    await report(
      agent,
      await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 11 }),
      CheckStatus.UP,
    )
    await report(agent, failing, CheckStatus.DOWN)
    const { sick, ids } = await connectSickAgent()
    await report(sick, ids, CheckStatus.DOWN)
    await expectNoQuarantine(agent.agentId, sick.agentId)
  })

  it.for([0, 1])('that checks by settings of before, and says so: %d', async (generation) => {
    const agent = await gateway.connected()
    const changed = await monitorsPassedElsewhere({ hosts: 10 })
    await gateway.database.db.query(
      { text: `update monitors set url = url || '/moved', updated_at = now() where id = any($1)` },
      [changed],
    )
    await report(agent, changed, CheckStatus.DOWN, generation)
    const { sick, ids } = await connectSickAgent()
    await report(sick, ids, CheckStatus.DOWN, 1)
    await expectNoQuarantine(agent.agentId, sick.agentId)
  })

  it('that is on another controller by now', async () => {
    const ids = await monitorsPassedElsewhere({ hosts: 10 })
    const agent = await gateway.connected()
    await gateway.database.db.query(
      { text: `update agents set controller_id = 'another' where public_id = $1` },
      [agent.agentId],
    )
    await report(agent, ids, CheckStatus.DOWN)
    const { sick, ids: others } = await connectSickAgent()
    await report(sick, others, CheckStatus.DOWN)
    await expectNoQuarantine(agent.agentId, sick.agentId)
  })
})
