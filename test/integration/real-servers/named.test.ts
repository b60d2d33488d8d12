import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDnsChecker } from '../../../agent/src/checks/dns.ts'
import { udpChecker } from '../../../agent/src/checks/udp.ts'
import { trustAuthorities } from '../../helpers/authorities.ts'
import { makeCertificate } from '../../helpers/certificates.ts'
import { installed } from '../../helpers/real-server.ts'
import { runChecker } from '../../helpers/run-checker.ts'
import type { NameServers } from './named-setup.ts'
import { PROGRAMS, startNameServers } from './named-setup.ts'

// Modules of its own: the authorities go into the agent's TLS settings.
vi.hoisted(() => vi.resetModules())

const named = installed(PROGRAMS)

describe.skipIf(named.isMissing)(`named${named.note}`, () => {
  let servers: NameServers

  beforeAll(async () => {
    const certificate = await makeCertificate({ names: ['localhost'] })
    const distrust = trustAuthorities([certificate.cert])
    servers = await startNameServers(certificate, named.program)
    return distrust
  })

  afterAll(async () => {
    await servers?.stop()
  })

  /** Asks the server that speaks for the zones. */
  const ask = (name: string, settings: Record<string, unknown>, port = 0) =>
    runChecker(createDnsChecker({ nameServerPort: 9 }), `dns://${name}`, {
      resolver: `localhost:${servers.authority.ports[port]}`,
      ...settings,
    })

  /** Asks as an agent whose name server checks signatures. */
  const askAsAgent = (name: string, settings: Record<string, unknown> = {}) =>
    runChecker(
      createDnsChecker({ nameServerPort: servers.authority.ports[0] ?? 9 }),
      `dns://${name}`,
      settings,
      { servers: [`127.0.0.1:${servers.resolver.ports[0]}`] },
    )

  test.for<[name: string, recordType: string, values: readonly string[]]>([
    ['example.test', 'A', ['192.0.2.1', '192.0.2.2']],
    ['example.test', 'AAAA', ['2001:DB8:0::1']],
    ['www.example.test', 'CNAME', ['example.test.']],
    ['www.example.test', 'A', ['192.0.2.2', '192.0.2.1']],
    ['example.test', 'MX', ['10 mail.example.test', '20 mail2.example.org.']],
    ['example.test', 'NS', ['ns1.hosts.test']],
    ['example.test', 'TXT', ['"v=spf1 -all"', 'two strings']],
    ['example.test', 'SOA', ['ns1.hosts.test. hostmaster.example.test. 7 3600 900 604800 60']],
    ['_sip._tcp.example.test', 'SRV', ['5 10 5060 sip.example.test']],
    ['1.example.test', 'PTR', ['host.example.test']],
    ['example.test', 'CAA', ['0 issue "ca.example.org"']],
    ['sub.example.test', 'DS', [`12345 13 2 ${'b'.repeat(64)}`]],
    [
      'key.example.test',
      'DNSKEY',
      [
        '257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+Gq JxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
      ],
    ],
    ['_tls.example.test', 'SVCB', ['1 svc.example.test. alpn="h2,h3" port=8443']],
    ['example.test', 'HTTPS', ['1 . ipv4hint=192.0.2.1 alpn=h2']],
    ['_443._tcp.example.test', 'TLSA', [`3 1 1 ${'A'.repeat(64)}`]],
  ])('%s has its %s records over every transport', async ([name, recordType, values]) => {
    const settings = { recordType, expected: { match: 'exactSet', values } }
    for (const [protocol, port] of [
      ['udp', 0],
      ['tcp', 0],
      ['tls', 1],
      ['https', 2],
    ] as const) {
      const { status, failure, details } = await ask(name, { ...settings, protocol }, port)
      expect([protocol, status, failure]).toEqual([protocol, 'up', null])
      expect(details).toMatchObject({ rcode: 'NOERROR', protocol })
    }
  })

  test('an answer too long for UDP is fetched over TCP', async () => {
    const expected = { match: 'regex', values: ['^0{200}1{200}.*1{200}$'] }
    expect(await ask('long.example.test', { recordType: 'TXT', expected })).toMatchObject({
      status: 'up',
      details: { truncated: true, answerCount: 1 },
    })
  })

  test.for<[name: string, settings: Record<string, unknown>, cause: string]>([
    ['nobody.example.test', {}, 'dnsNxdomain'],
    [
      'www.example.test',
      { recordType: 'AAAA', expected: { match: 'exactSet', values: ['::1'] } },
      'dnsWrongAnswer',
    ],
    ['_sip._tcp.example.test', {}, 'dnsNoAddress'],
    ['_sip._tcp.example.test', { recordType: 'MX' }, 'dnsWrongAnswer'],
    ['example.test', { expected: { match: 'exactSet', values: ['192.0.2.1'] } }, 'dnsWrongAnswer'],
    ['example.test', { expected: { match: 'count', minCount: 3 } }, 'dnsWrongAnswer'],
    ['example.test', { expectedRcode: 'NXDOMAIN' }, 'dnsWrongAnswer'],
    ['www.closed.test', {}, 'dnsServfail'],
    ['nobody.example.test', { expectedRcode: 'REFUSED' }, 'dnsWrongAnswer'],
  ])('%s with %j is down', async ([name, settings, cause]) => {
    const outcome = await ask(name, settings)
    expect([outcome.status, outcome.failure?.source]).toEqual(['down', 'target'])
    expect(outcome.failure?.cause).toBe(cause)
  })

  test('a refusal is up where that is expected', async () => {
    expect(await ask('closed.test', { expectedRcode: 'REFUSED' })).toMatchObject({ status: 'up' })
  })

  test('a name that does not exist is up where that is expected', async () => {
    const settings = { expectedRcode: 'NXDOMAIN' }
    expect((await ask('nobody.example.test', settings)).status).toBe('up')
    expect((await askAsAgent('nobody.signed.test', settings)).status).toBe('up')
  })

  test.for<[name: string, values: readonly string[]]>([
    ['example.test', ['192.0.2.1', '192.0.2.2']],
    ['www.example.test', ['192.0.2.1', '192.0.2.2']],
    ['www.signed.test', ['192.0.2.80']],
    ['some.wild.signed.test', ['192.0.2.81']],
    ['away.example.test', ['192.0.2.80']],
  ])('%s is found through the resolver and at its authorities', async ([name, values]) => {
    const expected = { match: 'exactSet', values }
    expect(await askAsAgent(name, { expected })).toMatchObject({ status: 'up', failure: null })
    const settings = { expected, resolver: 'authoritative' }
    expect(await askAsAgent(name, settings)).toMatchObject({
      status: 'up',
      failure: null,
      details: { nameServers: [{ name: 'ns1.hosts.test', ip: '127.0.0.1', problem: null }] },
    })
  })

  test('a DS record is asked for at the zone above', async () => {
    const settings = { recordType: 'DS', resolver: 'authoritative' }
    expect(await askAsAgent('signed.test', settings)).toMatchObject({
      status: 'up',
      details: { zone: '.', answerCount: 1 },
    })
  })

  test('an answer whose signatures are valid is authenticated', async () => {
    expect(await askAsAgent('www.signed.test', { dnssec: 'require' })).toMatchObject({
      status: 'up',
      details: { authenticated: true },
    })
    const settings = { dnssec: 'require', recordType: 'DNSKEY' }
    expect((await askAsAgent('signed.test', settings)).status).toBe('up')
  })

  test.for<[name: string, dnssec: string]>([
    ['www.forged.test', 'require'],
    ['www.forged.test', 'ignore'],
    ['www.expired.test', 'require'],
    ['www.expired.test', 'ignore'],
  ])('%s, whose signature is not valid, is bogus (%s)', async ([name, dnssec]) => {
    expect(await askAsAgent(name, { dnssec })).toMatchObject({
      status: 'down',
      failure: { source: 'target', phase: 'dns', cause: 'dnssecBogus' },
    })
  })

  test('a zone without signatures is told from a resolver that checks none', async () => {
    expect(await askAsAgent('example.test', { dnssec: 'require' })).toMatchObject({
      status: 'down',
      failure: { source: 'target', cause: 'dnssecBogus' },
    })
    expect(await ask('www.signed.test', { dnssec: 'require' })).toMatchObject({
      status: 'unknown',
      failure: { source: 'agent', cause: 'monitorMisconfigured' },
    })
  })

  test('the preset of a udp monitor has its answer', async () => {
    const url = `udp://127.0.0.1:${servers.authority.ports[0]}`
    expect(await runChecker(udpChecker, url, { preset: 'dns' })).toMatchObject({
      status: 'up',
      details: { dns: { rcode: 'NOERROR' } },
    })
  })
})
