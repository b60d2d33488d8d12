import { expect, test } from 'vitest'
import { mailChecker } from '../../../../../agent/src/checks/mail.ts'
import type { MailScript, Replies } from '../../../../helpers/mail-server.ts'
import { serveMail } from '../../../../helpers/mail-server.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

const IMAP: MailScript = {
  greeting: '* OK [CAPABILITY IMAP4rev1] ready',
  replies: {
    'a1 CAPABILITY': '* CAPABILITY IMAP4rev1 IDLE AUTH=PLAIN\na1 OK done',
    'a9 LOGOUT': { text: '* BYE\na9 OK', after: 'close' },
  },
}

async function check(
  settings: Record<string, unknown> = {},
  replies: Replies = {},
  script: Partial<MailScript> = {},
) {
  const server = await serveMail({ ...IMAP, ...script, replies: { ...IMAP.replies, ...replies } })
  const outcome = await runChecker(mailChecker, `imap://127.0.0.1:${server.port}`, settings)
  return { outcome, heard: server.heard }
}

test('a server that greets and tells its capabilities is up, and is left politely', async () => {
  const { outcome, heard } = await check()
  expect(outcome).toMatchObject({
    status: 'up',
    statusCode: null,
    failure: null,
    details: { capabilities: ['IMAP4rev1', 'IDLE', 'AUTH=PLAIN'] },
  })
  expect(outcome.responseMs).toBeGreaterThan(0)
  await expect.poll(() => heard.at(-1)).toBe('a9 LOGOUT')
})

test('responses nobody asked for and literals are read over', async () => {
  const { outcome } = await check(
    { expectCapabilities: ['idle'], expectBannerRegex: 'two lines' },
    { 'a1 CAPABILITY': '* 3 EXISTS\n* OK {5}\nhello!\n* CAPABILITY IDLE\n* 1 RECENT\na1 OK' },
    { greeting: '* OK {6}\nhellos two lines' },
  )
  expect(outcome).toMatchObject({ status: 'up', details: { capabilities: ['IDLE'] } })
})

test.for([
  ['* BYE too busy', 'bannerRejected'],
  ['220 mail.example.org ESMTP', 'protocolError'],
  ['* NO', 'protocolError'],
] as const)('the greeting "%s" is down with cause %s', async ([greeting, cause]) => {
  const { outcome } = await check({}, {}, { greeting })
  expect(outcome).toMatchObject({ status: 'down', failure: { phase: 'banner', cause } })
})

test.for([
  ['* BYE shutting down', 'bannerRejected'],
  ['a1 BAD what?', 'unexpectedReply'],
  ['a7 OK', 'protocolError'],
] as const)('CAPABILITY answered with "%s" is down with cause %s', async ([text, cause]) => {
  const { outcome } = await check({}, { 'a1 CAPABILITY': text })
  expect(outcome).toMatchObject({ status: 'down', failure: { phase: 'banner', cause } })
})

const auth = { username: 'me', password: 'a "b" \\c' }
const strange = { username: 'zoë', password: 'päss wörd' }

test.for([
  [
    'PLAIN',
    'in two turns',
    auth,
    {
      'a4 AUTHENTICATE PLAIN': '+ ',
      [base64(`\0me\0${auth.password}`)]: 'a4 OK',
    },
  ],
  [
    'PLAIN',
    'in one turn',
    strange,
    {
      'a1 CAPABILITY': '* CAPABILITY AUTH=PLAIN SASL-IR\na1 OK',
      [`a4 AUTHENTICATE PLAIN ${base64(`\0zoë\0${strange.password}`)}`]: 'a4 OK',
    },
  ],
  [
    'LOGIN',
    'with quoted strings',
    auth,
    {
      'a1 CAPABILITY': '* CAPABILITY IMAP4rev1\na1 OK',
      'a4 LOGIN "me" "a \\"b\\" \\\\c"': '* CAPABILITY X\na4 OK',
    },
  ],
  [
    'LOGIN',
    'with literals',
    strange,
    {
      'a1 CAPABILITY': '* CAPABILITY IMAP4rev1\na1 OK',
      'a4 LOGIN {4}': '+ go on',
      'zoë {11}': '+ go on',
      'päss wörd': 'a4 OK',
    },
  ],
] as const)('signs in by %s %s', async ([authMechanism, , credentials, replies]) => {
  const { outcome } = await check({ auth: credentials, security: 'none' }, replies)
  expect(outcome).toMatchObject({ status: 'up', details: { authMechanism } })
})

test.for([
  ['a4 NO [AUTHENTICATIONFAILED] wrong', 'mailAuthFailed', 'refuses the sign-in:'],
  ['a4 BAD no', 'mailAuthFailed', 'refuses the sign-in:'],
  ['a4 NO [UNAVAILABLE] try later', 'mailAuthFailed', 'refuses the sign-in for now:'],
  ['* BYE too many tries', 'mailAuthFailed', 'hung up during the sign-in:'],
  ['* BYE [UNAVAILABLE] shutting down', 'protocolError', 'hung up during the sign-in:'],
  ['+ go on', 'protocolError', 'asks for more than the sign-in holds.'],
] as const)(
  'a sign-in answered with "%s" is down with cause %s',
  async ([text, cause, sentence]) => {
    const { outcome } = await check(
      { auth, security: 'none' },
      { 'a1 CAPABILITY': '* CAPABILITY AUTH=PLAIN SASL-IR\na1 OK', 'a4 AUTH': text },
    )
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { phase: 'auth', cause, message: expect.stringContaining(sentence) },
      details: { reply: text.replace('a4 ', '') },
    })
  },
)

test('a quoted password that the server repeats is shown nowhere', async () => {
  const password = 'S3"cret\\Pa55word'
  const sent = '"S3\\"cret\\\\Pa55word"'
  const { outcome } = await check(
    { auth: { username: 'me', password }, security: 'none' },
    { 'a1 CAPABILITY': 'a1 OK', 'a4 LOGIN': `a4 BAD a4 LOGIN "me" ${sent} or ${password}?` },
  )
  expect(outcome.failure?.message).toContain('LOGIN "me" "***" or ***?')
  expect(JSON.stringify(outcome)).not.toMatch(/S3|cret|Pa55/)
})

test('the line that asks for more is the one that is quoted', async () => {
  const { outcome } = await check({}, { 'a1 CAPABILITY': '+ go on' })
  expect(outcome.failure?.message).toContain('"+ go on"')
})

test.for([
  [20, 'up'],
  [21, 'down'],
] as const)('a greeting with %i literals is judged %s', async ([count, status]) => {
  const greeting = `* OK ${'{0}\n'.repeat(count)}`
  expect((await check({}, {}, { greeting })).outcome.status).toBe(status)
})

test('a sign-in that the server has switched off is not tried', async () => {
  const { outcome, heard } = await check(
    { auth, security: 'none' },
    { 'a1 CAPABILITY': '* CAPABILITY IMAP4rev1 LOGINDISABLED\na1 OK' },
  )
  expect(outcome.failure).toMatchObject({ phase: 'auth', cause: 'mailAuthFailed' })
  expect(heard.some((line) => line.includes('me'))).toBe(false)
})

test('a server that takes the agent for signed in can be tested neither for TLS nor for a sign-in', async () => {
  const greeting = '* PREAUTH welcome back'
  const replies = { 'a1 CAPABILITY': '* CAPABILITY STARTTLS\na1 OK' }
  const [open, secure, signIn] = await Promise.all([
    check({}, replies, { greeting }),
    check({ security: 'starttls' }, replies, { greeting }),
    check({ auth, security: 'none' }, replies, { greeting }),
  ])
  expect(open.outcome.status).toBe('up')
  expect(secure.outcome.failure).toMatchObject({ phase: 'starttls', cause: 'starttlsMissing' })
  expect(signIn.outcome.failure).toMatchObject({ phase: 'auth', cause: 'unexpectedReply' })
})

test.for([
  { mailFromTest: { from: 'a@example.com', to: 'b@example.com' } },
  { resolveMx: true },
] as const)('a setting that is for SMTP only is told, not ignored: %j', async (settings) => {
  const { outcome, heard } = await check(settings)
  expect(outcome.failure).toMatchObject({ source: 'agent', cause: 'monitorMisconfigured' })
  expect(heard).toEqual([])
})
