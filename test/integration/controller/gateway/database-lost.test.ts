import { status as GrpcStatus } from '@grpc/grpc-js'
import { createLogger } from '@sightline/shared/logger'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createAgentToken } from '../../../../controller/src/agents/tokens.ts'
import { openDatabase } from '../../../../controller/src/db/pool.ts'
import { readVoters } from '../../../../controller/src/votes/voters.ts'
import type { AgentsSide } from '../../../helpers/gateway.ts'
import { startAgentsSide, useGateway } from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'
import { connectAgent, openStream } from '../../../helpers/synthetic-agent.ts'
import type { WayToDatabase } from '../../../helpers/way-to-database.ts'
import { openWayToDatabase } from '../../../helpers/way-to-database.ts'

const gateway = useGateway()

/** A controller beside the gateway's whose way to the database can be cut. */
async function startCutOff(): Promise<{ way: WayToDatabase; side: AgentsSide }> {
  const way = await openWayToDatabase(gateway.database.url)
  const db = openDatabase(way.url, createLogger('test', 'silent'))
  const side = await startAgentsSide({ ...gateway.database, url: way.url, db }, 'controller-2')
  onTestFinished(async () => {
    await side.stop()
    await db.close()
    way.cut()
  })
  return { way, side }
}

/** Has the agent say that it is well, and waits until that is kept. */
async function heard(agent: SyntheticAgent & { agentId: string }): Promise<void> {
  agent.say({
    case: 'heartbeat',
    value: { agentTimeMs: BigInt(Date.now()), selfTestPassed: true },
  })
  await vi.waitFor(async () => {
    const { rows } = await gateway.database.db.query(
      { text: 'select 1 from agents where public_id = $1 and self_test_passed' },
      [agent.agentId],
    )
    expect(rows).toHaveLength(1)
  }, PATIENT)
}

it('a controller that lost the database lets its agents go, and another takes them', async () => {
  const { way, side } = await startCutOff()
  const agent = await gateway.connected({ address: side.address })
  const { agentId } = agent
  way.cut()
  expect(await agent.ended).toMatchObject({
    code: GrpcStatus.UNAVAILABLE,
    details: expect.stringContaining('has lost its database') as string,
  })
  expect((await openStream(side.address, gateway.token).ended).code).toBe(GrpcStatus.UNAVAILABLE)
  expect((await gateway.connected({ agentId })).agentId).toBe(agentId)
})

it('agents that it let go keep their say while they come back', async () => {
  const { db } = gateway.database
  const { way, side } = await startCutOff()
  const { token } = await createAgentToken(db, {
    region: 'us-east',
    name: 'far',
    now: new Date(),
  })
  const near = await gateway.connected({ address: side.address })
  const far = await connectAgent(side.address, token, 'us-east')
  onTestFinished(far.close)
  await heard(near)
  await heard(far)
  await gateway.side.stop()
  way.cut()
  await Promise.all([near.ended, far.ended])
  // As if it all had been a minute ago.
  await db.query({ text: `delete from controllers where id <> 'controller-2'` })
  await db.query({
    text: `update controllers set started_at = started_at - interval '1 hour',
      last_seen_at = last_seen_at - interval '1 minute'`,
  })
  await db.query({ text: `update agents set last_seen_at = last_seen_at - interval '1 minute'` })
  await way.mend()
  const back = await vi.waitFor(
    () => connectAgent(side.address, token, 'us-east', far.agentId),
    PATIENT,
  )
  onTestFinished(back.close)
  expect([...(await readVoters(db)).keys()]).toEqual(['eu-west', 'us-east'])
})
