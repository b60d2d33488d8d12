import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailChecker } from '../../../agent/src/checks/mail.ts'
import type { Place, RealServer } from '../../helpers/real-server.ts'
import { installed, startServer } from '../../helpers/real-server.ts'
import { runChecker } from '../../helpers/run-checker.ts'

const smtpd = installed(['smtpd', 'unshare', 'openssl'], { asRoot: true })

const run = promisify(execFile)
const PASSWORD = 'correct horse'
/** crypt(3) of the password. */
const HASH =
  '$6$sightline$RZoaOiRJ9rdvegyN.XKjr6LjGD06VCsRd1b8CdrOMEnebA8jQeVz4ZYyy4HHm8uvZ7.Qjp6fc9MsYLXgMf6yu/'

const config = ({ folder, ports }: Place): string => `
pki own cert "${folder}/cert.pem"
pki own key "${folder}/key.pem"
table people file:${folder}/people
table passwords file:${folder}/passwords
listen on 127.0.0.1 port ${ports[0]} hostname mail.example.test tls pki own auth-optional <passwords>
listen on 127.0.0.1 port ${ports[1]} hostname mail.example.test smtps pki own auth-optional <passwords>
listen on 127.0.0.1 port ${ports[2]} hostname mail.example.test
listen on 127.0.0.1 port ${ports[3]} hostname mail.example.test tls-require pki own
filter strict phase mail-from match mail-from regex "spam" reject "550 no mail from there"
filter grey phase rcpt-to match rdns reject "451 4.7.1 Greylisted, come back later"
filter away phase connect match src 127.0.0.0/8 reject "554 5.7.1 go away"
listen on 127.0.0.1 port ${ports[4]} hostname mail.example.test filter { strict, grey }
listen on 127.0.0.1 port ${ports[5]} hostname mail.example.test filter away
action keep maildir "${folder}/mail" virtual <people>
match from any for domain "example.test" action keep
`

const CERTIFICATE =
  'req -x509 -newkey rsa:2048 -noenc -days 30 -subj /CN=localhost -keyout key.pem -out cert.pem'.split(
    ' ',
  )

/** Its socket and its queue have fixed places: it has a view of its own of these. */
const START = `
mount -t tmpfs -o mode=755 tmpfs /run &&
mount -t tmpfs -o mode=711 tmpfs /var/spool/smtpd &&
exec "$0" -d -f "$1"`

describe.skipIf(smtpd.isMissing)(`OpenSMTPD${smtpd.note}`, () => {
  let server: RealServer

  beforeAll(async () => {
    server = await startServer({
      program: smtpd.program('unshare'),
      ports: 6,
      files: (place) => ({
        'smtpd.conf': config(place),
        people: 'ann@example.test: nobody\n',
        passwords: `ann ${HASH}\n`,
      }),
      async prepare({ folder }) {
        await run(smtpd.program('openssl'), CERTIFICATE, { cwd: folder })
        await chmod(`${folder}/key.pem`, 0o600)
      },
      args: ({ folder }) => {
        const command = ['sh', '-c', START, smtpd.program('smtpd'), `${folder}/smtpd.conf`]
        return ['--mount', ...command]
      },
    })
  })

  afterAll(async () => {
    await server?.stop()
  })

  const check = (port: number, settings: Record<string, unknown> = {}, scheme = 'smtp') =>
    runChecker(mailChecker, `${scheme}://localhost:${server.ports[port]}`, {
      tls: { verify: false },
      ...settings,
    })

  const starttls = { security: 'starttls' }
  const letter = (from: string, to: string) => ({ mailFromTest: { from, to } })

  test('greets and tells what it can do', async () => {
    const settings = { expectBannerRegex: '^220 mail\\.example\\.test ESMTP OpenSMTPD' }
    expect(await check(0, { ...settings, expectCapabilities: ['8BITMIME', 'SIZE'] })).toMatchObject(
      {
        status: 'up',
        failure: null,
        details: { capabilities: expect.arrayContaining(['STARTTLS', 'DSN']) },
      },
    )
  })

  /** OpenSMTPD 6.8 of Debian 12 breaks off every handshake: its engine does not fit OpenSSL 3
   *  (OpenSMTPD issue 1171). What openssl sees is what the check has to see. */
  async function speaksTls(): Promise<boolean> {
    const args = `s_client -connect 127.0.0.1:${server.ports[1]} -brief`.split(' ')
    const client = run(smtpd.program('openssl'), args, { timeout: 5_000 })
    client.child.stdin?.end()
    const { stderr } = await client.catch((error: { stderr: string }) => error)
    return !/alert/.test(stderr)
  }

  test.for<[string, number, Record<string, unknown>, string, string]>([
    ['STARTTLS', 0, starttls, 'smtp', 'starttls'],
    ['STARTTLS that is demanded', 3, starttls, 'smtp', 'starttls'],
    ['TLS from the start', 1, {}, 'smtps', 'tls'],
  ])('%s is what openssl finds it to be', async ([, port, settings, scheme, phase]) => {
    const outcome = await check(port, settings, scheme)
    const works = await speaksTls()
    expect(outcome).toMatchObject(
      works
        ? { status: 'up', details: { tls: { subject: 'localhost', problem: 'certUntrusted' } } }
        : { status: 'down', failure: { source: 'target', phase, cause: 'tlsHandshakeFailed' } },
    )
  })

  test('a sign-in that is right and one that is wrong', async ({ skip }) => {
    if (!(await speaksTls())) skip('this build of OpenSMTPD cannot speak TLS')
    const signIn = async (password: string) =>
      check(0, { ...starttls, auth: { username: 'ann', password } })
    expect(await signIn(PASSWORD)).toMatchObject({
      status: 'up',
      details: { authMechanism: 'PLAIN' },
    })
    const outcome = await signIn('wrong pony')
    expect(outcome).toMatchObject({
      status: 'down',
      statusCode: 535,
      failure: { phase: 'auth', cause: 'mailAuthFailed' },
    })
    expect(JSON.stringify(outcome)).not.toContain('pony')
  })

  test('a recipient that it takes', async () => {
    const outcome = await check(0, letter('probe@example.org', 'ann@example.test'))
    expect(outcome).toMatchObject({ status: 'up', statusCode: 250, failure: null })
  })

  test.for<[number, string, string, Record<string, unknown>, string, string, number]>([
    [0, 'probe@example.org', 'bob@example.test', {}, 'rcpt', 'recipientRejected', 524],
    [0, 'probe@example.org', 'ann@example.org', {}, 'rcpt', 'recipientRejected', 550],
    [4, 'spam@example.org', 'ann@example.test', {}, 'rcpt', 'recipientRejected', 550],
  ])('port %d refuses from %s to %s', async ([port, from, to, settings, phase, cause, code]) => {
    expect(await check(port, { ...letter(from, to), ...settings })).toMatchObject({
      status: 'down',
      statusCode: code,
      failure: { source: 'target', phase, cause },
    })
  })

  test('one that asks to come back later is degraded', async () => {
    const outcome = await check(4, letter('probe@example.org', 'ann@example.test'))
    expect(outcome).toMatchObject({ status: 'degraded', failure: { cause: 'greylisted' } })
  })

  test('one that turns visitors away at the door is down', async () => {
    expect(await check(5)).toMatchObject({
      status: 'down',
      statusCode: 554,
      failure: { phase: 'banner', cause: 'bannerRejected' },
    })
  })

  test('a server without TLS is told as that', async () => {
    expect(await check(2, starttls)).toMatchObject({
      status: 'down',
      failure: { phase: 'starttls', cause: 'starttlsMissing' },
    })
    expect(await check(2, {}, 'smtps')).toMatchObject({
      status: 'down',
      failure: { phase: 'tls', cause: 'tlsHandshakeFailed' },
    })
  })

  test('a greeting that never comes, because the server waits for TLS, ends at the limit', async () => {
    const url = `smtp://localhost:${server.ports[1]}`
    const outcome = await runChecker(mailChecker, url, {}, { timeoutMs: 300 })
    expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'bannerTimeout' } })
  })
})
