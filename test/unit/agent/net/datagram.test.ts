import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openDatagrams } from '../../../../agent/src/net/datagram.ts'
import { runOutOfFiles } from '../../../helpers/out-of-files.ts'
import { closedUdpPort, serveUdp } from '../../../helpers/udp-server.ts'

/** Sends one datagram; resolves with the first thing that is told. */
function askOnce(
  target: { address: string; port: number },
  packet: Uint8Array,
): Promise<{ bytes: Buffer } | { code: string | undefined }> {
  const told = Promise.withResolvers<{ bytes: Buffer } | { code: string | undefined }>()
  const datagrams = openDatagrams(
    target,
    {
      onDatagram: (bytes) => told.resolve({ bytes }),
      onError: (error) => told.resolve({ code: error.code }),
    },
    () => datagrams.send(packet),
  )
  onTestFinished(() => datagrams.close())
  return told.promise
}

test.for(['127.0.0.1', '::1'])('what is sent to %s comes back', async (address) => {
  const port = await serveUdp((packet, reply) => reply(packet), address)
  expect(await askOnce({ address, port }, Buffer.from('hello'))).toEqual({
    bytes: Buffer.from('hello'),
  })
})

test('an empty datagram and one of the largest size arrive', async () => {
  const port = await serveUdp((packet, reply) => reply(Buffer.alloc(packet.length, 1)))
  const target = { address: '127.0.0.1', port }
  expect(await askOnce(target, Buffer.alloc(0))).toEqual({ bytes: Buffer.alloc(0) })
  expect(await askOnce(target, Buffer.alloc(65_507))).toEqual({ bytes: Buffer.alloc(65_507, 1) })
})

test('a closed port is told as a refusal', async () => {
  const port = await closedUdpPort()
  expect(await askOnce({ address: '127.0.0.1', port }, Buffer.of(1))).toEqual({
    code: 'ECONNREFUSED',
  })
})

test('a datagram that is too large is an error, not an exception', async () => {
  const port = await serveUdp(() => {})
  const told = await askOnce({ address: '127.0.0.1', port }, Buffer.alloc(65_508))
  expect(told).toEqual({ code: 'EMSGSIZE' })
})

test('what comes from another port never arrives', async () => {
  const stranger = createSocket('udp4')
  stranger.bind(0, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => {
    stranger.close()
  })
  const port = await serveUdp((_packet, reply, from) => {
    stranger.send('not me', from.port, from.address, () => reply('me'))
  })
  expect(await askOnce({ address: '127.0.0.1', port }, Buffer.of(1))).toEqual({
    bytes: Buffer.from('me'),
  })
})

test('nothing is told after a close, and closing again does nothing', async () => {
  const heard: string[] = []
  const replied = Promise.withResolvers<void>()
  const port = await serveUdp((_packet, reply) => {
    reply('late')
    replied.resolve()
  })
  const datagrams = openDatagrams(
    { address: '127.0.0.1', port },
    { onDatagram: () => heard.push('datagram'), onError: () => heard.push('error') },
    () => datagrams.send(Buffer.of(1)),
  )
  await replied.promise
  datagrams.close()
  datagrams.close()
  datagrams.send(Buffer.of(2))
  await askOnce({ address: '127.0.0.1', port }, Buffer.of(3))
  expect(heard.filter((word) => word === 'error')).toEqual([])
})

test('a socket closed before it is open never opens', async () => {
  const port = await serveUdp((packet, reply) => reply(packet))
  const target = { address: '127.0.0.1', port }
  let opened = 0
  const datagrams = openDatagrams(target, { onDatagram() {}, onError() {} }, () => {
    opened += 1
  })
  datagrams.close()
  await askOnce(target, Buffer.of(1))
  expect(opened).toBe(0)
})

test('that no file can be opened is told, after the caller has what it closes', async () => {
  const told = await runOutOfFiles(
    { openDatagrams: 'agent/src/net/datagram.ts' },
    `fillUp(0)
     const datagrams = openDatagrams(
       { address: '127.0.0.1', port: 9 },
       {
         onDatagram() {},
         onError(error) {
           datagrams.close()
           report(error.code)
         },
       },
       () => report('opened'),
     )`,
  )
  expect(told).toBe('EMFILE')
})
