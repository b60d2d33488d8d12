import { Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Recheck } from '@sightline/shared/gen/probe/v1/work_pb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newPublicId } from '../../../../controller/src/secrets/random-id.ts'
import { insertWorkItem } from '../../../../controller/src/db/work-items.ts'
import { startAgentsSide, untilAssigned, useGateway } from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import { slotBefore } from '../../../helpers/slots.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'
import { connectAgent } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()

type Fields = {
  scheduledAtMs: number
  startedAtMs?: number
  attempt?: number
  confirmation?: boolean
}

/** Sends results and waits until they are acknowledged. */
async function send(agent: SyntheticAgent, monitorId: number, all: readonly Fields[]) {
  const results = all.map(({ scheduledAtMs, startedAtMs, attempt, confirmation }, index) => ({
    sequence: BigInt(index + 1),
    monitorId,
    scheduledAtMs: BigInt(scheduledAtMs),
    startedAtMs: BigInt(startedAtMs ?? scheduledAtMs),
    durationMs: 5,
    status: CheckStatus.UP,
    statusCode: 200,
    attempt: attempt ?? 0,
    confirmation: confirmation ?? false,
  }))
  agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
  const upToSequence = BigInt(all.length)
  expect(await agent.next('resultAck')).toMatchObject({ upToSequence })
}

const stored = async (monitorId: number) => {
  const { rows } = await gateway.database.db.query<{ at: number; attempt: number }>(
    {
      text: `select extract(epoch from scheduled_at)::float8 * 1000 as at, attempt
        from check_results where monitor_id = $1 order by scheduled_at, attempt`,
    },
    [monitorId],
  )
  return rows.map(({ at, attempt }) => [at, attempt])
}

const slot = (monitorId: number, minutesAgo = 0) =>
  slotBefore(monitorId, 'eu-west', Date.now() - minutesAgo * 60_000)

async function addRecheck(monitorId: number): Promise<void> {
  await insertWorkItem(gateway.database.db, {
    publicId: newPublicId('wrk'),
    region: 'eu-west',
    kind: 'recheck',
    capability: 'web',
    payload: { monitorId, attempt: 1 },
    timeoutMs: 1_000,
    dueAtMs: Date.now() - 1_000,
    expiresAtMs: Date.now() + 60_000,
  })
}

async function askedToRecheck(agent: SyntheticAgent, monitorId: number): Promise<Recheck> {
  await addRecheck(monitorId)
  const { work } = await agent.next('work')
  if (work.case !== 'recheck') throw new Error('not a recheck')
  return work.value
}

const open = async () =>
  (await gateway.database.db.query({ text: 'select from handed_rechecks' })).rows.length

async function aMonitor(agent: SyntheticAgent): Promise<number> {
  const [monitorId = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId)
  await untilAssigned(agent, [monitorId])
  return monitorId
}

it('what nobody asked for is acknowledged, counted and not stored', async () => {
  const agent = await gateway.connected()
  const monitorId = await aMonitor(agent)
  const asked = slot(monitorId)
  await send(agent, monitorId, [
    { scheduledAtMs: asked },
    { scheduledAtMs: asked - 1 },
    { scheduledAtMs: asked, attempt: 1, confirmation: true },
    { scheduledAtMs: asked, attempt: 3 },
    { scheduledAtMs: slot(monitorId, 36 * 1_440) },
  ])
  expect(await stored(monitorId)).toEqual([[asked, 0]])
  agent.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
  await vi.waitFor(async () => {
    const { rows } = await gateway.database.db.query<{ refused: number }>(
      {
        text: `select (counters ->> 'resultsRefused')::integer as refused from agents where public_id = $1`,
      },
      [agent.agentId],
    )
    expect(rows).toEqual([{ refused: 4 }])
  }, PATIENT)
})

it('a recheck is taken from the agent that was asked, after its stream broke and on another controller too', async () => {
  const agent = await gateway.connected()
  const monitorId = await aMonitor(agent)
  const first = await askedToRecheck(agent, monitorId)
  const second = await askedToRecheck(agent, monitorId)
  const resultOf = ({ scheduledAtMs, attempt }: Recheck) => ({
    scheduledAtMs: Number(scheduledAtMs),
    attempt,
    confirmation: true,
  })
  await send(agent, monitorId, [resultOf(first)])
  await vi.waitFor(async () => expect(await open()).toBe(1), PATIENT)
  agent.call.cancel()
  const other = await startAgentsSide(gateway.database, 'controller-2')
  try {
    const again = await gateway.connected({ agentId: agent.agentId, address: other.address })
    await send(again, monitorId, [resultOf(second), resultOf(second)])
    await vi.waitFor(async () => expect(await open()).toBe(0), PATIENT)
  } finally {
    await other.stop()
  }
  const at = [first, second].map(({ scheduledAtMs }) => Number(scheduledAtMs))
  expect(await stored(monitorId)).toEqual(at.toSorted((a, b) => a - b).map((ms) => [ms, 1]))
})

it('a recheck that nobody was asked for after all is not waited for', async () => {
  const { db } = gateway.database
  const agent = await gateway.connected()
  const monitorId = await aMonitor(agent)
  await db.query({ text: 'update monitors set active = false where id = $1' }, [monitorId])
  await addRecheck(monitorId)
  await vi.waitFor(async () => {
    const waiting = (await db.query({ text: 'select from work_items' })).rows.length
    expect([waiting, await open()]).toEqual([0, 0])
  }, PATIENT)
})

it('late results of a paused monitor, and of one that the region had before, fill the history', async () => {
  const { db } = gateway.database
  const agent = await gateway.connected()
  const monitorId = await aMonitor(agent)
  const latest = slot(monitorId)
  const minutesAgo = (minutes: number) => ({ scheduledAtMs: latest - minutes * 60_000 })
  await send(agent, monitorId, [minutesAgo(30)])
  await db.query({ text: 'update monitors set active = false where id = $1' }, [monitorId])
  await send(agent, monitorId, [minutesAgo(20)])
  await db.query(
    {
      text: `update monitors set regions = '{us-east}', grid_since = now() - interval '5 minutes'
        where id = $1`,
    },
    [monitorId],
  )
  await send(agent, monitorId, [minutesAgo(10), minutesAgo(2)])
  const times = [30, 20, 10].map((minutes) => [minutesAgo(minutes).scheduledAtMs, 0])
  expect(await stored(monitorId)).toEqual(times)
})

it('a monitor that the region never had takes nothing from it', async () => {
  const agent = await gateway.connected()
  const [foreign = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId, {
    regions: ['us-east'],
  })
  await send(agent, foreign, [
    { scheduledAtMs: slot(foreign) },
    { scheduledAtMs: slot(foreign, 90) },
  ])
  expect(await stored(foreign)).toEqual([])
})

it('few are asked for while answers wait to be judged, and then all at once', async () => {
  const { db } = gateway.database
  const waiting = async () => (await db.query({ text: 'select from work_items' })).rows.length
  const monitorIds = await insertMonitors(db, gateway.workspaceId, { count: 250 })
  await Promise.all(monitorIds.map(addRecheck))
  let isBehind = true
  const side = await startAgentsSide(gateway.database, 'controller-behind', {
    isBehind: () => isBehind,
  })
  onTestFinished(() => side.stop())
  const agent = await connectAgent(side.address, gateway.token, 'eu-west')
  onTestFinished(() => agent.close())
  // The next few come a second later.
  await vi.waitFor(async () => expect(await waiting()).toBe(150), { ...PATIENT, interval: 20 })
  isBehind = false
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { ...PATIENT, interval: 20 })
  expect((await agent.next('work')).work).toMatchObject({ case: 'recheck' })
})
