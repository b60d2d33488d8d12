import { expect, test } from 'vitest'
import { dnsChecker } from '../../../../agent/src/checks/dns.ts'
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
