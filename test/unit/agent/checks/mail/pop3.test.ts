import { expect, test } from 'vitest'
import { mailChecker } from '../../../../../agent/src/checks/mail.ts'
import type { MailScript, Replies } from '../../../../helpers/mail-server.ts'
import { serveMail } from '../../../../helpers/mail-server.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

const POP3: MailScript = {
  greeting: '+OK ready',
  replies: { CAPA: '+OK\nTOP\nUSER\n.', QUIT: { text: '+OK', after: 'close' } },
}

async function check(
  settings: Record<string, unknown> = {},
  replies: Replies = {},
  script: Partial<MailScript> = {},
) {
  const server = await serveMail({ ...POP3, ...script, replies: { ...POP3.replies, ...replies } })
  const outcome = await runChecker(mailChecker, `pop3://127.0.0.1:${server.port}`, settings)
  return { outcome, heard: server.heard }
}

test('a server that greets is up, and is left politely', async () => {
  const { outcome, heard } = await check({ expectCapabilities: ['top'] })
  expect(outcome).toMatchObject({
    status: 'up',
    statusCode: null,
    details: { banner: '+OK ready', capabilities: ['TOP', 'USER'] },
  })
  await expect.poll(() => heard.at(-1)).toBe('QUIT')
})

test('a server older than capabilities is up', async () => {
  const { outcome } = await check({}, { CAPA: '-ERR unknown command' })
  expect(outcome).toMatchObject({ status: 'up', details: { capabilities: [] } })
})

test.for([
  ['-ERR [SYS/TEMP] busy', 'bannerRejected'],
  ['+OKAY', 'protocolError'],
  ['220 mail', 'protocolError'],
] as const)('the greeting "%s" is down with cause %s', async ([greeting, cause]) => {
  const { outcome } = await check({}, {}, { greeting })
  expect(outcome).toMatchObject({ status: 'down', failure: { phase: 'banner', cause } })
})

const auth = { username: 'zoë', password: 'two words ß' }
const plain = base64(`\0zoë\0${auth.password}`)

test.for([
  ['USER', { 'USER zoë': '+OK', 'PASS two words ß': '+OK' }, auth],
  ['USER', { CAPA: '-ERR', 'USER zoë': '+OK', 'PASS two words ß': '+OK' }, auth],
  ['PLAIN', { CAPA: '+OK\nSASL LOGIN PLAIN\n.', [`AUTH PLAIN ${plain}`]: '+OK' }, auth],
  [
    'PLAIN',
    {
      CAPA: '+OK\nSASL PLAIN\n.',
      'AUTH PLAIN': '+ ',
      [base64(`\0me\0${'x'.repeat(300)}`)]: '+OK',
    },
    { username: 'me', password: 'x'.repeat(300) },
  ],
] as const)('signs in by %s: %j', async ([authMechanism, replies, credentials]) => {
  const { outcome } = await check({ auth: credentials, security: 'none' }, replies)
  expect(outcome).toMatchObject({ status: 'up', details: { authMechanism } })
})

test.for([
  [{ USER: '-ERR no' }, 'mailAuthFailed'],
  [{ USER: '+OK', PASS: '-ERR [AUTH] wrong' }, 'mailAuthFailed'],
  [{ CAPA: '+OK\nTOP\n.' }, 'mailAuthFailed'],
  [{ USER: '+ ' }, 'protocolError'],
  [{ USER: 'hello' }, 'protocolError'],
] as const)('a sign-in that meets %j is down with cause %s', async ([replies, cause]) => {
  const { outcome } = await check({ auth, security: 'none' }, replies)
  expect(outcome).toMatchObject({ status: 'down', failure: { phase: 'auth', cause } })
})

test('a password that the server repeats is shown nowhere', async () => {
  const { outcome } = await check(
    { auth: { ...auth, password: 'two words' }, security: 'none' },
    { USER: '+OK', PASS: '-ERR unknown: PASS TWO WORDS' },
  )
  expect(outcome.details?.['reply']).toBe('-ERR unknown: PASS ***')
  expect(JSON.stringify(outcome).toLowerCase()).not.toContain('two words')
})
