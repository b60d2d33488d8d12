import { once } from 'node:events'
import { connect } from 'node:net'
import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js'
import { credentials, makeClientConstructor, Metadata, status as GrpcStatus } from '@grpc/grpc-js'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { expect, it, onTestFinished } from 'vitest'
import { startAgentsSide, useGateway } from '../../../helpers/gateway.ts'

const gateway = useGateway()

const MEGABYTE = 1024 * 1024

/** What is written is a message as it is. */
const Bytes = makeClientConstructor(
  {
    connect: {
      ...(probeServiceDefinition['connect'] as object),
      requestSerialize: (bytes: Buffer) => bytes,
    } as never,
  },
  'ProbeService',
)

function openBytes(
  token: string,
  address = gateway.side.address,
): {
  call: ClientDuplexStream<Buffer, unknown>
  ended: Promise<ServiceError>
  close: () => void
} {
  // A connection of its own: the door looks at connections too.
  const client = new Bytes(address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  })
  onTestFinished(() => client.close())
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${token}`)
  const call = (
    client['connect'] as unknown as (metadata: Metadata) => ClientDuplexStream<Buffer, unknown>
  ).call(client, metadata)
  call.on('data', () => undefined)
  const ended = new Promise<ServiceError>((resolve) => call.on('error', resolve))
  return { call, ended, close: () => client.close() }
}

/** Two million results that say nothing, in 4 MiB. */
function emptyResults(): Buffer {
  const body = Buffer.alloc(4 * MEGABYTE - 16, Buffer.from([0x12, 0x00]))
  return Buffer.concat([Buffer.from([0x1a, 0xf0, 0xff, 0xff, 0x01]), body])
}

it('takes no memory for what is sent without a token', async () => {
  const bytes = emptyResults()
  const before = process.resourceUsage().maxRSS
  const streams = Array.from({ length: 20 }, () => openBytes('sla_nobody'))
  for (const { call } of streams) call.write(bytes)
  for (const { ended } of streams) {
    expect(await ended).toMatchObject({ code: GrpcStatus.UNAUTHENTICATED })
  }
  // 80 MiB were offered: the senders' side of this process may hold copies of them, and none is read.
  const grownMegabytes = (process.resourceUsage().maxRSS - before) / 1024
  expect(grownMegabytes).toBeLessThan(250)
  await gateway.connected()
})

it('reads no more than a Hello of kilobytes before it welcomes', async () => {
  const { call, ended } = openBytes(gateway.token)
  call.write(emptyResults())
  expect(await ended).toMatchObject({
    code: GrpcStatus.INVALID_ARGUMENT,
    details: 'a message of more than 16384 bytes came',
  })
})

it('asks the database about few tokens of an address, and goes on to let good ones in', async () => {
  const known = await gateway.connected()
  known.close()
  expect(await flood(gateway.side.address)).toEqual(FLOODED)
  await gateway.connected()
})

it('lets in at once whom another controller let in before, while others try many tokens', async () => {
  await gateway.connected()
  const restarted = await startAgentsSide(gateway.database, 'controller-2')
  onTestFinished(() => restarted.stop())
  expect(await flood(restarted.address)).toEqual(FLOODED)
  const streams = Array.from({ length: 20 }, () => openBytes(gateway.token, restarted.address))
  for (const { call } of streams) call.write(Buffer.from('not a message'))
  const ends = await Promise.all(streams.map(({ ended }) => ended))
  // They were let in, and then said nothing of sense.
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([GrpcStatus.INVALID_ARGUMENT]))
})

const FLOODED = new Set([GrpcStatus.UNAUTHENTICATED, GrpcStatus.RESOURCE_EXHAUSTED])

/** Tries ever new tokens until no more are looked at. @returns how they were answered */
async function flood(address: string): Promise<ReadonlySet<number>> {
  const codes = new Set<number>()
  // In small groups: how many wait at once has a limit of its own.
  for (let round = 0; round < 200 && !codes.has(GrpcStatus.RESOURCE_EXHAUSTED); round += 1) {
    const streams = Array.from({ length: 10 }, (_, index) =>
      openBytes(`sla_${round}_${index}`, address),
    )
    const ends = await Promise.all(streams.map(({ ended }) => ended))
    for (const { code } of ends) codes.add(code)
    for (const { close } of streams) close()
  }
  return codes
}

it('holds few connections of an address that show no token', async () => {
  const sockets = Array.from({ length: 80 }, () => connect(gateway.side.port, '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const closed = sockets.map((socket) => {
    socket.on('error', () => undefined)
    socket.resume()
    return once(socket, 'close')
  })
  let count = 0
  for (const each of closed) void each.then(() => (count += 1))
  await expect.poll(() => count).toBe(16)
  for (const socket of sockets) socket.destroy()
  await gateway.connected()
})
