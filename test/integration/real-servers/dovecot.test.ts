import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailChecker } from '../../../agent/src/checks/mail.ts'
import { makeCertificate } from '../../helpers/certificates.ts'
import type { Place, RealServer } from '../../helpers/real-server.ts'
import { installed, startServer } from '../../helpers/real-server.ts'
import { runChecker } from '../../helpers/run-checker.ts'

const dovecot = installed(['dovecot'], { asRoot: true })

const PASSWORD = 'correct horse'
const PORTS = { imap: 0, imaps: 1, pop3: 2, pop3s: 3 } as const
type Scheme = keyof typeof PORTS

/** Who comes from another address than the server's own is a stranger to it: 127.0.0.2 is for these. */
const config = ({ folder, ports }: Place): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
protocols = imap pop3
listen = 127.0.0.1, 127.0.0.2
login_greeting = A real server.
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login cram-md5
auth_failure_delay = 0
first_valid_uid = 1
mail_location = maildir:${folder}/mail
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/home
}
# A wrong password would slow down every sign-in after it.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  inet_listener imap {
    port = ${ports[0]}
  }
  inet_listener imaps {
    port = ${ports[1]}
    ssl = yes
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${ports[2]}
  }
  inet_listener pop3s {
    port = ${ports[3]}
    ssl = yes
  }
}
`

describe.skipIf(dovecot.isMissing)(`dovecot${dovecot.note}`, () => {
  let server: RealServer

  beforeAll(async () => {
    const { key, cert } = await makeCertificate()
    server = await startServer({
      program: dovecot.program('dovecot'),
      ports: 4,
      files: (place) => ({
        'dovecot.conf': config(place),
        'key.pem': key,
        'cert.pem': cert,
        users: `ann:{PLAIN}${PASSWORD}\n`,
      }),
      args: ({ folder }) => ['-F', '-c', `${folder}/dovecot.conf`],
    })
  })

  afterAll(async () => {
    await server?.stop()
  })

  const check = (scheme: Scheme, settings: Record<string, unknown> = {}, host = 'localhost') =>
    runChecker(mailChecker, `${scheme}://${host}:${server.ports[PORTS[scheme]]}`, {
      tls: { verify: false },
      ...settings,
    })

  const inTheClear = { security: 'none' }
  const starttls = { security: 'starttls' }
  const auth = { username: 'ann', password: PASSWORD }

  test.for<[Scheme, string[]]>([
    ['imap', ['IMAP4rev1', 'STARTTLS', 'IDLE']],
    ['pop3', ['STLS', 'UIDL']],
    ['imaps', ['IMAP4rev1', 'AUTH=PLAIN']],
    ['pop3s', ['UIDL', 'SASL PLAIN']],
  ])('%s greets and tells what it can do', async ([scheme, expectCapabilities]) => {
    const settings = { expectBannerRegex: 'A real server\\.', expectCapabilities }
    expect(await check(scheme, settings)).toMatchObject({ status: 'up', failure: null })
  })

  test.for<[Scheme, Record<string, unknown>]>([
    ['imap', inTheClear],
    ['pop3', inTheClear],
    ['imap', starttls],
    ['pop3', starttls],
    ['imaps', {}],
    ['pop3s', {}],
  ])('%s with %j takes the right password and no other', async ([scheme, settings]) => {
    expect(await check(scheme, { ...settings, auth })).toMatchObject({
      status: 'up',
      failure: null,
    })
    const wrong = { ...settings, auth: { username: 'ann', password: 'wrong pony' } }
    const outcome = await check(scheme, wrong)
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { source: 'target', phase: 'auth', cause: 'mailAuthFailed' },
    })
    expect(JSON.stringify(outcome)).not.toContain('pony')
  })

  test.for<Scheme>(['imap', 'pop3'])('%s to a stranger', async (scheme) => {
    expect(await check(scheme, {}, '127.0.0.2')).toMatchObject({ status: 'up' })
    expect(await check(scheme, { ...starttls, auth }, '127.0.0.2')).toMatchObject({ status: 'up' })
    const shown = await check(scheme, { ...inTheClear, auth }, '127.0.0.2')
    expect(shown).toMatchObject({ status: 'down', failure: { cause: 'mailAuthFailed' } })
  })

  test.for<[Scheme, Record<string, unknown>]>([
    ['imap', starttls],
    ['pop3', starttls],
    ['imaps', {}],
    ['pop3s', {}],
  ])('%s with %j: a certificate that nobody trusts is down', async ([scheme, settings]) => {
    const outcome = await check(scheme, { ...settings, tls: { verify: true } })
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { cause: 'certUntrusted' },
      details: { tls: { subject: 'localhost' } },
    })
  })

  test.for<[Scheme, string]>([
    ['imap', 'imaps'],
    ['pop3', 'pop3s'],
  ])('%s spoken to as %s is no TLS', async ([scheme, secure]) => {
    const url = `${secure}://localhost:${server.ports[PORTS[scheme]]}`
    const outcome = await runChecker(mailChecker, url)
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { phase: 'tls', cause: 'tlsHandshakeFailed' },
    })
  })
})
