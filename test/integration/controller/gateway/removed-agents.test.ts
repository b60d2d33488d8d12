import { status as GrpcStatus } from '@grpc/grpc-js'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { expect, it, onTestFinished } from 'vitest'
import { removeAgent } from '../../../../controller/src/agents/remove-agent.ts'
import { createAgentToken, revokeAgentToken } from '../../../../controller/src/agents/tokens.ts'
import { readAgents } from '../../../../controller/src/db/agent-list.ts'
import { readSilences } from '../../../../controller/src/db/alert-watches.ts'
import { startAgentsSide, untilAssigned, useGateway } from '../../../helpers/gateway.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'
import { connectAgent } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()

const WAS_REMOVED = {
  code: GrpcStatus.PERMISSION_DENIED,
  details: expect.stringContaining('the agent was removed'),
}

async function connected(
  token: string,
  agentId = '',
  address = gateway.side.address,
): Promise<SyntheticAgent & { agentId: string }> {
  const agent = await connectAgent(address, token, 'eu-west', agentId)
  onTestFinished(() => agent.close())
  return agent
}

async function newToken(): Promise<string> {
  const made = { region: 'eu-west', name: 'another', now: new Date() }
  return (await createAgentToken(gateway.database.db, made)).token
}

it('an agent that is removed is cut off on whichever controller has it, and its monitors move', async () => {
  const { db } = gateway.database
  const other = await startAgentsSide(gateway.database, 'controller-2')
  onTestFinished(() => other.stop())
  const stays = await gateway.connected()
  const goes = await connected(gateway.token, '', other.address)
  const ids = await insertMonitors(db, gateway.workspaceId, { count: 8 })
  const removed = await removeAgent(db, goes.agentId)
  expect(removed).toEqual({
    id: goes.agentId,
    hostname: 'test',
    region: 'eu-west',
    tokenId: null,
    tokenStays: true,
  })
  expect(await goes.ended).toMatchObject(WAS_REMOVED)
  await untilAssigned(stays, ids)
  const listed = await readAgents(db, AGENT_LOST_AFTER_MS)
  expect(listed.map(({ id }) => id)).toEqual([stays.agentId])
  const silences = await readSilences(db, AGENT_LOST_AFTER_MS)
  expect(silences.map(({ subject }) => subject)).not.toContain(`agent ${goes.agentId}`)
})

it('does not come back with the token it shared, but with a new one', async () => {
  const { db } = gateway.database
  const stays = await gateway.connected()
  const { agentId } = await connected(gateway.token)
  await removeAgent(db, agentId)
  await expect(connected(gateway.token, agentId)).rejects.toThrow('the agent was removed')
  const back = await connected(await newToken(), agentId)
  expect(back.agentId).toBe(agentId)
  expect(await readAgents(db, AGENT_LOST_AFTER_MS)).toHaveLength(2)
  expect(stays.agentId).not.toBe(agentId)
})

it('a token of its own ends with it', async () => {
  const { db } = gateway.database
  const token = await newToken()
  const { agentId } = await connected(token)
  const { tokenId, tokenStays } = await removeAgent(db, agentId)
  expect([tokenId, tokenStays]).toEqual([expect.stringMatching(/^tok_/), false])
  await expect(connected(token)).rejects.toThrow('the agent token has been revoked')
})

it('has a token that was revoked before, which moves its monitors at once', async () => {
  const { db } = gateway.database
  const stays = await gateway.connected()
  const made = { region: 'eu-west', name: 'another', now: new Date() }
  const { id, token } = await createAgentToken(db, made)
  const goes = await connected(token)
  const ids = await insertMonitors(db, gateway.workspaceId, { count: 8 })
  await revokeAgentToken(db, id, { now: new Date() })
  await goes.ended
  await untilAssigned(stays, ids)
  // It was not waited for to be missed.
  const left = { text: 'select from agents where public_id = $1 and left_at is not null' }
  expect((await db.query(left, [goes.agentId])).rowCount).toBe(1)
  expect(await removeAgent(db, goes.agentId)).toMatchObject({ tokenId: null, tokenStays: false })
})

it('is named by its host where that is the only one of this name', async () => {
  const { db } = gateway.database
  const first = await gateway.connected()
  const second = await gateway.connected()
  await expect(removeAgent(db, 'test')).rejects.toThrow('2 agents are called "test"')
  await expect(removeAgent(db, 'nobody')).rejects.toThrow('There is no agent "nobody"')
  await removeAgent(db, first.agentId)
  expect(await removeAgent(db, 'test')).toMatchObject({ id: second.agentId })
  await expect(removeAgent(db, first.agentId)).rejects.toThrow('There is no agent')
})
