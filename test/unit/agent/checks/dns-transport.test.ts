import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkDns } from '../../../helpers/check-dns.ts'
import { A, replyBytes, startDnsServer, startUdpServer } from '../../../helpers/dns-server.ts'
import { listen } from '../../../helpers/listen.ts'
import { closedUdpPort } from '../../../helpers/udp-server.ts'

test('a closed port is a name server that is down', async () => {
  const resolver = `127.0.0.1:${await closedUdpPort()}`
  const overUdp = await checkDns('example.com', { resolver })
  const failure = { source: 'target', cause: 'nameserverDown' }
  expect(overUdp).toMatchObject({
    status: 'down',
    ip: '127.0.0.1',
    failure: { ...failure, phase: 'dns' },
  })
  const overTcp = await checkDns('example.com', { resolver, protocol: 'tcp' })
  expect(overTcp).toMatchObject({ status: 'down', failure: { ...failure, phase: 'connect' } })
})

test('a resolver that never answers is down at the time limit, after it was asked again', async () => {
  const server = await startDnsServer(() => 'silence')
  const outcome = await checkDns('example.com', { resolver: server.at }, { timeoutMs: 300 })
  expect(outcome).toMatchObject({
    status: 'down',
    responseMs: null,
    failure: { source: 'target', phase: 'dns', cause: 'dnsTimeout' },
  })
  expect(server.seen.length).toBeGreaterThan(1)
})

test('a question that was lost is asked again', async () => {
  let count = 0
  const server = await startDnsServer(({ name }) => {
    count += 1
    return count === 1 ? 'silence' : { answers: [A(name, '192.0.2.1')] }
  })
  const outcome = await checkDns('example.com', { resolver: server.at }, { timeoutMs: 1_500 })
  expect(outcome.status).toBe('up')
})

test.for([
  ['a TCP port that is closed', 'tcp'],
  ['one that is open', 'udp'],
] as const)('a cut answer is fetched over TCP: %s', async ([, kind]) => {
  if (kind === 'tcp') {
    const port = await startUdpServer((bytes, send) => {
      const reply = Buffer.from(bytes)
      reply.writeUInt16BE(0x8380, 2)
      send(reply)
    })
    const outcome = await checkDns('big.example', { resolver: `127.0.0.1:${port}` })
    expect(outcome).toMatchObject({
      status: 'down',
      failure: {
        source: 'target',
        phase: 'connect',
        cause: 'protocolError',
        message: `127.0.0.1:${port} answered over UDP, but cut its answer short, and does not serve TCP, where all of it would be.`,
      },
      details: { truncated: true },
    })
    return
  }
  const many = Array.from({ length: 300 }, (_, i) => A('big.example', `192.0.2.${i % 250}`))
  const server = await startDnsServer(({ transport }) =>
    transport === 'udp' ? { tc: true } : { answers: many },
  )
  const outcome = await checkDns('big.example', {
    resolver: server.at,
    expected: { match: 'count', minCount: 300 },
  })
  expect(outcome).toMatchObject({ status: 'up', details: { truncated: true, answerCount: 300 } })
  expect(outcome.details?.['answers']).toHaveLength(50)
  expect(server.seen.map(({ transport }) => transport)).toEqual(['udp', 'tcp'])
})

test('a cut answer of which the whole does not come over TCP is told as one', async () => {
  const server = await startDnsServer(({ transport }) =>
    transport === 'udp' ? { tc: true } : 'silence',
  )
  const settings = { resolver: server.at }
  const { failure } = await checkDns('big.example', settings, { timeoutMs: 300 })
  expect(failure).toMatchObject({ source: 'target', phase: 'dns', cause: 'dnsTimeout' })
  expect(failure?.message).toBe(
    `${server.at} answered over UDP, but cut its answer short, and did not give all of it over TCP in time.`,
  )
})

test('a server that does not know EDNS is asked without', async () => {
  const server = await startDnsServer(({ name, packet }) =>
    packet.additionals?.length === 0 ? { answers: [A(name, '192.0.2.1')] } : { rcode: 1 },
  )
  const outcome = await checkDns('example.com', { resolver: server.at })
  expect(outcome.status).toBe('up')
})

test('answers with a wrong id, to another question or from another port are left out', async () => {
  const stranger = createSocket('udp4')
  stranger.bind(0, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => {
    stranger.close()
  })
  const forged = [A('example.com', '192.0.2.66')]
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  socket.on('message', (bytes, peer) => {
    const asked = (name: string) =>
      ({ bytes, packet: { questions: [{ type: 'A', name }] } }) as never
    const good = replyBytes(asked('example.com'), { answers: forged })
    const wrongId = Buffer.from(good)
    wrongId.writeUInt16BE(bytes.readUInt16BE(0) ^ 1, 0)
    const notReply = Buffer.from(good)
    notReply.writeUInt16BE(0x0100, 2)
    const other = replyBytes(asked('example.net'), { answers: forged })
    const all = [Buffer.alloc(0), Buffer.from('garbage'), wrongId, notReply, other]
    for (const each of all) socket.send(each, peer.port, peer.address)
    stranger.send(good, peer.port, peer.address, () => {
      const right = replyBytes(asked('EXAMPLE.com'), { answers: [A('example.com', '192.0.2.1')] })
      socket.send(right, peer.port, peer.address)
    })
  })
  const outcome = await checkDns('example.com', { resolver: `127.0.0.1:${socket.address().port}` })
  expect(outcome).toMatchObject({ status: 'up', details: { answers: ['192.0.2.1'] } })
})

test('a resolver that sends only what answers nothing is told so', async () => {
  const port = await startUdpServer((_, send) => send(Buffer.from('garbage')))
  const outcome = await checkDns(
    'example.com',
    { resolver: `127.0.0.1:${port}` },
    { timeoutMs: 200 },
  )
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsTimeout' } })
  expect(outcome.failure?.message).toContain('do not answer the DNS question')
})

test.for([
  ['a name that points at itself', 'c00cc00c'],
  ['a record that ends early', 'c00c0001'],
  ['data longer than the message', 'c00c00010001000000010fff7f'],
  ['a label that is too long', '7f0001'],
])('an answer with %s is no DNS message', async ([, hex]) => {
  const port = await startUdpServer((bytes, send) => {
    const header = Buffer.from(bytes.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(1, 6)
    header.writeUInt16BE(0, 10)
    // The question without the OPT record of 11 bytes.
    send(Buffer.concat([header, bytes.subarray(12, -11), Buffer.from(hex ?? '', 'hex')]))
  })
  const outcome = await checkDns('example.com', { resolver: `127.0.0.1:${port}` })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', cause: 'protocolError' },
  })
})

test('over TCP a server that drips its answer is cut off while it is being received', async () => {
  const port = await listen(
    createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write(Buffer.from([0x10])))
    }),
  )
  const settings = { resolver: `127.0.0.1:${port}`, protocol: 'tcp' }
  const outcome = await checkDns('example.com', settings, { timeoutMs: 200 })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { phase: 'download', cause: 'dnsTimeout' },
  })
})

test('over TCP an answer in single bytes is read', async () => {
  const port = await listen(
    createServer((socket) => {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.once('data', (framed: Buffer) => {
        const bytes = framed.subarray(2)
        const question = { bytes, packet: { questions: [{ type: 'A', name: 'a.b' }] } } as never
        const reply = replyBytes(question, { answers: [A('a.b', '192.0.2.1')] })
        const rest = [0, reply.length, ...reply]
        const sendNext = (): void => {
          const byte = rest.shift()
          if (byte !== undefined) socket.write(Buffer.from([byte]), () => setImmediate(sendNext))
        }
        sendNext()
      })
    }),
  )
  const outcome = await checkDns('a.b', { resolver: `127.0.0.1:${port}`, protocol: 'tcp' })
  expect(outcome).toMatchObject({
    status: 'up',
    details: { protocol: 'tcp', answers: ['192.0.2.1'] },
  })
  expect(outcome.timings.connectMs).toBeGreaterThanOrEqual(0)
})

test('over TCP data without end and a close without an answer break the protocol', async () => {
  const flood = await listen(
    createServer((socket) => {
      const send = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      }
      socket.on('error', () => {})
      socket.on('drain', send)
      send()
    }),
  )
  const closing = await listen(createServer((socket) => socket.once('data', () => socket.end())))
  for (const port of [flood, closing]) {
    const outcome = await checkDns('example.com', {
      resolver: `127.0.0.1:${port}`,
      protocol: 'tcp',
    })
    expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'protocolError' } })
  }
})
