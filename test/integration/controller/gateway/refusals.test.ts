import { connect } from 'node:net'
import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js'
import { credentials, makeClientConstructor, Metadata, status as GrpcStatus } from '@grpc/grpc-js'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { createSecretFilter } from '@sightline/shared/secret-filter'
import { describe, expect, it } from 'vitest'
import { createAgentToken, revokeAgentToken } from '../../../../controller/src/agents/tokens.ts'
import { useGateway } from '../../../helpers/gateway.ts'
import { openStream } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()

describe('the gateway turns away', () => {
  it.each([
    ['no token', null, 'no agent token was sent'],
    ['a token nobody made', 'sla_nobody', 'not known'],
  ])('%s', async (_, withToken, reason) => {
    const agent = openStream(gateway.side.address, withToken)
    agent.say({ case: 'hello', value: { protocolVersion: 1, region: 'eu-west' } })
    const end = await agent.ended
    expect(end.code).toBe(GrpcStatus.UNAUTHENTICATED)
    expect(end.details).toContain(reason)
  })

  it('another protocol version, naming both', async () => {
    const agent = openStream(gateway.side.address, gateway.token)
    agent.say({ case: 'hello', value: { protocolVersion: 99, region: 'eu-west' } })
    expect(await agent.ended).toMatchObject({
      code: GrpcStatus.FAILED_PRECONDITION,
      details: expect.stringContaining('protocol 99') as string,
    })
  })

  it('versions of the protocol that do not meet its own, saying which side is to be updated', async () => {
    const agent = openStream(gateway.side.address, gateway.token)
    const spoken = { protocolVersion: 98, highestProtocolVersion: 99 }
    agent.say({ case: 'hello', value: { ...spoken, region: 'eu-west' } })
    expect((await agent.ended).details).toMatch(/protocols 98 to 99, .*: update the controller$/)
  })

  it('no agent that speaks its version among others', async () => {
    const agent = openStream(gateway.side.address, gateway.token)
    const spoken = { protocolVersion: 1, highestProtocolVersion: 99 }
    agent.say({ case: 'hello', value: { ...spoken, region: 'eu-west' } })
    const { lowestProtocolVersion, highestProtocolVersion } = await agent.next('welcome')
    expect([lowestProtocolVersion, highestProtocolVersion]).toEqual([1, 1])
    agent.close()
  })

  it('a region that is not the token’s', async () => {
    const agent = openStream(gateway.side.address, gateway.token)
    agent.say({ case: 'hello', value: { protocolVersion: 1, region: 'us-east' } })
    expect((await agent.ended).code).toBe(GrpcStatus.PERMISSION_DENIED)
  })

  it('the id of an agent with another token', async () => {
    const first = await gateway.connected()
    const other = await createAgentToken(gateway.database.db, {
      region: 'eu-west',
      name: 'other',
      now: new Date(),
    })
    const thief = openStream(gateway.side.address, other.token)
    thief.say({
      case: 'hello',
      value: { protocolVersion: 1, region: 'eu-west', agentId: first.agentId },
    })
    const { code, details } = await thief.ended
    expect(code).toBe(GrpcStatus.PERMISSION_DENIED)
    expect(details).toContain('give each agent a data folder of its own, or revoke that token')
    // Both programs log it: what is taken for a secret there says nothing to people.
    expect(createSecretFilter()(details)).toBe(details)
  })

  it('a first message that is not Hello, and a second Hello', async () => {
    const silent = openStream(gateway.side.address, gateway.token)
    silent.say({ case: 'heartbeat', value: {} })
    expect((await silent.ended).code).toBe(GrpcStatus.INVALID_ARGUMENT)
    const twice = await gateway.connected()
    twice.say({ case: 'hello', value: { protocolVersion: 1, region: 'eu-west' } })
    expect((await twice.ended).code).toBe(GrpcStatus.INVALID_ARGUMENT)
  })

  it('the older of two streams of the same agent', async () => {
    const first = await gateway.connected()
    const second = await gateway.connected({ agentId: first.agentId })
    expect((await first.ended).code).toBe(GrpcStatus.ABORTED)
    expect(second.agentId).toBe(first.agentId)
  })

  it('an agent whose token is revoked while it is connected', async () => {
    const agent = await gateway.connected()
    await revokeAgentToken(gateway.database.db, gateway.tokenId, { now: new Date() })
    expect(await agent.ended).toEqual({
      code: GrpcStatus.UNAUTHENTICATED,
      details: 'the agent token has been revoked',
    })
  })

  it('garbage, while other agents go on undisturbed', async () => {
    const other = await gateway.connected()
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
    const client = new Garbage(gateway.side.address, credentials.createInsecure())
    const metadata = new Metadata()
    metadata.set('authorization', `Bearer ${gateway.token}`)
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
    const raw = connect(gateway.side.port, '127.0.0.1')
    raw.resume()
    raw.end('GET / HTTP/1.1\r\n\r\n')
    await new Promise((resolve) => raw.on('close', resolve))
    other.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
    await other.next('heartbeatAck')
  })
})
