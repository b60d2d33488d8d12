import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { mailChecker } from '../../../../../agent/src/checks/mail.ts'
import { serveRaw } from '../../../../helpers/listen.ts'
import type { MailScript } from '../../../../helpers/mail-server.ts'
import { serveMail } from '../../../../helpers/mail-server.ts'
import { runChecker, toolsFor } from '../../../../helpers/run-checker.ts'

const auth = { username: 'me', password: 'secret' }
const mailFromTest = { from: 'a@example.com', to: 'b@example.com' }
const ALL = { auth, mailFromTest, security: 'none' }

/** What a server answers up to each stage; at the next command it falls silent or hangs up. */
const SMTP = [
  ['EHLO', '250-m\n250 AUTH PLAIN'],
  ['AUTH', '235 ok'],
  ['MAIL FROM', '250 ok'],
  ['RCPT TO', '250 ok'],
] as const

const stages = [
  ['smtp', 'EHLO', ALL, SMTP.slice(0, 0), 'banner'],
  ['smtp', 'AUTH', ALL, SMTP.slice(0, 1), 'auth'],
  ['smtp', 'MAIL FROM', ALL, SMTP.slice(0, 2), 'rcpt'],
  ['smtp', 'RCPT TO', ALL, SMTP.slice(0, 3), 'rcpt'],
  ['smtp', 'STARTTLS', { security: 'starttls' }, [['EHLO', '250-m\n250 STARTTLS']], 'starttls'],
  ['imap', 'a1', {}, [], 'banner'],
  ['imap', 'a4', { auth, security: 'none' }, [['a1', 'a1 OK']], 'auth'],
  ['imap', 'a2', { security: 'starttls' }, [['a1', '* CAPABILITY STARTTLS\na1 OK']], 'starttls'],
  ['pop3', 'CAPA', {}, [], 'banner'],
  ['pop3', 'USER', { auth, security: 'none' }, [['CAPA', '-ERR']], 'auth'],
  ['pop3', 'STLS', { security: 'starttls' }, [['CAPA', '+OK\nSTLS\n.']], 'starttls'],
] as const
const GREETING = { smtp: '220 m', imap: '* OK', pop3: '+OK' } as const

/** Runs a check whose time limit strikes as soon as the server hears a text, whatever the machine's
 *  speed. */
async function checkUntil(
  heard: string,
  url: (port: number) => string,
  settings: Record<string, unknown>,
  script: MailScript,
) {
  const limit = new AbortController()
  const onData = (piece: string): void => {
    if (piece.startsWith(heard)) limit.abort()
  }
  const { port } = await serveMail({ ...script, onData })
  const spec = { type: 'mail', url: url(port), timeoutMs: 3_000 } as const
  const context = { ...toolsFor(), signal: limit.signal }
  return mailChecker.run(
    { ...spec, settings: TYPE_DESCRIPTIONS.mail.settings.parse(settings) },
    context,
  )
}

test.for(stages)('%s: silence after %s ends at the time limit', async (stage) => {
  const [protocol, command, settings, known, phase] = stage
  const script = { greeting: GREETING[protocol], replies: Object.fromEntries(known) }
  const url = (port: number): string => `${protocol}://127.0.0.1:${port}`
  expect(await checkUntil(command, url, settings, script)).toMatchObject({
    status: 'down',
    statusCode: null,
    responseMs: null,
    failure: { source: 'target', phase, cause: 'timeout' },
  })
})

test('silence in the handshake after STARTTLS ends at the time limit', async () => {
  const replies = { EHLO: '250-m\n250 STARTTLS', STARTTLS: '220 go ahead' }
  const script = { greeting: '220 m', replies }
  const url = (port: number): string => `smtp://127.0.0.1:${port}`
  // The first byte of a TLS record that holds a handshake message.
  expect(await checkUntil('\u0016', url, { security: 'starttls' }, script)).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'starttls', cause: 'tlsHandshakeFailed' },
  })
})

test.for(stages)('%s: a server that hangs up at %s is down', async (stage) => {
  const [protocol, command, settings, known, phase] = stage
  const replies = { ...Object.fromEntries(known), [command]: { text: '', after: 'close' } } as const
  const server = await serveMail({ greeting: GREETING[protocol], replies })
  const outcome = await runChecker(mailChecker, `${protocol}://127.0.0.1:${server.port}`, settings)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase, cause: 'protocolError' },
  })
})

test.for(['smtp', 'imap', 'pop3'] as const)(
  '%s: no greeting, or one that never ends, is told at the time limit',
  async (protocol) => {
    const silent = await serveMail({ greeting: null, replies: {} })
    const dripping = await serveRaw((socket) => {
      const timer = setInterval(() => socket.write('2'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const outcomes = await Promise.all(
      [silent.port, dripping].map((port) =>
        runChecker(mailChecker, `${protocol}://127.0.0.1:${port}`, {}, { timeoutMs: 400 }),
      ),
    )
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'down',
        statusCode: null,
        failure: { source: 'target', phase: 'banner', cause: 'bannerTimeout' },
      })
    }
  },
)

/** Sends a piece over and over for as long as the client takes it. */
function pour(socket: Socket, piece: string): void {
  while (!socket.destroyed && socket.write(piece));
  socket.once('drain', () => pour(socket, piece))
}

test.for([
  ['smtp', 'an endless line', '', 'x'.repeat(1_000)],
  ['smtp', 'an endless greeting', '', '220-hello\r\n'.repeat(100)],
  ['smtp', 'an endless list', '220 m\r\n', '250-X\r\n'.repeat(100)],
  ['smtp', 'long lines without end', '', `220-${'x'.repeat(8_000)}\r\n`],
  ['imap', 'an endless line', '', 'x'.repeat(1_000)],
  ['imap', 'endless responses', '* OK\r\n', '* 1 EXISTS\r\n'.repeat(100)],
  ['imap', 'a literal without end', '* OK {9999999999}\r\n', 'x'.repeat(1_000)],
  ['imap', 'endless literals', '* OK {1000}\r\n', `${'x'.repeat(1_000)} {1000}\r\n`],
  ['pop3', 'an endless line', '', 'x'.repeat(1_000)],
  ['pop3', 'an endless list', '+OK\r\n+OK\r\n', 'X\r\n'.repeat(100)],
] as const)('%s: %s is down at once', async ([protocol, , first, piece]) => {
  const port = await serveRaw((socket) => {
    socket.write(first)
    pour(socket, piece)
  })
  const outcome = await runChecker(mailChecker, `${protocol}://127.0.0.1:${port}`)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'banner', cause: 'protocolError' },
  })
  expect(outcome.failure?.message.length).toBeLessThan(500)
})

test('bytes that are no text are shown without harm', async () => {
  const port = await serveRaw((socket) => {
    socket.end(
      Buffer.concat([Buffer.from('554 '), Buffer.from([0, 255, 27, 7, 200]), Buffer.from('\r\n')]),
    )
  })
  const outcome = await runChecker(mailChecker, `smtp://127.0.0.1:${port}`)
  expect(outcome.failure?.cause).toBe('bannerRejected')
  // oxlint-disable-next-line no-control-regex
  expect(JSON.stringify(outcome)).not.toMatch(/\\u00|[\u0000-\u001f]/)
})

test('a server that answers before it is asked is read all the same', async () => {
  const script: MailScript = { greeting: '220 m\n250-m\n250 SIZE', replies: {} }
  const server = await serveMail(script)
  const outcome = await runChecker(mailChecker, `smtp://127.0.0.1:${server.port}`)
  expect(outcome).toMatchObject({ status: 'up', details: { capabilities: ['SIZE'] } })
})

test('a reset and a refused port keep their own causes', async () => {
  const resetting = await serveRaw((socket) => {
    socket.write('220 m\r\n')
    socket.once('data', () => socket.resetAndDestroy())
  })
  const outcome = await runChecker(mailChecker, `smtp://127.0.0.1:${resetting}`)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { phase: 'banner', cause: 'connectionReset' },
  })
  const refused = await runChecker(mailChecker, `smtp://127.0.0.9:${resetting}`)
  expect(refused).toMatchObject({
    status: 'down',
    failure: { phase: 'connect', cause: 'connectionRefused' },
  })
})

test.for([
  ['keeps the connection and drips', 'x'],
  ['never stops talking', 'x\r\n'.repeat(100)],
] as const)('the connection is closed after the check although the server %s', async (row) => {
  const [, piece] = row
  const closed = Promise.withResolvers<true>()
  const port = await serveRaw((socket) => {
    socket.allowHalfOpen = true
    socket.write('+OK\r\n')
    socket.once('data', () => {
      socket.write('-ERR\r\n')
      // Writing is how the other side learns that nobody is there any more.
      const timer = setInterval(() => socket.write(piece), 5)
      socket.on('close', () => {
        clearInterval(timer)
        closed.resolve(true)
      })
    })
  })
  const outcome = await runChecker(mailChecker, `pop3://127.0.0.1:${port}`)
  expect(outcome.status).toBe('up')
  expect(await closed.promise).toBe(true)
})
