import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'
import { tcpChecker } from '../../../../agent/src/checks/tcp.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { VERY_SLOW, manyStates, mixed } from '../../../helpers/hard-patterns.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker, toolsFor } from '../../../helpers/run-checker.ts'

const SHORT = { timeoutMs: 250 }

const check = (
  port: number,
  settings: Record<string, unknown> = {},
  options: CheckerOptions = {},
) => runChecker(tcpChecker, `tcp://127.0.0.1:${port}`, settings, options)

/** What a check of a server that does as told and expects as told ends with. */
const converse = async (
  served: (socket: Socket) => void,
  steps: Record<string, string>[],
  options: CheckerOptions = {},
) => check(await serveRaw(served), { steps }, options)

/** A server that answers each line with the reply the test names. */
const answering = (replies: Record<string, string>) => (socket: Socket) => {
  socket.write('220 ready\r\n')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    const lines = text.split('\r\n')
    text = lines.pop() ?? ''
    for (const line of lines) socket.write(replies[line] ?? '500 what?\r\n')
  })
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

test('a port that takes connections is up, whatever happens afterwards', async () => {
  const silent = await check(await serveRaw(() => {}))
  expect(silent).toMatchObject({ status: 'up', failure: null, ip: '127.0.0.1', details: null })
  expect(silent.responseMs).toBeGreaterThan(0)
  const { connectMs, dnsMs, tlsMs, firstByteMs } = silent.timings
  expect(connectMs).toBeGreaterThanOrEqual(0)
  expect([dnsMs, tlsMs, firstByteMs]).toEqual([null, null, null])
  const closing = await check(await serveRaw((socket) => socket.destroy()))
  expect(closing.status).toBe('up')
})

test('the connection is closed once the check has ended', async () => {
  const closed = Promise.withResolvers<void>()
  const port = await serveRaw((socket) => socket.on('close', () => closed.resolve()).resume())
  await check(port)
  await expect(closed.promise).resolves.toBeUndefined()
})

test('a closed port is down', async () => {
  expect(await check(await closedPort())).toMatchObject({
    status: 'down',
    responseMs: null,
    failure: { source: 'target', phase: 'connect', cause: 'connectionRefused' },
  })
})

test('the port may come from the settings, and without one nothing is tried', async () => {
  const port = await serveRaw(() => {})
  const named = await runChecker(tcpChecker, 'tcp://127.0.0.1', { port })
  expect(named.status).toBe('up')
  const unnamed = await runChecker(tcpChecker, 'tcp://127.0.0.1')
  expect(unnamed).toMatchObject({ status: 'unknown', failure: { cause: 'monitorMisconfigured' } })
})

test('a target that may not be reached is never connected to', async () => {
  let connections = 0
  const port = await serveRaw(() => {
    connections += 1
  })
  const outcome = await check(port, {}, { open: [] })
  expect(outcome).toMatchObject({ status: 'unknown', failure: { cause: 'monitorMisconfigured' } })
  expect(connections).toBe(0)
})

test('a name is resolved with the time it took', async () => {
  const port = await serveRaw(() => {})
  const servers = [await startNameServer({ 'host.test': { a: ['127.0.0.1'] } })]
  const found = await runChecker(tcpChecker, `tcp://host.test:${port}`, {}, { servers })
  expect(found).toMatchObject({ status: 'up', ip: '127.0.0.1' })
  expect(found.timings.dnsMs).toBeGreaterThan(0)
  const missing = await runChecker(tcpChecker, `tcp://gone.test:${port}`, {}, { servers })
  expect(missing.failure).toMatchObject({ phase: 'dns', cause: 'dnsNxdomain' })
})

test.for([{ expect: '220' }, { expectRegex: '^2\\d\\d ready' }, { expectHex: '3232302072' }])(
  'a greeting is as expected: %o',
  async (step) => {
    const outcome = await converse((socket) => socket.write('220 ready\r\n'), [step])
    expect(outcome).toMatchObject({ status: 'up', details: null })
  },
)

test.for([
  ['no text', Buffer.from('300c02010161070a0131', 'hex'), 'the bytes 300c02010161070a0131'],
  ['long', Buffer.alloc(300, 1), `the bytes ${'01'.repeat(50)}…`],
  ['text', Buffer.from('-ERR unknown\r\n'), '"-ERR unknown "'],
  ['text cut within a letter', Buffer.from('x'.repeat(99) + 'é'), `"${'x'.repeat(99)}é"`],
] as const)('bytes that are expected are told from a reply that is %s', async ([, reply, told]) => {
  const steps = [{ expectHex: '0a0100' }]
  const outcome = await converse((socket) => socket.end(reply), steps)
  expect(outcome.failure?.message).toContain(
    ` sent ${told} and closed the connection where the byte sequence 0a0100 was expected.`,
  )
  const received = String(outcome.details?.['received'])
  const plain = told.replace(/^the bytes |"|…$/g, '')
  expect(received.startsWith(plain)).toBe(true)
  expect(received.length).toBeLessThanOrEqual(201)
})

test('steps are played in order, text and bytes', async () => {
  const outcome = await converse(answering({ HELO: '250 hello\r\n', PING: '+PONG\r\n' }), [
    { expect: '220' },
    { send: 'HELO\r\n', expectRegex: '(?s)^.*250 [a-z]+' },
    { sendHex: '50494e470d0a', expectHex: '2b504f4e47' },
    { send: 'QUIT\r\n' },
  ])
  expect(outcome.status).toBe('up')
  expect(outcome.timings.firstByteMs).toBeGreaterThanOrEqual(0)
  expect(outcome.timings.downloadMs).toBeGreaterThanOrEqual(0)
})

test('each step looks at what came since the last match, however it was cut', async () => {
  const steps = [{ expectRegex: 'a+;' }, { expect: 'b' }, { expectRegex: 'c.e' }]
  const whole = await converse((socket) => socket.write('aaa;b;cde'), steps)
  expect(whole.status).toBe('up')
  const cut = await converse((socket) => {
    for (const byte of 'aaa;b;cde') socket.write(byte)
  }, steps)
  expect(cut.status).toBe('up')
  const single = await converse((socket) => socket.end('a;'), [{ expect: 'a' }, { expect: 'a' }])
  expect(single.failure).toMatchObject({ cause: 'unexpectedReply' })
})

test('the last thing sent arrives although nothing is expected for it', async () => {
  const received = Promise.withResolvers<string>()
  const outcome = await converse(
    (socket) => {
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      socket.on('end', () => received.resolve(text))
    },
    [{ send: 'good' }, { send: 'bye\r\n' }],
  )
  expect(outcome.status).toBe('up')
  expect(await received.promise).toBe('goodbye\r\n')
})

const other = (socket: Socket): unknown => socket.write('500 broken\u0000\u001b[2J\r\n')

test.for([
  ['closes at once', (socket: Socket) => socket.end(), 'firstByte', 'protocolError'],
  [
    'closes after something else',
    (socket: Socket) => socket.end('500 no'),
    'content',
    'unexpectedReply',
  ],
  ['resets', (socket: Socket) => socket.resetAndDestroy(), 'firstByte', 'connectionReset'],
] as const)('a peer that %s before the match is down', async ([, served, phase, cause]) => {
  // What the server does waits for the check's first bytes: a reset on connecting would race it.
  const outcome = await converse(
    (socket) => socket.once('data', () => served(socket)),
    [{ send: 'x', expect: '220' }],
  )
  expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target', phase, cause } })
})

test('silence until the limit is a timeout, another reply an unexpected one', async () => {
  const silent = await converse(() => {}, [{ expect: '220' }], SHORT)
  expect(silent.failure).toEqual({
    source: 'target',
    phase: 'firstByte',
    cause: 'timeout',
    message: expect.stringMatching(
      /sent nothing within the time limit where "220" was expected\.$/,
    ),
  })
  expect(silent.details).toBeNull()
  const later = await converse(
    (socket) => socket.write('220'),
    [{ expect: '220' }, { send: 'x', expect: '250' }],
    SHORT,
  )
  expect(later.failure).toMatchObject({ phase: 'content', cause: 'timeout' })
  const wrong = await converse(other, [{ expect: '220' }], SHORT)
  expect(wrong).toMatchObject({
    status: 'down',
    responseMs: null,
    failure: {
      phase: 'content',
      cause: 'unexpectedReply',
      message: expect.stringContaining('sent "500 broken [2J " within the time limit where "220"'),
    },
    details: { received: '500 broken [2J ' },
  })
})

test.for(['.*', '^$', '(OK)?', 'OK|', '^\\s*$'])(
  'nothing is no reply, even where %s would match it',
  async (expectRegex) => {
    const step = { send: 'PING\r\n', expectRegex }
    const silent = await converse(() => {}, [step], SHORT)
    expect(silent.failure).toMatchObject({ source: 'target', phase: 'firstByte', cause: 'timeout' })
    const closing = await converse((socket) => socket.resume().end(), [step])
    expect(closing.failure).toMatchObject({ phase: 'firstByte', cause: 'protocolError' })
    const later = await converse((socket) => socket.write('+'), [{ expect: '+' }, step], SHORT)
    expect(later.failure).toMatchObject({ phase: 'content', cause: 'timeout' })
  },
)

test('an expression that could not be searched in time says nothing about the target', async () => {
  const outcome = await converse(
    (socket) => socket.write(mixed(60_000)),
    [{ expectRegex: VERY_SLOW }],
    {
      timeoutMs: 500,
    },
  )
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: {
      source: 'agent',
      phase: 'content',
      cause: 'agentFault',
      message: 'The agent could not search the answer within the time limit.',
    },
  })
})

test('an expression with many states is searched elsewhere, and its match is told to the byte', async () => {
  const text = `${mixed(3_000)}a${mixed(100)}c;`
  const outcome = await converse(
    (socket) => socket.write(text),
    [{ expectRegex: manyStates(100) }, { expectRegex: '^;$' }],
  )
  expect(outcome.status).toBe('up')
})

test('endless data without a match ends at 64 KiB', async () => {
  const outcome = await converse(
    (socket) => {
      const more = (): boolean => socket.write('a'.repeat(65_536)) && more()
      socket.on('drain', more)
      more()
    },
    [{ expect: 'b' }],
  )
  expect(outcome.failure).toMatchObject({ cause: 'unexpectedReply', phase: 'content' })
  expect(outcome.failure?.message).toContain('more than 64 KiB')
  expect(String(outcome.details?.['received']).length).toBeLessThanOrEqual(201)
})

test('a peer that drips against a catastrophic expression ends at the limit', async () => {
  const outcome = await converse(
    (socket) => {
      const timer = setInterval(() => socket.write('a'.repeat(100)), 1)
      socket.on('close', () => clearInterval(timer))
    },
    [{ expectRegex: '^(([a-z])+.)+[A-Z]([a-z])+$' }],
    SHORT,
  )
  expect(outcome.failure).toMatchObject({ cause: 'unexpectedReply' })
})

test('a peer that never reads does not hold the check beyond its limit', async () => {
  const steps = Array.from({ length: 20 }, () => ({ send: 'x'.repeat(8_192) }))
  const outcome = await converse((socket) => socket.pause(), [...steps.slice(1), { expect: 'y' }], {
    timeoutMs: 300,
  })
  expect(outcome.failure).toMatchObject({ cause: 'timeout' })
})

test('an expression that cannot be compiled is the monitor at fault', async () => {
  // An older controller may have let it through.
  const settings = TYPE_DESCRIPTIONS.tcp.settings.parse({
    steps: [{ expect: 'a' }, { expectRegex: 'a' }],
  })
  const steps = settings.steps.map((step) => ({
    ...step,
    ...(step.expectRegex === undefined ? {} : { expectRegex: '(?=a)' }),
  }))
  const outcome = await tcpChecker.run(
    { type: 'tcp', url: 'tcp://127.0.0.1:1', timeoutMs: 3_000, settings: { ...settings, steps } },
    { ...toolsFor(), signal: new AbortController().signal },
  )
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
  expect(outcome.failure?.message).toMatch(/^The expectRegex of step 2 is no usable expression: /)
})

test('a slow answer is degraded', async () => {
  const outcome = await check(await serveRaw((socket) => setTimeout(() => socket.write('x'), 30)), {
    steps: [{ expect: 'x' }],
    maxResponseMs: 5,
  })
  expect(outcome).toMatchObject({ status: 'degraded', failure: { cause: 'slowServer' } })
})

async function serveSecure(
  options: Parameters<typeof makeCertificate>[0] & { maxVersion?: 'TLSv1.1' | 'TLSv1.2' } = {},
): Promise<number> {
  const { maxVersion, ...certificate } = options
  const pem = await makeCertificate(certificate)
  const limits = maxVersion === undefined ? {} : { maxVersion }
  return listen(createSecureServer({ ...pem, ...limits }, (socket) => socket.pipe(socket)))
}

test('steps are played over TLS, and its facts are told', async () => {
  const outcome = await check(await serveSecure(), {
    tls: { enabled: true, verify: false },
    steps: [{ send: 'hello', expect: 'hello' }],
  })
  expect(outcome).toMatchObject({
    status: 'up',
    details: { tls: { issuer: 'localhost', protocol: 'TLSv1.3' } },
  })
  expect(outcome.timings.tlsMs).toBeGreaterThan(0)
})

test('a certificate that is not accepted is down, one about to expire degraded', async () => {
  const untrusted = await check(await serveSecure(), { tls: { enabled: true } })
  expect(untrusted).toMatchObject({
    status: 'down',
    failure: { phase: 'tls', cause: 'certUntrusted' },
    details: { tls: { issuer: 'localhost' } },
  })
  const tls = { enabled: true, verify: false, minDaysLeft: 20 }
  const expiring = await check(await serveSecure({ toDays: 10 }), { tls })
  expect(expiring).toMatchObject({ status: 'degraded', failure: { cause: 'certExpired' } })
})

test('the name asked for in TLS can be chosen', async () => {
  let asked = ''
  const pem = await makeCertificate({ names: ['other.example'] })
  const port = await listen(
    createSecureServer({
      ...pem,
      SNICallback(name, done) {
        asked = name
        done(null)
      },
    }),
  )
  const tls = { enabled: true, verify: false, sni: 'other.example' }
  expect((await check(port, { tls })).status).toBe('up')
  expect(asked).toBe('other.example')
})

test.for([
  ['does not speak TLS', (socket: Socket) => socket.end('SSH-2.0-x\r\n')],
  ['stalls in the handshake', () => {}],
] as const)('a port that %s fails in its handshake', async ([, served]) => {
  const outcome = await check(await serveRaw(served), { tls: { enabled: true } }, SHORT)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { phase: 'tls', cause: 'tlsHandshakeFailed' },
  })
})

test.for([
  [
    'falls silent',
    () => {},
    'timeout',
    /^[^"]* sent nothing more within the time limit where "b" was/,
  ],
  [
    'hangs up',
    (socket: Socket) => socket.end(),
    'protocolError',
    /^[^"]* closed the connection and sent nothing more where "b" was/,
  ],
  [
    'says something else',
    (socket: Socket) => socket.write('c\r\n'),
    'unexpectedReply',
    /sent "\s*c\s*" within the time limit/,
  ],
] as const)('a server that %s after its first reply is told so', async ([, act, cause, words]) => {
  const port = await serveRaw((socket) => {
    socket.on('error', () => {})
    // The end of a line is left behind what was expected of it.
    socket.write('a\r\n')
    socket.once('data', () => act(socket))
  })
  const steps = [{ expect: 'a' }, { send: 'x', expect: 'b' }]
  const url = `tcp://127.0.0.1:${port}`
  const { failure } = await runChecker(tcpChecker, url, { steps }, { timeoutMs: 300 })
  expect(failure).toMatchObject({ source: 'target', phase: 'content', cause })
  expect(failure?.message).toMatch(words)
})
