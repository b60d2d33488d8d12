import { expect, test } from 'vitest'
import { diagnoseTarget } from '../../helpers/diagnosis.ts'
import { serveRaw } from '../../helpers/listen.ts'
import type { MailScript } from '../../helpers/mail-server.ts'
import { serveMail, serveMailNames } from '../../helpers/mail-server.ts'

const SMTP: MailScript = {
  greeting: '220 mail.test ESMTP',
  replies: {
    EHLO: '250-mail.test\n250 AUTH LOGIN PLAIN',
    'MAIL FROM': '250 Ok',
    'RCPT TO': '250 Ok',
    RSET: '250 Ok',
    QUIT: { text: '221 Bye', after: 'close' },
  },
}

const AUTH = { security: 'none', auth: { username: 'monitor', password: 'secret' } }
const RCPT = { mailFromTest: { from: 'a@b.test', to: 'c@mail.test' } }

test.for([
  ['bannerTimeout', { greeting: null }, {}],
  ['bannerRejected', { greeting: '554 no service here' }, {}],
  ['starttlsMissing', {}, { security: 'starttls' }],
  ['mailAuthFailed', { replies: { ...SMTP.replies, AUTH: '535 wrong' } }, AUTH],
  [
    'greylisted',
    { replies: { ...SMTP.replies, 'RCPT TO': '451 4.7.1 greylisted, try later' } },
    RCPT,
  ],
  ['recipientRejected', { replies: { ...SMTP.replies, 'RCPT TO': '550 no such user' } }, RCPT],
] as const)('%s', async ([cause, script, settings]) => {
  const server = await serveMail({ ...SMTP, ...script })
  const door = await serveRaw(() => {})
  const { analysis, votes } = await diagnoseTarget({
    type: 'mail',
    url: `smtp://127.0.0.1:${server.port}`,
    settings,
    ports: { others: () => [door] },
    options: { timeoutMs: 800 },
  })
  expect(votes[0]).toMatchObject({ cause })
  expect(analysis.verdict).toMatchObject({ cause, category: 'mail' })
  expect(analysis.verdict.explanation).toMatch(
    /its other mail port \d+ is open, so the server is up\.$/,
  )
  expect(JSON.stringify(analysis)).not.toContain('secret')
})

test('a domain that names no mail server', async () => {
  const servers = [await serveMailNames({ 'mail.test': {} })]
  const { analysis } = await diagnoseTarget({
    type: 'mail',
    url: 'smtp://mail.test',
    settings: { resolveMx: true },
    options: { servers },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'mxMissing', category: 'mail' })
})
