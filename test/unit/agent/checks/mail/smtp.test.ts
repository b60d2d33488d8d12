import { createHmac } from 'node:crypto'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'
import { mailChecker } from '../../../../../agent/src/checks/mail.ts'
import { serveRaw } from '../../../../helpers/listen.ts'
import type { MailScript, Replies } from '../../../../helpers/mail-server.ts'
import { serveMail } from '../../../../helpers/mail-server.ts'
import { runChecker, toolsFor } from '../../../../helpers/run-checker.ts'

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

const EHLO = '250-mail.example.org\n250-SIZE 1000000\n250-8BITMIME\n250 AUTH LOGIN PLAIN'
const SMTP: MailScript = {
  greeting: '220 mail.example.org ESMTP',
  replies: {
    EHLO,
    'MAIL FROM': '250 2.1.0 Ok',
    'RCPT TO': '250 2.1.5 Ok',
    RSET: '250 Ok',
    QUIT: { text: '221 Bye', after: 'close' },
  },
}

/** Runs a check against a server that follows the usual script with some replies of its own. */
async function check(
  settings: Record<string, unknown> = {},
  replies: Replies = {},
  script: Partial<MailScript> = {},
) {
  const server = await serveMail({ ...SMTP, ...script, replies: { ...SMTP.replies, ...replies } })
  const outcome = await runChecker(mailChecker, `smtp://127.0.0.1:${server.port}`, settings)
  return { outcome, heard: server.heard }
}

test('a server that greets and tells its capabilities is up', async () => {
  const { outcome, heard } = await check()
  expect(outcome).toMatchObject({
    status: 'up',
    statusCode: 250,
    failure: null,
    ip: '127.0.0.1',
    details: {
      banner: '220 mail.example.org ESMTP',
      capabilities: ['SIZE 1000000', '8BITMIME', 'AUTH LOGIN PLAIN'],
    },
  })
  const { dnsMs, connectMs, tlsMs, firstByteMs } = outcome.timings
  expect(dnsMs).toBeNull()
  expect(tlsMs).toBeNull()
  expect(connectMs).toBeGreaterThanOrEqual(0)
  expect(firstByteMs).toBeGreaterThanOrEqual(0)
  expect(outcome.responseMs).toBeGreaterThan(0)
  expect(heard[0]).toMatch(/^EHLO (?:\[127\.0\.0\.1\]|\S+\.\S+)$/)
})

test('takes leave politely', async () => {
  const { heard } = await check()
  await expect.poll(() => heard.at(-1)).toBe('QUIT')
})

test('a server older than EHLO is asked with HELO', async () => {
  const { outcome, heard } = await check(
    { ehloName: 'probe.example' },
    { EHLO: '500 what?', HELO: '250 hello' },
  )
  expect(outcome).toMatchObject({ status: 'up', statusCode: 250, details: { capabilities: [] } })
  expect(heard.slice(0, 2)).toEqual(['EHLO probe.example', 'HELO probe.example'])
})

test.for([
  ['554 no service here', 554, 'bannerRejected'],
  ['421-busy\n421 come back', 421, 'bannerRejected'],
  ['521 no mail taken', 521, 'bannerRejected'],
  ['200 hi', 200, 'protocolError'],
  ['SSH-2.0-OpenSSH_9.2', null, 'protocolError'],
  ['999 hi', null, 'protocolError'],
  ['220-one\n250 two', null, 'protocolError'],
  ['* OK IMAP4rev1', null, 'protocolError'],
] as const)('the greeting "%s" is down with code %s and cause %s', async ([text, code, cause]) => {
  const { outcome } = await check({}, {}, { greeting: text })
  expect(outcome).toMatchObject({
    status: 'down',
    statusCode: code,
    failure: { source: 'target', phase: 'banner', cause },
  })
})

test('a visitor who is turned away after EHLO or HELO is told', async () => {
  const [ehlo, helo] = await Promise.all([
    check({}, { EHLO: '550 your address is on a list' }),
    check({}, { EHLO: '502 unknown', HELO: '550 your address is on a list' }),
  ])
  for (const { outcome } of [ehlo, helo]) {
    expect(outcome).toMatchObject({
      status: 'down',
      statusCode: 550,
      failure: { phase: 'banner', cause: 'bannerRejected' },
      details: { reply: '550 your address is on a list' },
    })
  }
})

test.for([
  ['^220 mail\\.example\\.org', 'up'],
  ['ESMTP$', 'up'],
  ['Postfix', 'down'],
] as const)('a greeting is matched with %s: %s', async ([expectBannerRegex, status]) => {
  const { outcome } = await check({ expectBannerRegex })
  expect(outcome.status).toBe(status)
  if (status === 'down') {
    expect(outcome.failure).toMatchObject({ phase: 'banner', cause: 'unexpectedReply' })
  }
})

test.for([
  [['size', 'auth plain', '8BITMIME'], 'up'],
  [['AUTH PLAIN LOGIN'], 'up'],
  [['AUTH PLAIN SCRAM-SHA-256'], 'down'],
  [['SIZE', 'CHUNKING'], 'down'],
] as const)('the capabilities %j are judged %s', async ([expectCapabilities, status]) => {
  const { outcome } = await check({ expectCapabilities })
  expect(outcome.status).toBe(status)
  if (status === 'down') {
    expect(outcome.failure).toMatchObject({ phase: 'banner', cause: 'unexpectedReply' })
    expect(outcome.failure?.message).toContain(expectCapabilities.at(-1))
  }
})

const auth = { username: 'zoë', password: 'geheim-ß"\\ x' }
const plain = base64(`\0${auth.username}\0${auth.password}`)
const challenge = base64('<1.2@mail.example.org>')
const digest = createHmac('md5', auth.password).update('<1.2@mail.example.org>').digest('hex')

test.for([
  ['PLAIN', 'PLAIN LOGIN CRAM-MD5', { [`AUTH PLAIN ${plain}`]: '235 ok' }, 'PLAIN', 'tls'],
  [
    'LOGIN',
    'LOGIN',
    {
      'AUTH LOGIN': '334 VXNlcm5hbWU6',
      [base64(auth.username)]: '334 UGFzc3dvcmQ6',
      [base64(auth.password)]: '235 ok',
    },
    'LOGIN',
    'none',
  ],
  [
    'CRAM-MD5, which comes first in the clear',
    'PLAIN LOGIN CRAM-MD5',
    {
      'AUTH CRAM-MD5': `334 ${challenge}`,
      [base64(`${auth.username} ${digest}`)]: '235 ok',
    },
    'CRAM-MD5',
    'none',
  ],
  [
    'the old way of telling the methods',
    null,
    { EHLO: '250-m\n250 AUTH=PLAIN', [`AUTH PLAIN ${plain}`]: '235 ok' },
    'PLAIN',
    'none',
  ],
] as const)('signs in by %s', async ([, offered, replies, authMechanism, security]) => {
  const { makeCertificate } = await import('../../../../helpers/certificates.ts')
  const isImplicit = security === 'tls'
  const { outcome } = await check(
    { auth, security, tls: { verify: false } },
    { ...(offered === null ? {} : { EHLO: `250-m\n250 AUTH ${offered}` }), ...replies },
    isImplicit ? { isImplicit, tls: await makeCertificate() } : {},
  )
  expect(outcome).toMatchObject({ status: 'up', statusCode: 235, details: { authMechanism } })
})

test('a long password is sent when the server asks for it', async () => {
  const long = { username: 'me', password: 'x'.repeat(1024) }
  const message = base64(`\0me\0${long.password}`)
  const { outcome, heard } = await check(
    { auth: long, security: 'none' },
    { 'AUTH PLAIN': '334 ', [message]: '235 ok' },
  )
  expect(outcome.status).toBe('up')
  expect(heard[1]).toBe('AUTH PLAIN')
})

test.for([
  ['535 5.7.8 no such user', 535],
  ['454 4.7.0 try again', 454],
  ['421 too many', 421],
] as const)('the answer "%s" to a sign-in is down', async ([text, statusCode]) => {
  const { outcome } = await check({ auth, security: 'none' }, { AUTH: text })
  expect(outcome).toMatchObject({
    status: 'down',
    statusCode,
    failure: { source: 'target', phase: 'auth', cause: 'mailAuthFailed' },
    details: { reply: text },
  })
})

test('a server without a sign-in the agent knows refuses it', async () => {
  const { outcome, heard } = await check(
    { auth, security: 'none' },
    { EHLO: '250-m\n250 AUTH GSSAPI' },
  )
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { phase: 'auth', cause: 'mailAuthFailed' },
  })
  expect(heard.some((line) => line.startsWith('AUTH'))).toBe(false)
})

test('a password that the server repeats is shown nowhere', async () => {
  const { outcome } = await check(
    { auth, security: 'none' },
    { AUTH: `500 what is ${plain.toLowerCase()} or ${auth.password} or ${plain.slice(0, 20)}?` },
  )
  const shown = JSON.stringify(outcome).toLowerCase()
  expect(outcome.failure?.cause).toBe('mailAuthFailed')
  expect(shown).toContain('what is *** or *** or ***')
  expect(shown).not.toContain('geheim')
  expect(shown).not.toContain(plain.slice(0, 8).toLowerCase())
})

test('an answer to a challenge that the server repeats is shown nowhere', async () => {
  const answer = base64(`${auth.username} ${digest}`)
  const { outcome } = await check(
    { auth, security: 'none' },
    {
      EHLO: '250-m\n250 AUTH CRAM-MD5',
      'AUTH CRAM-MD5': `334 ${challenge}`,
      [answer]: `535 no match for ${answer} (${digest})`,
    },
  )
  expect(outcome.failure?.message).toContain('no match for *** (***)')
  expect(JSON.stringify(outcome)).not.toContain(digest.slice(0, 8))
})

test('without encryption a password is only sent when the monitor allows it', async () => {
  const { outcome, heard } = await check({ auth })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
  expect(heard).toEqual([])
})

const mailFromTest = { from: 'probe@example.com', to: 'someone@example.org' }

test('asks whether a recipient is taken, and stops before there is a mail', async () => {
  const { outcome, heard } = await check({ mailFromTest })
  expect(outcome).toMatchObject({ status: 'up', statusCode: 250 })
  await expect.poll(() => heard.at(-1)).toBe('QUIT')
  expect(heard.slice(1)).toEqual([
    'MAIL FROM:<probe@example.com>',
    'RCPT TO:<someone@example.org>',
    'RSET',
    'QUIT',
  ])
})

test.for([
  ['RCPT TO', '550 5.1.1 no such user', 'down', 'recipientRejected'],
  ['RCPT TO', '452 4.2.2 mailbox full', 'down', 'recipientRejected'],
  ['RCPT TO', '451 4.3.0 disk broken', 'down', 'recipientRejected'],
  ['RCPT TO', '421 4.3.2 shutting down', 'down', 'recipientRejected'],
  ['MAIL FROM', '553 5.1.8 unknown sender', 'down', 'recipientRejected'],
  ['RCPT TO', '450 4.1.1 undeliverable address', 'down', 'recipientRejected'],
  ['MAIL FROM', '450 4.1.8 sender domain not found', 'down', 'recipientRejected'],
  ['RCPT TO', '450 4.2.1 mailbox disabled', 'down', 'recipientRejected'],
  ['RCPT TO', '451 4.4.1 no connection to the back end', 'down', 'recipientRejected'],
  ['RCPT TO', '450 4.7.25 cannot find your host name', 'down', 'recipientRejected'],
  ['RCPT TO', '451 5.1.1 no such user', 'down', 'recipientRejected'],
  ['RCPT TO', '454 4.7.1 <a@b.example>: Relay access denied', 'down', 'recipientRejected'],
  ['RCPT TO', '450 4.7.1 <m>: Helo command rejected: Host not found', 'down', 'recipientRejected'],
  ['RCPT TO', '450 4.7.1 m: cannot find your reverse hostname', 'down', 'recipientRejected'],
  ['RCPT TO', '451 relaying denied for now', 'down', 'recipientRejected'],
  ['RCPT TO', '450 4.7.1 mail-relay.b.example: try again later', 'degraded', 'greylisted'],
  ['RCPT TO', '454 4.7.1 greylisted', 'degraded', 'greylisted'],
  ['RCPT TO', '450 4.1.1 Greylisted', 'degraded', 'greylisted'],
  ['RCPT TO', '451 come back in a minute', 'degraded', 'greylisted'],
  ['RCPT TO', '450 4.2.0 later', 'degraded', 'greylisted'],
  ['RCPT TO', '451 Greylisted, please try again', 'degraded', 'greylisted'],
  ['RCPT TO', '452 4.7.1 later', 'degraded', 'greylisted'],
  ['MAIL FROM', '450 4.7.1 later', 'degraded', 'greylisted'],
  ['RCPT TO', '354 go on', 'down', 'protocolError'],
] as const)('%s answered with "%s" is %s: %s', async ([command, text, status, cause]) => {
  const { outcome } = await check({ mailFromTest }, { [command]: text })
  expect(outcome).toMatchObject({
    status,
    statusCode: Number(text.slice(0, 3)),
    failure: { source: 'target', phase: 'rcpt', cause },
    details: { reply: text },
  })
  expect(outcome.responseMs).toBeGreaterThan(0)
})

test('addresses beyond ASCII go to servers that take them', async () => {
  const addresses = { from: 'probe@example.com', to: 'zoë@exämple.org' }
  const offers = { EHLO: '250-m\n250 SMTPUTF8' }
  const [without, taken] = await Promise.all([
    check({ mailFromTest: addresses }),
    check({ mailFromTest: addresses }, offers),
  ])
  expect(without.outcome.failure).toMatchObject({ phase: 'rcpt', cause: 'recipientRejected' })
  expect(taken.outcome.status).toBe('up')
  expect(taken.heard.slice(1, 3)).toEqual([
    'MAIL FROM:<probe@example.com> SMTPUTF8',
    'RCPT TO:<zoë@xn--exmple-cua.org>',
  ])
  const domainOnly = { from: 'probe@exämple.com', to: 'me@example.org' }
  const { heard } = await check({ mailFromTest: domainOnly })
  expect(heard[1]).toBe('MAIL FROM:<probe@xn--exmple-cua.com>')
})

/** What the settings' own rules would refuse. */
const broken: readonly Partial<SettingsOf<'mail'>>[] = [
  { ehloName: 'a\r\nRCPT TO:<x@y>' },
  { ehloName: 'a b' },
  { ehloName: '' },
  { auth: { username: 'a\r\nb', password: 'c' }, security: 'none' },
  { auth: { username: 'a', password: 'c\0d' }, security: 'none' },
  { mailFromTest: { from: 'a\0b@example.com', to: 'c@example.com' } },
  { expectBannerRegex: '(' },
]

test.for(broken)('settings that would break a command are not sent: %j', async (settings) => {
  const server = await serveMail(SMTP)
  const spec = {
    type: 'mail',
    url: `smtp://127.0.0.1:${server.port}`,
    timeoutMs: 3_000,
    settings: { ...TYPE_DESCRIPTIONS.mail.settings.parse({}), ...settings },
  } as const
  const context = { ...toolsFor(), signal: new AbortController().signal }
  expect(await mailChecker.run(spec, context)).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
  expect(server.heard).toEqual([])
})

test('a right answer that takes longer than allowed is degraded', async () => {
  const port = await serveRaw((socket) => {
    setTimeout(() => socket.write('220 m\r\n'), 60)
    socket.on('data', () => socket.write('250 m\r\n'))
  })
  const outcome = await runChecker(mailChecker, `smtp://127.0.0.1:${port}`, { maxResponseMs: 20 })
  expect(outcome).toMatchObject({
    status: 'degraded',
    statusCode: 250,
    // On a busy machine another phase may take longer than the server.
    failure: { source: 'target', cause: expect.stringMatching(/^slow/) },
  })
})
