import { CheckStatus, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { expect, it } from 'vitest'
import { createAgentToken } from '../../../../controller/src/agents/tokens.ts'
import { useGateway } from '../../../helpers/gateway.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import { slotBefore } from '../../../helpers/slots.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'
import { connectAgent } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()

/** Slots are of before it: while a test runs, those of before now go on. */
const NOW_MS = Date.now()

/** Sends results of these monitors over the live lane and waits until they are acknowledged. */
async function send(
  agent: SyntheticAgent,
  region: string,
  monitorIds: readonly number[],
  minutesAgo: number,
): Promise<void> {
  const results = monitorIds.map((monitorId, index) => {
    const atMs = BigInt(slotBefore(monitorId, region, NOW_MS - minutesAgo * 60_000))
    return {
      sequence: BigInt(index + 1),
      monitorId,
      scheduledAtMs: atMs,
      startedAtMs: atMs,
      durationMs: 5,
      status: CheckStatus.UP,
      statusCode: 200,
    }
  })
  agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
  await agent.next('resultAck')
}

it('handles with care an agent that sends results again as new ones, and stores each once', async () => {
  const { db } = gateway.database
  const regions = ['eu-west', 'us-east']
  const ids = await insertMonitors(db, gateway.workspaceId, { count: 150, regions })
  await db.query({ text: `update monitors set created_at = now() - interval '1 day'` })
  const liar = await gateway.connected()
  const made = await createAgentToken(db, { region: 'us-east', name: 'other', now: new Date() })
  const honest = await connectAgent(gateway.side.address, made.token, 'us-east')
  const both = (ofLiar: number, ofHonest: number) =>
    Promise.all([send(liar, 'eu-west', ids, ofLiar), send(honest, 'us-east', ids, ofHonest)])
  await both(5, 5)
  const clashesAfter = async (rounds: number): Promise<number> => {
    for (let round = 0; round < rounds; round += 1) await both(5, 10 + rounds + round)
    return gateway.side.ingested().clashes
  }
  expect(await clashesAfter(1)).toBe(1)
  expect(await clashesAfter(4)).toBe(1)
  honest.close()
  const { rows } = await db.query<{ region: string; count: number }>({
    text: 'select region, count(*)::integer as count from check_results group by region order by region',
  })
  expect(rows).toEqual([
    { region: 'eu-west', count: 150 },
    { region: 'us-east', count: 900 },
  ])
})
