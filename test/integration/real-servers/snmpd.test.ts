import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { udpChecker } from '../../../agent/src/checks/udp.ts'
import type { Place, RealServer } from '../../helpers/real-server.ts'
import { installed, startServer } from '../../helpers/real-server.ts'
import { runChecker } from '../../helpers/run-checker.ts'

const snmpd = installed(['snmpd'])

const SYS_NAME = '1.3.6.1.2.1.1.5.0'
const NOTHING = '1.3.6.1.2.1.1.99.0'
const PASSWORDS = { authPassword: 'authentication', privPassword: 'a secret key' }

/** Users with the same passwords, one for each pair of protocols. */
const USERS = [
  ['md5des', 'MD5', 'DES'],
  ['shaaes', 'SHA', 'AES'],
  ['sha224', 'SHA-224', 'AES'],
  ['sha256', 'SHA-256', 'AES'],
  ['sha384', 'SHA-384', 'AES'],
  ['sha512', 'SHA-512', 'AES'],
] as const

const config = ({ ports }: Place): string => `
agentaddress udp:127.0.0.1:${ports[0]}
sysName a-real-host
sysServices 72
sysLocation Über dem Wald
rocommunity letmein 127.0.0.1
createUser nobody
rouser nobody noauth
${USERS.map(
  ([name, auth, priv]) => `
createUser ${name} ${auth} "${PASSWORDS.authPassword}" ${priv} "${PASSWORDS.privPassword}"
rouser ${name} auth
createUser ${name}-strict ${auth} "${PASSWORDS.authPassword}" ${priv} "${PASSWORDS.privPassword}"
rouser ${name}-strict priv
`,
).join('')}
`

const ask = (port: number | undefined, snmp: object, options: object = {}, timeoutMs = 3_000) =>
  runChecker(
    udpChecker,
    `udp://127.0.0.1:${port}`,
    { preset: 'snmp', snmp: { oid: SYS_NAME, ...snmp }, ...options },
    { timeoutMs },
  )

const community = { version: '2c', community: 'letmein' }

describe.skipIf(snmpd.isMissing)(`snmpd${snmpd.note}`, () => {
  let server: RealServer

  beforeAll(async () => {
    server = await startServer({
      program: snmpd.program('snmpd'),
      ports: 1,
      files: (place) => ({ 'snmpd.conf': config(place) }),
      args: ({ folder }) => ['-f', '-Lo', '-r', '-C', '-c', `${folder}/snmpd.conf`],
      environment: ({ folder }) => ({ SNMP_PERSISTENT_DIR: `${folder}/state`, MIBS: '' }),
      async answers({ ports }) {
        return (await ask(ports[0], community, { attempts: 1 }, 500)).status === 'up'
      },
    })
  })

  afterAll(async () => {
    await server?.stop()
  })

  const check = (snmp: object, options: object = {}, timeoutMs = 3_000) =>
    ask(server.ports[0], snmp, options, timeoutMs)

  test.for(['1', '2c'])('version %s tells an object by its community', async (version) => {
    expect(await check({ ...community, version }, { expectRegex: '^a-real-host$' })).toMatchObject({
      status: 'up',
      details: { snmp: { oid: SYS_NAME, type: 'OctetString', value: 'a-real-host' } },
    })
  })

  test('a value beyond ASCII, a number and an uptime are read as people read them', async () => {
    const values = await Promise.all(
      ['1.3.6.1.2.1.1.6.0', '1.3.6.1.2.1.1.7.0', '1.3.6.1.2.1.1.3.0'].map(async (oid) => {
        const { details } = await check({ ...community, oid })
        return (details as { snmp: { value: string } } | null)?.snmp.value
      }),
    )
    expect(values).toEqual(['Über dem Wald', '72', expect.stringMatching(/^\d+$/)])
  })

  test.for<[string, object]>([
    ['without authentication', { user: 'nobody' }],
    ...USERS.map(
      ([user, auth]) =>
        [
          `with ${auth}`,
          { user, authProtocol: auth.toLowerCase().replace('-', ''), ...PASSWORDS },
        ] as [string, object],
    ),
    ...USERS.map(
      ([user, auth, priv]) =>
        [
          `with ${auth} and ${priv}`,
          {
            user: `${user}-strict`,
            authProtocol: auth.toLowerCase().replace('-', ''),
            privProtocol: priv.toLowerCase(),
            ...PASSWORDS,
          },
        ] as [string, object],
    ),
  ])('version 3 %s', async ([, user]) => {
    expect(await check({ version: '3', ...user }, { expectRegex: 'a-real-host' })).toMatchObject({
      status: 'up',
      failure: null,
    })
  })

  const sha = { version: '3', user: 'shaaes', authProtocol: 'sha', ...PASSWORDS }
  const strict = { ...sha, user: 'shaaes-strict', privProtocol: 'aes' }

  test.for<[string, object, string]>([
    ['an object that is not there', { ...community, oid: NOTHING }, 'has no object'],
    [
      'an object that is not there over version 1',
      { ...community, version: '1', oid: NOTHING },
      'noSuchName',
    ],
    ['a user that is not there', { ...sha, user: 'stranger' }, 'does not know the user'],
    ['a wrong password', { ...sha, authPassword: 'something else' }, 'authentication password'],
    [
      'a level below what the user needs',
      { ...strict, privProtocol: 'none' },
      'authorizationError',
    ],
    [
      'a level the user has no keys for',
      { version: '3', user: 'nobody', authProtocol: 'sha', ...PASSWORDS },
      'security level',
    ],
  ])('%s is down and told', async ([, snmp, text]) => {
    const { status, failure } = await check(snmp)
    expect([status, failure?.source, failure?.cause]).toEqual(['down', 'target', 'unexpectedReply'])
    expect(failure?.message.toLowerCase()).toContain(text.toLowerCase())
  })

  test('a wrong community is met with silence', async () => {
    expect(await check({ ...community, community: 'public' }, {}, 400)).toMatchObject({
      status: 'down',
      failure: { cause: 'udpNoReply' },
    })
  })

  test('a wrong privacy password is down', async () => {
    const outcome = await check({ ...strict, privPassword: 'something else' }, {}, 1_000)
    expect([outcome.status, outcome.failure?.source]).toEqual(['down', 'target'])
  })
})
