import { create } from '@bufbuild/protobuf'
import { status as GrpcStatus } from '@grpc/grpc-js'
import { HelloSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { AGENT_LOST_AFTER_MS, PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { expect, test } from 'vitest'
import { acceptHello } from '../../../../controller/src/agents/handshake.ts'
import { createAgentToken } from '../../../../controller/src/agents/tokens.ts'
import { hashSecret } from '../../../../controller/src/secrets/secret-tokens.ts'
import { readAgents } from '../../../../controller/src/db/agent-list.ts'
import { findAgentToken } from '../../../../controller/src/db/agents.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

test('what an agent calls itself is printable and short wherever it is kept', async () => {
  const { db, close } = await openTestDatabase()
  try {
    const made = await createAgentToken(db, { region: 'eu-west', name: 'eu', now: new Date() })
    const token = await findAgentToken(db, hashSecret(made.token))
    if (token === null) throw new Error('the token is not there')
    const admission = { token, certificate: null }
    const hello = create(HelloSchema, {
      protocolVersion: PROTOCOL_VERSIONS.lowest,
      region: 'eu-west',
      hostname: '\u001b]0;owned\u0007rack\r\n{"level":60}\u202e4',
      softwareVersion: `1.0\u0000${'9'.repeat(10_000)}`,
      capabilities: ['web', 'w\u009beb'],
    })
    const accepted = await acceptHello(db, hello, admission, 'controller')
    expect(accepted).toMatchObject({ capabilities: ['web', 'w?eb'] })
    const [agent] = await readAgents(db, AGENT_LOST_AFTER_MS)
    expect(agent?.hostname).toBe('?]0;owned?rack??{"level":60}?4')
    expect(agent?.softwareVersion).toMatch(/^1\.0\?9{195}…$/)

    const elsewhere = create(HelloSchema, { ...hello, region: 'us\u001b[2J' })
    const refused = await acceptHello(db, elsewhere, admission, 'controller')
    expect(refused).toMatchObject({ refusal: { reason: expect.stringContaining('"us?[2J"') } })
  } finally {
    await close()
  }
})

test('an agent of an earlier version than the installation takes is told so', async () => {
  const { db, close } = await openTestDatabase()
  try {
    const made = await createAgentToken(db, { region: 'eu-west', name: 'eu', now: new Date() })
    const token = await findAgentToken(db, hashSecret(made.token))
    if (token === null) throw new Error('the token is not there')
    const accepted = (softwareVersion: string) => {
      const hello = create(HelloSchema, {
        protocolVersion: PROTOCOL_VERSIONS.lowest,
        region: 'eu-west',
        softwareVersion,
      })
      return acceptHello(db, hello, { token, certificate: null }, 'controller', '0.2.0')
    }
    expect(await accepted('0.1.9')).toEqual({
      refusal: {
        code: GrpcStatus.FAILED_PRECONDITION,
        reason:
          'the agent has version 0.1.9, this installation takes 0.2.0 and later (SIGHTLINE_AGENT_MIN_VERSION): update the agent',
      },
    })
    expect(await accepted('')).toHaveProperty('refusal')
    expect(await readAgents(db, AGENT_LOST_AFTER_MS)).toEqual([])
    expect(await accepted('0.10.0')).toHaveProperty('agentId')
  } finally {
    await close()
  }
})
