import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import type { Conversation } from '../../../../agent/src/net/conversation.ts'
import { createConversation } from '../../../../agent/src/net/conversation.ts'
import { startTls } from '../../../../agent/src/net/start-tls.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { serveRaw } from '../../../helpers/listen.ts'
import type { Reading } from '../../../../agent/src/net/conversation/reading.ts'

interface Client {
  readonly conversation: Conversation
  readonly socket: Socket
  readonly limit: AbortController
}

async function converse(served: (socket: Socket) => void): Promise<Client> {
  const port = await serveRaw(served)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const limit = new AbortController()
  const conversation = createConversation(socket, limit.signal)
  onTestFinished(() => conversation.close())
  return { conversation, socket, limit }
}

/** What was read, as text; the word of an ending in brackets. */
const shown = (reading: Reading): string =>
  reading.kind === 'data' ? reading.bytes.toString('latin1') : `[${reading.kind}]`

const never = (): null => null

const lines = async (conversation: Conversation, count: number): Promise<string[]> => {
  const read: string[] = []
  for (let i = 0; i < count; i += 1) read.push(shown(await conversation.readLine(1_000)))
  return read
}

test('lines are read one by one, however they are cut into packets', async () => {
  const text = 'one\r\ntwo\n\r\nthree\r\n'
  const whole = await converse((socket) => socket.end(text))
  expect(await lines(whole.conversation, 5)).toEqual(['one', 'two', '', 'three', '[closed]'])
  const dripped = await converse((socket) => {
    for (const byte of Buffer.from(text)) socket.write(Buffer.of(byte))
    socket.end()
  })
  expect(await lines(dripped.conversation, 5)).toEqual(['one', 'two', '', 'three', '[closed]'])
})

test('what is sent arrives, and its answer is read', async () => {
  const { conversation } = await converse((socket) => socket.pipe(socket))
  conversation.send('ab')
  conversation.send(Buffer.from('c\n'))
  expect(await conversation.flushed()).toBeNull()
  expect(shown(await conversation.readLine(100))).toBe('abc')
})

test('bytes that come in single packets stay whole and in order', async () => {
  const { conversation } = await converse((socket) => {
    for (let i = 0; i < 3_000; i += 1) socket.write(`${i};`)
    socket.end('!')
  })
  const expected = `${Array.from({ length: 3_000 }, (_, i) => `${i};`).join('')}!`
  const first = await conversation.readUntil((bytes) => (bytes.length > 99 ? 100 : null), 65_536)
  const rest = await conversation.readUntil(
    (bytes) => (bytes.includes('!') ? bytes.length : null),
    65_536,
  )
  expect(shown(first) + shown(rest)).toBe(expected)
})

test('the time of the first byte is known once it has come', async () => {
  const { conversation } = await converse((socket) => socket.pipe(socket))
  expect(conversation.firstByteAtMs()).toBeNull()
  const sentAtMs = performance.now()
  conversation.send('x\n')
  await conversation.readLine(10)
  expect(conversation.firstByteAtMs()).toBeGreaterThanOrEqual(sentAtMs)
})

test('a peer that closes before the match is told, and what it sent can be shown', async () => {
  const { conversation } = await converse((socket) => socket.end('half a line'))
  expect(await conversation.readLine(100)).toEqual({ kind: 'closed' })
  expect(conversation.unread().toString()).toBe('half a line')
  expect(await conversation.readLine(100)).toEqual({ kind: 'closed' })
})

test('a peer that resets is an error', async () => {
  const { conversation } = await converse((socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  )
  conversation.send('x')
  const reading = await conversation.readLine(100)
  expect(reading).toMatchObject({ kind: 'error', error: { code: 'ECONNRESET' } })
})

test('endless bytes without a match end at the size asked for', async () => {
  const { conversation } = await converse((socket) => {
    const more = (): boolean => socket.write(Buffer.alloc(65_536, 'a')) && more()
    socket.on('drain', more)
    more()
  })
  expect(await conversation.readUntil(never, 100_000)).toEqual({ kind: 'tooLong' })
  expect(conversation.unread().length).toBeLessThan(300_000)
})

test('a match beyond the size asked for does not count', async () => {
  const { conversation } = await converse((socket) => socket.end('0123456789\n'))
  expect(await conversation.readLine(5)).toEqual({ kind: 'tooLong' })
})

test('a peer that floods while nobody reads has to wait', async () => {
  const { conversation, socket } = await converse((peer) => peer.write(Buffer.alloc(5_000_000, 97)))
  await once(socket, 'pause')
  expect(conversation.unread().length).toBeLessThan(200_000)
  const all = await conversation.readUntil((bytes) => (bytes.length >= 5_000_000 ? 1 : null), 6e6)
  expect(all.kind).toBe('data')
})

test('the signal ends a wait at once and closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { conversation, limit, socket } = await converse((peer) =>
    peer.on('close', () => closed.resolve()),
  )
  const reading = conversation.readLine(100)
  limit.abort()
  expect(await reading).toEqual({ kind: 'limit' })
  expect(socket.destroyed).toBe(true)
  await closed.promise
})

test('a signal that has struck before leaves nothing open', async () => {
  const port = await serveRaw(() => {})
  const socket = connect(port, '127.0.0.1')
  const conversation = createConversation(socket, AbortSignal.abort())
  expect(await conversation.readLine(100)).toEqual({ kind: 'limit' })
  expect(socket.destroyed).toBe(true)
})

test('a stream that ended before its conversation began is told', async () => {
  const port = await serveRaw((socket) => socket.resetAndDestroy())
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => {
    socket.on('error', () => {})
    socket.once('close', () => resolve())
  })
  const reset = createConversation(socket, new AbortController().signal)
  expect(await reset.readLine(100)).toMatchObject({ kind: 'error', error: { code: 'ECONNRESET' } })
  const closed = connect(port, '127.0.0.1').destroy()
  const gone = createConversation(closed, new AbortController().signal)
  expect(await gone.readLine(100)).toEqual({ kind: 'closed' })
})

test('a peer that never reads does not hold a sender beyond the signal', async () => {
  const { conversation, limit } = await converse((socket) => socket.pause())
  for (let i = 0; i < 200; i += 1) conversation.send(Buffer.alloc(100_000))
  const flushed = conversation.flushed()
  limit.abort()
  expect(await flushed).toEqual({ kind: 'limit' })
})

test('closing ends a wait, may be repeated, and later errors of the stream end nothing', async () => {
  const { conversation, socket } = await converse(() => {})
  const reading = conversation.readLine(100)
  conversation.close()
  conversation.close()
  expect(await reading).toEqual({ kind: 'closed' })
  conversation.send('too late')
  socket.emit('error', new Error('after the end'))
  expect(socket.listenerCount('data')).toBe(0)
})

test('an expensive search is not repeated with every packet', async () => {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const conversation = createConversation(stream, new AbortController().signal)
  onTestFinished(() => conversation.close())
  let searches = 0
  const reading = conversation.readUntil((bytes) => {
    searches += 1
    const untilMs = performance.now() + 2
    while (performance.now() < untilMs);
    return bytes.includes('!') ? bytes.length : null
  }, 65_536)
  for (let i = 0; i < 2_000; i += 1) stream.push('x')
  stream.push('!')
  expect((await reading).kind).toBe('data')
  expect(searches).toBeLessThan(20)
})

test('a search that throws fails the wait only', async () => {
  const { conversation } = await converse((socket) => socket.write('hello\n'))
  const reading = conversation.readUntil(() => {
    throw new Error('a bug')
  }, 100)
  await expect(reading).rejects.toThrow('a bug')
  expect(shown(await conversation.readLine(100))).toBe('hello')
})

test('a stream released in the middle goes on over TLS', async () => {
  const pem = await makeCertificate()
  const { conversation, socket, limit } = await converse((peer) => {
    peer.write('220 hello\r\n')
    peer.once('data', () => {
      peer.write('220 go ahead\r\n', () => {
        const secured = new TLSSocket(peer, { isServer: true, ...pem })
        secured.on('error', () => {})
        secured.pipe(secured)
      })
    })
  })
  await conversation.readLine(100)
  conversation.send('STARTTLS\r\n')
  expect(shown(await conversation.readLine(100))).toBe('220 go ahead')
  expect(conversation.release()).toHaveLength(0)
  const wishes = { verify: false, minVersion: '1.2', sni: null, alpn: [] } as const
  const started = await startTls(socket, { host: 'localhost', port: 1 }, wishes, limit.signal)
  if (!started.ok) throw new Error(started.failure.message)
  const secured = createConversation(started.socket, limit.signal)
  onTestFinished(() => secured.close())
  secured.send('under cover\r\n')
  expect(shown(await secured.readLine(100))).toBe('under cover')
})

test('what came along before TLS is shown when the stream is released', async () => {
  const { conversation } = await converse((peer) => peer.write('220 go ahead\r\n250 injected\r\n'))
  expect(shown(await conversation.readLine(100))).toBe('220 go ahead')
  expect(conversation.release().toString()).toBe('250 injected\r\n')
})

test('nothing is never searched, even when the peer closes', async () => {
  const { conversation } = await converse((socket) => socket.end())
  const searched: number[] = []
  const reading = await conversation.readUntil((received) => {
    searched.push(received.length)
    return 0
  }, 100)
  expect([reading.kind, searched]).toEqual(['closed', []])
})

test('what was searched is not searched again when the conversation ends', async () => {
  const { conversation, limit } = await converse((socket) => socket.write('one'))
  const searched: string[] = []
  const reading = await conversation.readUntil((received) => {
    searched.push(received.toString())
    setImmediate(() => limit.abort())
    return null
  }, 100)
  expect([reading.kind, searched]).toEqual(['limit', ['one']])
})

test('a search may take its time, and what came meanwhile is searched after it', async () => {
  const { conversation } = await converse((socket) => {
    socket.write('one')
    socket.once('data', () => socket.end(' two'))
  })
  const searched: string[] = []
  const reading = await conversation.readUntil(async (received) => {
    searched.push(received.toString())
    if (searched.length === 1) {
      conversation.send('more')
      await expect.poll(() => conversation.unread().toString()).toBe('one two')
    }
    return received.includes('two') ? 7 : null
  }, 100)
  expect(shown(reading)).toBe('one two')
  expect(searched).toEqual(['one', 'one two'])
})

test('a search under way at the limit decides', async () => {
  for (const found of [null, 3]) {
    const { conversation, limit } = await converse((socket) => socket.write('one'))
    const reading = await conversation.readUntil(async () => {
      limit.abort()
      await Promise.resolve()
      return found
    }, 100)
    expect(shown(reading)).toBe(found === null ? '[limit]' : 'one')
  }
})

test('a search that fails is told to whoever waits for it', async () => {
  const { conversation } = await converse((socket) => socket.write('one'))
  const failing = conversation.readUntil(() => Promise.reject(new Error('no search')), 100)
  await expect(failing).rejects.toThrow('no search')
  expect(shown(await conversation.readUntil(() => 3, 100))).toBe('one')
})

test('a peer that floods while a search takes its time has to wait', async () => {
  const { conversation, socket } = await converse((peer) => peer.write(Buffer.alloc(5_000_000, 97)))
  const reading = await conversation.readUntil(async (received) => {
    if (received.length < 1_000) await once(socket, 'pause')
    return null
  }, 1_000)
  expect(reading.kind).toBe('tooLong')
  expect(conversation.unread().length).toBeLessThan(300_000)
})
