import { status as GrpcStatus } from '@grpc/grpc-js'
import { CheckStatus, FailureSource, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createAgentToken } from '../../../../controller/src/agents/tokens.ts'
import type { AgentsSide } from '../../../helpers/gateway.ts'
import {
  startAgentsSide,
  untilAssigned,
  untilShared,
  useGateway,
} from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import { slotBefore } from '../../../helpers/slots.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'
import { connectAgent } from '../../../helpers/synthetic-agent.ts'

// Two controllers over one database, as they stand behind one address: whatever an agent or a person asks of one is
// done, and told, by whichever has the agent.

const gateway = useGateway()

async function anotherController(): Promise<AgentsSide> {
  const other = await startAgentsSide(gateway.database, 'controller-2')
  onTestFinished(() => other.stop())
  return other
}

/** An agent of us-east at a controller. */
async function connectedElsewhere(address: string): Promise<SyntheticAgent> {
  const region = 'us-east'
  const { token } = await createAgentToken(gateway.database.db, {
    region,
    name: 'test',
    now: new Date(),
  })
  const agent = await connectAgent(address, token, region)
  onTestFinished(() => agent.close())
  return agent
}

async function select<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await gateway.database.db.query<Row>({ text }, values)).rows
}

interface Slot {
  readonly scheduledAtMs: bigint
  readonly attempt?: number
  readonly confirmation?: boolean
}

/** Has an agent report one check, and waits until that is committed. */
async function report(
  agent: SyntheticAgent,
  monitorId: number,
  status: CheckStatus,
  slot: Slot,
  generation = 0,
): Promise<void> {
  const failure = { source: FailureSource.TARGET, cause: 'serverError', message: 'HTTP 500' }
  const result = {
    sequence: 1n,
    monitorId,
    startedAtMs: BigInt(Date.now()),
    durationMs: 5,
    status,
    generation,
    ...slot,
    ...(status === CheckStatus.UP ? {} : { failure }),
  }
  agent.say({ case: 'results', value: { lane: Lane.LIVE, results: [result] } })
  await agent.next('resultAck')
}

/** Has an agent find the same in every recheck that it is asked for, until its stream ends.
 *  @returns how many there were so far */
function answering(agent: SyntheticAgent, status: CheckStatus): () => number {
  let answered = 0
  const answerNext = async (): Promise<void> => {
    const { work } = await agent.next('work')
    if (work.case !== 'recheck') throw new Error(`asked for ${work.case}, not for a recheck`)
    const { monitorId, scheduledAtMs, attempt } = work.value
    answered += 1
    await report(agent, monitorId, status, { scheduledAtMs, attempt, confirmation: true })
    await answerNext()
  }
  answerNext().catch(() => undefined)
  return () => answered
}

const slotOf = (monitorId: number, region: string): Slot => ({
  scheduledAtMs: BigInt(slotBefore(monitorId, region, Date.now())),
})

async function statusOf(monitorId: number): Promise<string | undefined> {
  const [row] = await select<{ status: string }>(
    'select status from monitor_states where monitor_id = $1',
    [monitorId],
  )
  return row?.status
}

it('a failure that one of them is told is confirmed by an agent of the other', async () => {
  const other = await anotherController()
  const regions = ['eu-west', 'us-east']
  const { db } = gateway.database
  const [monitorId = 0] = await insertMonitors(db, gateway.workspaceId, { regions, status: 'up' })
  const here = await gateway.connected()
  const there = await connectedElsewhere(other.address)
  await untilAssigned(here, [monitorId])
  await untilAssigned(there, [monitorId])
  await report(here, monitorId, CheckStatus.DOWN, slotOf(monitorId, 'eu-west'))
  const asked = answering(there, CheckStatus.DOWN)
  answering(here, CheckStatus.DOWN)
  await vi.waitFor(async () => expect(await statusOf(monitorId)).toBe('down'), PATIENT)
  expect(asked()).toBeGreaterThan(0)
  expect(await select('select from outages where monitor_id = $1', [monitorId])).toHaveLength(1)
})

it('an edit while a recheck is out at an agent of the other: what comes back has no say', async () => {
  const other = await anotherController()
  const regions = ['eu-west', 'us-east']
  const { db } = gateway.database
  const [monitorId = 0] = await insertMonitors(db, gateway.workspaceId, { regions, status: 'up' })
  const here = await gateway.connected()
  const there = await connectedElsewhere(other.address)
  await untilAssigned(here, [monitorId])
  await untilAssigned(there, [monitorId])
  answering(here, CheckStatus.DOWN)
  await report(here, monitorId, CheckStatus.DOWN, slotOf(monitorId, 'eu-west'), 1)
  const { work } = await there.next('work')
  if (work.case !== 'recheck') throw new Error(`asked for ${work.case}, not for a recheck`)
  await select(`update monitors set url = url || '/moved', updated_at = now() where id = $1`, [
    monitorId,
  ])
  const { scheduledAtMs, attempt, check } = work.value
  const slot = { scheduledAtMs, attempt, confirmation: true }
  await report(there, monitorId, CheckStatus.DOWN, slot, check?.generation)
  expect(await select('select from outages where monitor_id = $1', [monitorId])).toEqual([])
  expect(await statusOf(monitorId)).toBe('up')
})

it('an agent that comes to one while the other still has its stream is there alone, and loses nothing', async () => {
  const other = await anotherController()
  const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 20 })
  const before = await gateway.connected()
  await untilAssigned(before, ids)
  const after = await gateway.connected({ agentId: before.agentId, address: other.address })
  await untilAssigned(after, ids)
  // Sent by both, since the agent did not hear that the first was taken.
  const [monitorId = 0] = ids
  const slot = slotOf(monitorId, 'eu-west')
  await report(before, monitorId, CheckStatus.UP, slot)
  await report(after, monitorId, CheckStatus.UP, slot)
  expect(await select('select from check_results where monitor_id = $1', [monitorId])).toHaveLength(
    1,
  )

  before.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
  expect((await before.ended).code).toBe(GrpcStatus.ABORTED)
  const agents = await select<{ controller: string; isHere: boolean }>(
    'select controller_id as controller, left_at is null as "isHere" from agents',
  )
  expect(agents).toEqual([{ controller: 'controller-2', isHere: true }])
  // What is made now reaches it by its one stream.
  const [more = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId)
  await untilAssigned(after, [...ids, more])
})

it('all agents of one that ends go on at the other with all their monitors', async () => {
  const other = await startAgentsSide(gateway.database, 'controller-2')
  const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 60 })
  const first = await gateway.connected({ address: other.address })
  const second = await gateway.connected({ address: other.address })
  const shares = await untilShared([first, second], ids)
  await other.stop()
  await Promise.all([first.ended, second.ended])
  const again = await Promise.all(
    [first, second].map(({ agentId }) => gateway.connected({ agentId })),
  )
  // Neither was lost meanwhile, so nothing moved.
  await Promise.all(again.map((agent, index) => untilAssigned(agent, shares[index] ?? [])))
})
