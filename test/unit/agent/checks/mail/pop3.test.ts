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

// RFC 2449, section 8.1.2: the sign-in was good, and another client reads the mailbox.
test.for(['PASS two words ß', 'AUTH PLAIN'])(
  'a mailbox in use was signed in to: %s',
  async (step) => {
    const [first] = step.split(' ')
    const server = await serveMail({
      ...POP3,
      replies: {
        ...POP3.replies,
        CAPA: first === 'AUTH' ? '+OK\nSASL PLAIN\n.' : '+OK\nUSER\n.',
        'USER zoë': '+OK',
        [`AUTH PLAIN ${base64(`\0zoë\0${auth.password}`)}`]:
          '-ERR [IN-USE] locked by another session',
        'PASS two words ß': '-ERR [in-use] locked by another session',
      },
    })
    const url = `pop3://127.0.0.1:${server.port}`
    const outcome = await runChecker(mailChecker, url, { auth, security: 'none' })
    expect(outcome).toMatchObject({ status: 'up', details: { authMechanism: expect.anything() } })
  },
)

test.for([
  ['-ERR [SYS/TEMP] the directory is away', 'refuses the sign-in for now:'],
  ['-ERR [LOGIN-DELAY] once in five minutes', 'refuses the sign-in for now:'],
  ['-ERR [AUTH] wrong', 'refuses the sign-in:'],
  ['-ERR the mailbox was [IN-USE] once', 'refuses the sign-in:'],
] as const)('the sign-in that ends with "%s"', async ([reply, words]) => {
  const replies = { 'USER zoë': '+OK', 'PASS two words ß': reply }
  const { outcome } = await check({ auth, security: 'none' }, replies)
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'mailAuthFailed' } })
  expect(outcome.failure?.message).toContain(words)
})
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
