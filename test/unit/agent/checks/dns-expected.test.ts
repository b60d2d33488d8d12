import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { PatternError } from '@sightline/shared/pattern'
import { expect, test } from 'vitest'
import { dnsChecker } from '../../../../agent/src/checks/dns.ts'
import { expectationOf } from '../../../../agent/src/checks/dns/expected-answers.ts'
import { record, startDnsServer } from '../../../helpers/dns-server.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

const MX = [
  record('a.example', 'MX', { preference: 10, exchange: 'Mail.example.com' }),
  record('a.example', 'MX', { preference: 20, exchange: 'mail2.example.com' }),
]
const TXT = [record('a.example', 'TXT', ['v=spf1 include:_spf.example.com', ' -all'])]
const V4 = [record('a.example', 'A', '10.0.0.10'), record('a.example', 'A', '10.0.0.20')]
const V6 = [record('a.example', 'AAAA', '2001:db8::1')]
const CAA = [record('a.example', 'CAA', { flags: 0, tag: 'issue', value: 'letsencrypt.org' })]
const CAA_LIMITED = [
  record('a.example', 'CAA', {
    flags: 0,
    tag: 'issue',
    value: 'letsencrypt.org; validationmethods=dns-01',
  }),
]
const BYTES = [record('a.example', 'TXT', ['café', '; "1"'])]
const LATIN = [record('a.example', 'TXT', [Buffer.from('caf\xe9', 'latin1')])]
const DNSKEY = [
  record('a.example', 'DNSKEY', { flags: 257, algorithm: 13, key: Buffer.alloc(6, 0xfa) }),
]
const SOA = [
  record('a.example', 'SOA', {
    mname: 'ns1.example.com',
    rname: 'host.example.com',
    serial: 1,
    refresh: 2,
    retry: 3,
    expire: 4,
    minimum: 5,
  }),
]

test.for([
  [
    'a set in any order, case and dots',
    'MX',
    MX,
    'exactSet',
    ['20 MAIL2.example.com.', '10 mail.example.com'],
    true,
  ],
  ['a set that lacks one', 'MX', MX, 'exactSet', ['10 mail.example.com'], false],
  ['a set that asks for more', 'A', V4, 'exactSet', ['10.0.0.10', '10.0.0.20', '10.0.0.30'], false],
  ['a set given twice', 'A', V4, 'exactSet', ['10.0.0.10', '10.0.0.20', '10.0.0.20'], true],
  ['a record of several', 'MX', MX, 'contains', ['10 mail.example.com'], true],
  ['the host of a record', 'MX', MX, 'contains', ['mail2.example.com.'], true],
  ['a piece of a host', 'MX', MX, 'contains', ['example.com'], false],
  ['a piece of an address', 'A', V4, 'contains', ['10.0.0.1'], false],
  ['a piece of a text', 'TXT', TXT, 'contains', ['V=SPF1'], true],
  ['a text in quotes', 'TXT', TXT, 'exactSet', ['"v=spf1 include:_spf.example.com" " -all"'], true],
  ['a text without', 'TXT', TXT, 'exactSet', ['v=spf1 include:_spf.example.com -all'], true],
  ['another spelling of an address', 'AAAA', V6, 'exactSet', ['2001:0DB8:0:0::1'], true],
  ['an issuer in no quotes', 'CAA', CAA, 'exactSet', ['0 issue letsencrypt.org'], true],
  ['an issuer in quotes', 'CAA', CAA, 'exactSet', ['0 issue "letsencrypt.org."'], true],
  [
    'an issuer with parameters in no quotes',
    'CAA',
    CAA_LIMITED,
    'exactSet',
    ['0 issue letsencrypt.org; validationmethods=dns-01'],
    true,
  ],
  [
    'an issuer with parameters in quotes',
    'CAA',
    CAA_LIMITED,
    'exactSet',
    ['0 ISSUE "letsencrypt.org; validationmethods=dns-01"'],
    true,
  ],
  [
    'the value of an issuer in quotes',
    'CAA',
    CAA_LIMITED,
    'contains',
    ['"letsencrypt.org; validationmethods=dns-01"'],
    true,
  ],
  [
    'an issuer and its tag in no quotes',
    'CAA',
    CAA_LIMITED,
    'contains',
    ['issue letsencrypt.org; validationmethods=dns-01'],
    true,
  ],
  ['an issuer before its parameters', 'CAA', CAA_LIMITED, 'contains', ['letsencrypt.org'], true],
  ['a parameter of an issuer', 'CAA', CAA_LIMITED, 'contains', ['validationmethods=dns-01'], true],
  ['a piece of an issuer', 'CAA', CAA_LIMITED, 'contains', ['encrypt.org'], false],
  ['bytes by their numbers', 'TXT', BYTES, 'exactSet', ['"caf\\195\\169" "\\; \\"1\\""'], true],
  ['a byte that is no text', 'TXT', LATIN, 'exactSet', ['"caf\\233"'], true],
  ['other parameters', 'CAA', CAA_LIMITED, 'exactSet', ['0 issue "letsencrypt.org"'], false],
  ['a key in pieces', 'DNSKEY', DNSKEY, 'exactSet', ['257 3 13 +vr6 +vr6'], true],
  [
    'dots within a value',
    'SOA',
    SOA,
    'exactSet',
    ['ns1.example.com. host.example.com. 1 2 3 4 5'],
    true,
  ],
  ['an expression', 'TXT', TXT, 'regex', ['^V=spf1 .*-all$'], true],
  ['one of two expressions', 'A', V4, 'regex', ['\\.10$', '\\.30$'], false],
  ['an expression that would never end elsewhere', 'TXT', TXT, 'regex', ['(.*)*x$'], false],
] as const)('%s of type %s', async ([, recordType, answers, match, values, isGood]) => {
  const server = await startDnsServer(() => ({ answers }))
  const settings = { recordType, resolver: server.at, expected: { match, values } }
  const outcome = await runChecker(dnsChecker, 'dns://a.example', settings)
  expect(outcome.status).toBe(isGood ? 'up' : 'down')
  if (isGood) return
  expect(outcome.failure).toMatchObject({
    source: 'target',
    phase: 'content',
    cause: 'dnsWrongAnswer',
  })
})

test('a wrong answer is told with what lacks and what is too much', async () => {
  const server = await startDnsServer(() => ({ answers: V4 }))
  const outcome = await runChecker(dnsChecker, 'dns://a.example', {
    resolver: server.at,
    expected: { match: 'exactSet', values: ['10.0.0.10', '10.0.0.30'] },
  })
  expect(outcome.failure?.message).toBe(
    'The answer for the A records of a.example lacks "10.0.0.30" and has the unexpected "10.0.0.20".',
  )
})

test.for([
  [0, 2, true],
  [2, 2, true],
  [3, 2, false],
  [0, 0, true],
  [1, 0, false],
] as const)('at least %i of %i records', async ([minCount, count, isGood]) => {
  const server = await startDnsServer(() => ({ answers: V4.slice(0, count) }))
  const settings = { resolver: server.at, expected: { match: 'count', minCount } }
  const outcome = await runChecker(dnsChecker, 'dns://a.example', settings)
  expect(outcome.status).toBe(isGood ? 'up' : 'down')
})

/** More records than are compared, and few that have more text than that: each byte is told as \\001. */
const MANY = Array.from({ length: 1_100 }, (_, i) => record('a.example', 'TXT', [`${i}`]))
const LONG_NAME = Array.from({ length: 4 }, () => '\u0001'.repeat(60)).join('.')
const LONG = Array.from({ length: 200 }, (_, i) => record('a.example', 'NS', `${i}.${LONG_NAME}`))

test.for([
  ['TXT', MANY],
  ['NS', LONG],
] as const)('of %s records no more are compared than a check has time for', async ([type, all]) => {
  const server = await startDnsServer(() => ({ answers: all }))
  const check = (expected: object) =>
    runChecker(dnsChecker, 'dns://a.example', {
      recordType: type,
      resolver: server.at,
      protocol: 'tcp',
      expected,
    })
  for (const match of ['exactSet', 'contains', 'regex']) {
    const outcome = await check({ match, values: ['0'] })
    expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsWrongAnswer' } })
    expect(outcome.failure?.message).toContain('more records than can be compared')
  }
  expect(await check({ match: 'any' })).toMatchObject({
    status: 'up',
    details: { answerCount: all.length },
  })
  expect((await check({ match: 'count', minCount: all.length - 200 })).status).toBe('up')
})

test('a long search lets everything else have its turn, and ends with the time limit', async () => {
  const values = Array.from({ length: 100 }, (_, i) => `x${i}.*y.*z${i}`)
  const expectation = expectationOf(
    TYPE_DESCRIPTIONS.dns.settings.parse({ expected: { match: 'regex', values } }),
  )
  if (expectation instanceof PatternError) throw expectation
  const found = Array.from({ length: 60 }, (_, i) => `${i}${'xy'.repeat(1_000)}`)
  expect(await expectation(found, AbortSignal.abort())).toBe('outOfTime')
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 1)
  const { signal } = new AbortController()
  expect(await expectation(found, signal)).toMatchObject({
    wrong: expect.stringContaining('and 95 more') as string,
  })
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(1)
})
