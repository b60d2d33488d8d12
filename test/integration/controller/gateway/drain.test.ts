import { status as GrpcStatus } from '@grpc/grpc-js'
import { describe, expect, it, vi } from 'vitest'
import { announceAgentChange } from '../../../../controller/src/db/agents.ts'
import {
  drainAgent,
  drainController,
  readControllers,
  readDrainableAgent,
} from '../../../../controller/src/db/drains.ts'
import {
  startAgentsSide,
  untilAssigned,
  untilShared,
  useGateway,
} from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import { openStream } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()
const LOST_AFTER_MS = 15_000

describe('an agent that is told to hand its checks over', () => {
  it('loses them to another that covers the moment of it, until it is started anew', async () => {
    const { db } = gateway.database
    const ids = await insertMonitors(db, gateway.workspaceId, { count: 20 })
    const [leaving, staying] = [await gateway.connected(), await gateway.connected()]
    await untilShared([leaving, staying], ids)
    const had = new Set(leaving.assignments.keys())
    // Otherwise what is taken over is covered from where the younger of the two joined.
    await db.query({ text: `update agents set connected_at = now() - interval '1 hour'` })
    const toldAtMs = Date.now()
    await drainAgent(db, leaving.agentId)
    await announceAgentChange(db)
    await untilAssigned(staying, ids)
    await vi.waitFor(() => expect(leaving.assignments.size).toBe(0), PATIENT)
    for (const id of had) {
      expect(Number(staying.assignments.get(id)?.coverFromMs)).toBeLessThan(toldAtMs)
    }
    expect(await readDrainableAgent(db, leaving.agentId, LOST_AFTER_MS)).toMatchObject({
      isDraining: true,
      others: 1,
    })
    leaving.close()
    await leaving.ended
    const back = await gateway.connected({ agentId: leaving.agentId })
    await untilShared([back, staying], ids)
  })
})

describe('a controller that is told to hand over what it does', () => {
  it('sends its agents to others, takes none, and says when that is done', async () => {
    const { db } = gateway.database
    const ids = await insertMonitors(db, gateway.workspaceId, { count: 5 })
    const other = await startAgentsSide(gateway.database, 'controller-2')
    const agent = await gateway.connected()
    await untilAssigned(agent, ids)
    await drainController(db, 'controller-1')
    await announceAgentChange(db)
    const end = await agent.ended
    expect(end).toMatchObject({
      code: GrpcStatus.UNAVAILABLE,
      details: expect.stringContaining('try another') as string,
    })
    const refused = openStream(gateway.side.address, gateway.token)
    expect((await refused.ended).code).toBe(GrpcStatus.UNAVAILABLE)
    const again = await gateway.connected({ agentId: agent.agentId, address: other.address })
    await untilAssigned(again, ids)
    await vi.waitFor(async () => {
      const controllers = await readControllers(db, LOST_AFTER_MS)
      const drained = controllers.find(({ id }) => id === 'controller-1')
      expect(drained?.drainedAt).toBeInstanceOf(Date)
      expect(controllers.find(({ id }) => id === 'controller-2')).toMatchObject({
        drainingAt: null,
        agents: 1,
      })
    }, PATIENT)
    again.close()
    await other.stop()
    await db.query({ text: 'delete from controllers' })
  })
})
