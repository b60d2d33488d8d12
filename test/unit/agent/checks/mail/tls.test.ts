import { expect, test } from 'vitest'
import { mailChecker } from '../../../../../agent/src/checks/mail.ts'
import { makeCertificate } from '../../../../helpers/certificates.ts'
import type { MailScript, Replies } from '../../../../helpers/mail-server.ts'
import { serveMail } from '../../../../helpers/mail-server.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

type Protocol = 'smtp' | 'imap' | 'pop3'

/** Servers that offer TLS, and what they say differently once it is there. */
const OFFERING: Readonly<Record<Protocol, MailScript>> = {
  smtp: {
    greeting: '220 mail.example.org ESMTP',
    replies: {
      EHLO: '250-mail.example.org\n250-FAKE\n250 STARTTLS',
      STARTTLS: { text: '220 go ahead', after: 'tls' },
    },
    repliesOverTls: { EHLO: '250-mail.example.org\n250 SIZE' },
  },
  imap: {
    greeting: '* OK ready',
    replies: {
      'a1 CAPABILITY': '* CAPABILITY FAKE STARTTLS\na1 OK',
      'a2 STARTTLS': { text: 'a2 OK begin', after: 'tls' },
    },
    repliesOverTls: { 'a3 CAPABILITY': '* CAPABILITY SIZE\na3 OK' },
  },
  pop3: {
    greeting: '+OK ready',
    replies: { CAPA: '+OK\nFAKE\nSTLS\n.', STLS: { text: '+OK begin', after: 'tls' } },
    repliesOverTls: { CAPA: '+OK\nSIZE\n.' },
  },
}
const COMMAND = { smtp: 'STARTTLS', imap: 'a2 STARTTLS', pop3: 'STLS' } as const
const PROTOCOLS = ['smtp', 'imap', 'pop3'] as const

async function check(
  protocol: Protocol,
  settings: Record<string, unknown>,
  script: Partial<MailScript> & { own?: Replies } = {},
) {
  const usual = OFFERING[protocol]
  const { own = {}, ...others } = script
  const replies = { ...usual.replies, ...own }
  const server = await serveMail({ ...usual, tls: await makeCertificate(), ...others, replies })
  const url = `${protocol}://localhost:${server.port}`
  const outcome = await runChecker(mailChecker, url, settings)
  return { outcome, heard: server.heard }
}

const starttls = { security: 'starttls', tls: { verify: false } }

test.for(PROTOCOLS)('%s goes over to TLS and asks for the capabilities again', async (protocol) => {
  const { outcome, heard } = await check(protocol, {
    ...starttls,
    expectCapabilities: ['SIZE'],
  })
  expect(outcome).toMatchObject({
    status: 'up',
    details: { capabilities: ['SIZE'], tls: { subject: 'localhost', protocol: 'TLSv1.3' } },
  })
  expect(outcome.timings.tlsMs).toBeGreaterThan(0)
  await expect.poll(() => heard.at(-1)).toMatch(/QUIT|LOGOUT/)
})

test.for(PROTOCOLS)('%s over implicit TLS is up', async (protocol) => {
  const usual = OFFERING[protocol]
  const replies = { ...usual.replies, ...usual.repliesOverTls, 'a1 CAPABILITY': 'a1 OK' }
  const { outcome } = await check(
    protocol,
    { security: 'tls', tls: { verify: false } },
    { isImplicit: true, own: replies },
  )
  expect(outcome).toMatchObject({ status: 'up', details: { tls: { subject: 'localhost' } } })
  expect(outcome.timings.tlsMs).toBeGreaterThan(0)
})

test.for([
  ['smtp', { EHLO: '250-m\n250 SIZE' }],
  ['smtp', { EHLO: '500 what?', HELO: '250 m' }],
  ['smtp', { STARTTLS: '454 not now' }],
  ['imap', { 'a1 CAPABILITY': '* CAPABILITY IMAP4rev1\na1 OK' }],
  ['imap', { 'a2 STARTTLS': 'a2 NO not now' }],
  ['pop3', { CAPA: '+OK\nUSER\n.' }],
  ['pop3', { STLS: '-ERR not now' }],
] as const)('%s without TLS, offered or given, is down: %j', async ([protocol, own]) => {
  const auth = { username: 'me', password: 'secret' }
  const { outcome, heard } = await check(protocol, { ...starttls, auth }, { own })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'starttls', cause: 'starttlsMissing' },
  })
  expect(heard.some((line) => /AUTH|LOGIN|PASS|USER/.test(line))).toBe(false)
})

test.for(PROTOCOLS)('%s: text slipped in before the handshake is down', async (protocol) => {
  const reaction = OFFERING[protocol].replies[COMMAND[protocol]]
  const text = typeof reaction === 'object' ? reaction.text : ''
  const own = { [COMMAND[protocol]]: `${text}\n250 SLIPPED IN` }
  const { outcome } = await check(protocol, starttls, { own })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'starttls', cause: 'protocolError' },
  })
})

test.for([
  ['has expired', { fromDays: -30, toDays: -1 }, 'certExpired'],
  ['is signed by itself', {}, 'certUntrusted'],
  ['comes without its issuer', { issuer: 'leaf' }, 'certChainIncomplete'],
] as const)('a certificate that %s is down before and after STARTTLS', async (row) => {
  const [, options, cause] = row
  const tls = await makeCertificate(options)
  const [implicit, upgraded] = await Promise.all([
    check('smtp', { security: 'tls' }, { isImplicit: true, tls }),
    check('smtp', { security: 'starttls' }, { tls }),
  ])
  const details = { tls: { subject: 'localhost' } }
  const down = { status: 'down', statusCode: null, details }
  expect(implicit.outcome).toMatchObject({ ...down, failure: { phase: 'tls', cause } })
  expect(upgraded.outcome).toMatchObject({ ...down, failure: { phase: 'starttls', cause } })
})

test('a certificate that expires soon is degraded when its owner asked', async () => {
  const tls = await makeCertificate({ toDays: 10 })
  const settings = { security: 'starttls', tls: { verify: false, minDaysLeft: 14 } }
  const { outcome } = await check('smtp', settings, { tls })
  expect(outcome).toMatchObject({
    status: 'degraded',
    failure: { phase: 'starttls', cause: 'certExpired' },
  })
})

test('an old version of TLS, and garbage instead of it, are told apart', async () => {
  const pem = await makeCertificate()
  const old = { ...pem, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const
  const [tooOld, garbage] = await Promise.all([
    check('smtp', starttls, { tls: { ...old, ciphers: 'DEFAULT@SECLEVEL=0' } }),
    check('smtp', starttls, { own: { STARTTLS: '220 go ahead', '\u0016': '500 what?' } }),
  ])
  for (const { outcome } of [tooOld, garbage]) {
    expect(outcome).toMatchObject({ status: 'down', failure: { phase: 'starttls' } })
  }
  expect(tooOld.outcome.failure?.cause).toBe('tlsProtocolTooOld')
  expect(garbage.outcome.failure?.cause).toBe('tlsHandshakeFailed')
})

test('a server that speaks in the clear where TLS is expected is down', async () => {
  const { outcome } = await check('smtp', { security: 'tls' })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { phase: 'tls', cause: 'tlsHandshakeFailed' },
  })
})

test.for([
  ['smtp', {}],
  ['imap', { 'a1 CAPABILITY': '* CAPABILITY FAKE STARTTLS LOGINDISABLED\na1 OK' }],
  ['pop3', {}],
] as const)('%s that takes sign-ins only over TLS says so', async ([protocol, own]) => {
  const auth = { username: 'u', password: 'p' }
  const { outcome } = await check(protocol, { security: 'none', auth }, { own })
  expect(outcome.failure).toMatchObject({ phase: 'auth', cause: 'mailAuthFailed' })
  expect(outcome.failure?.message).toMatch(
    / offers no sign-in without TLS: set security to "starttls"\.$/,
  )
  const without = protocol === 'imap' ? 'a1 CAPABILITY' : protocol === 'smtp' ? 'EHLO' : 'CAPA'
  const reply = {
    smtp: '250 mail.example.org',
    imap: '* CAPABILITY LOGINDISABLED\na1 OK',
    pop3: '+OK\nFAKE\n.',
  }[protocol]
  const none = await check(protocol, { security: 'none', auth }, { own: { [without]: reply } })
  expect(none.outcome.failure?.message).toMatch(/ offers no sign-in that this agent knows/)
})
