import type { Answer } from 'dns-packet'
import { expect, test } from 'vitest'
import { createDnsChecker } from '../../../../agent/src/checks/dns.ts'
import type { DnsReply, DnsScript } from '../../../helpers/dns-server.ts'
import { record, startDnsServer, startUdpServer } from '../../../helpers/dns-server.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

/** Name servers at the addresses 127.0.0.2 and up, all on one port, and a resolver that knows them.
 *  @param scripts null: nothing listens there
 *  @param resolver what it says besides the addresses of ns2, ns3 and so on */
async function setUp(scripts: readonly (DnsScript | null)[], resolver: DnsScript) {
  const servers = []
  let port: number | null = null
  for (const [i, script] of scripts.entries()) {
    const host = `127.0.0.${i + 2}`
    if (script === null) continue
    const server = await startDnsServer(script, port === null ? { host } : { host, port })
    port ??= server.port
    servers.push(server)
  }
  const system = await startDnsServer((question) => {
    const number = /^ns(\d)\.host\.test$/.exec(question.name)?.[1]
    if (number === undefined) return resolver(question)
    return question.type === 'A'
      ? { answers: [record(question.name, 'A', `127.0.0.${number}`)] }
      : {}
  })
  const checker = createDnsChecker({ nameServerPort: port ?? 9 })
  return {
    servers,
    system,
    check: (name: string, settings: Record<string, unknown> = {}, timeoutMs = 3_000) =>
      runChecker(
        checker,
        `dns://${name}`,
        { resolver: 'authoritative', ...settings },
        { servers: [system.at], timeoutMs },
      ),
  }
}

const ns = (zone: string, ...numbers: number[]): Answer[] =>
  numbers.map((number) => record(zone, 'NS', `ns${number}.host.test`))
const soa = (zone: string): Answer =>
  record(zone, 'SOA', { mname: 'ns2.host.test', rname: 'a.b', serial: 1, minimum: 1 })

/** A resolver that knows a zone's name servers. */
const knows =
  (zone: string, ...numbers: number[]): DnsScript =>
  ({ name }): DnsReply =>
    name === zone ? { answers: ns(zone, ...numbers) } : { rcode: 3, authorities: [soa(zone)] }

const speaks =
  (address: string): DnsScript =>
  ({ name }) => ({ aa: true, answers: [record(name, 'A', address)] })

test("the zone's own servers are asked, without recursion, all of them", async () => {
  const set = await setUp([speaks('192.0.2.1'), speaks('192.0.2.1')], knows('example.test', 2, 3))
  const outcome = await set.check('www.example.test')
  expect(outcome).toMatchObject({
    status: 'up',
    details: { zone: 'example.test', answers: ['192.0.2.1'] },
  })
  expect(outcome.timings.dnsMs).toBeGreaterThan(0)
  expect(outcome.details?.['nameServers']).toHaveLength(2)
  for (const server of set.servers) {
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]?.packet.flag_rd).toBe(false)
  }
})

test.for([
  ['with a closed port', null, 'its port is closed'],
  ['that fails', () => ({ rcode: 2 }), 'it answers SERVFAIL'],
  ['that refuses', () => ({ rcode: 5 }), 'it answers REFUSED'],
  ['that does not speak for the zone', () => ({}), 'it does not speak for the zone'],
] as const)('one name server %s is tolerated and told', async ([, script, problem]) => {
  const set = await setUp([speaks('192.0.2.1'), script], knows('example.test', 2, 3))
  const outcome = await set.check('example.test')
  expect(outcome).toMatchObject({ status: 'up', failure: null })
  expect(outcome.details?.['nameServers']).toContainEqual({
    name: 'ns3.host.test',
    ip: '127.0.0.3',
    problem,
  })
})

test('a silent name server does not hold up the others for long', async () => {
  const set = await setUp([speaks('192.0.2.1'), () => 'silence'], knows('example.test', 2, 3))
  const outcome = await set.check('example.test', {}, 1_000)
  expect(outcome).toMatchObject({ status: 'up' })
  expect(outcome.details?.['nameServers']).toContainEqual({
    name: 'ns3.host.test',
    ip: '127.0.0.3',
    problem: 'it does not answer',
  })
})

test('one name server with another answer is down, and is named', async () => {
  const set = await setUp([speaks('192.0.2.1'), speaks('192.0.2.66')], knows('example.test', 2, 3))
  const expected = { match: 'exactSet', values: ['192.0.2.1'] }
  const outcome = await set.check('example.test', { expected })
  expect(outcome).toMatchObject({
    status: 'down',
    ip: '127.0.0.3',
    failure: { source: 'target', phase: 'content', cause: 'dnsWrongAnswer' },
  })
  expect(outcome.failure?.message).toContain('ns3.host.test')
})

test.for<[string, DnsScript | null, string]>([
  ['closed ports', null, 'nameserverDown'],
  ['silent servers', () => 'silence', 'nameserverDown'],
  ['servers that refuse', () => ({ rcode: 5 }), 'dnsServfail'],
  ['servers that do not speak for it', () => ({}), 'dnsServfail'],
])('a zone with only %s is down', async ([, script, cause]) => {
  // A third one, of another zone, so that the port is known.
  const set = await setUp([speaks('192.0.2.9'), script, script], knows('example.test', 3, 4))
  const outcome = await set.check('example.test', {}, 1_200)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause },
  })
})

test('a zone the resolver fails for is found through its parent, with glue', async () => {
  const set = await setUp(
    [
      ({ name }) => ({
        authorities: [record('child.example.test', 'NS', 'a.ns.child.example.test')],
        additionals: [
          record('a.ns.child.example.test', 'A', '127.0.0.3'),
          record('elsewhere.test', 'A', '127.0.0.9'),
        ],
        aa: name === 'none',
      }),
      speaks('192.0.2.1'),
    ],
    ({ name }) => (name === 'example.test' ? { answers: ns('example.test', 2) } : { rcode: 2 }),
  )
  const outcome = await set.check('www.child.example.test')
  expect(outcome).toMatchObject({
    status: 'up',
    ip: '127.0.0.3',
    details: { zone: 'child.example.test' },
  })
})

test('glue to an address that may not be reached is not followed', async () => {
  const set = await setUp(
    [
      () => ({
        authorities: [record('child.example.test', 'NS', 'a.child.example.test')],
        additionals: [record('a.child.example.test', 'A', '10.0.0.1')],
      }),
    ],
    knows('example.test', 2),
  )
  const outcome = await set.check('www.child.example.test')
  expect(outcome).toMatchObject({
    status: 'unknown',
    ip: null,
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
})

const A = (name: string, address: string): Answer => record(name, 'A', address)

test.for<[string, readonly Answer[], number]>([
  ['an IPv6 address first', [record('a.c.example.test', 'AAAA', '::1')], 3_000],
  ['an address with a closed port first', [A('a.c.example.test', '127.0.0.99')], 3_000],
  ['a silent one first', [A('a.c.example.test', '127.0.0.4')], 1_000],
  ['one that may not be reached first', [A('a.c.example.test', '10.0.0.1')], 3_000],
])('a name server with %s is asked at its other one', async ([, first, timeoutMs]) => {
  const set = await setUp(
    [
      () => ({
        authorities: [record('c.example.test', 'NS', 'a.c.example.test')],
        additionals: [...first, A('a.c.example.test', '127.0.0.3')],
      }),
      speaks('192.0.2.1'),
      () => 'silence',
    ],
    knows('example.test', 2),
  )
  const outcome = await set.check('www.c.example.test', {}, timeoutMs)
  expect(outcome).toMatchObject({
    status: 'up',
    ip: '127.0.0.3',
    details: { nameServers: [{ name: 'a.c.example.test', ip: '127.0.0.3', problem: null }] },
  })
})

/** Servers that refer to one level deeper each, to themselves and twelve others. */
function refersDeeper(others: (level: number, i: number) => string): DnsScript {
  let level = 0
  return ({ name }) => {
    level += 1
    const labels = name.split('.')
    const child = labels.slice(-2 - level).join('.')
    const parent = labels.slice(-1 - level).join('.')
    const hosts = Array.from({ length: 12 }, (_, i) => `v${i}x${level}.${parent}`)
    const [next, here] = [`next.${parent}`, level]
    return {
      authorities: [...hosts, next].map((host) => record(child, 'NS', host)),
      additionals: [
        A(next, `127.0.0.${level + 2}`),
        ...hosts.map((host, i) => A(host, others(here, i))),
      ],
    }
  }
}

const DEEP = 'l8.l7.l6.l5.l4.l3.l2.l1.example.test'

test('one check asks few of the many servers that hostile referrals name', async () => {
  const script = refersDeeper((level, i) => `127.0.${level}.${i + 1}`)
  const set = await setUp(
    Array.from({ length: 7 }, () => script),
    knows('example.test', 2),
  )
  let asked = 0
  const port = set.servers[0]?.port ?? 0
  for (const level of [1, 2, 3, 4, 5, 6]) {
    for (let i = 1; i <= 12; i += 1) {
      const refuse = (bytes: Buffer, send: (reply: Buffer) => void): void => {
        asked += 1
        const reply = Buffer.from(bytes)
        reply.writeUInt16BE(0x8005, 2)
        send(reply)
      }
      await startUdpServer(refuse, { host: `127.0.${level}.${i}`, port })
    }
  }
  const outcome = await set.check(DEEP)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause: 'dnsServfail' },
  })
  expect(outcome.failure?.message).toContain('refers to too many name servers')
  expect(asked).toBeGreaterThan(12)
  expect(asked).toBeLessThanOrEqual(60)
})

test('an address is asked once, whatever names it is given', async () => {
  const victim: DnsScript = () => ({ rcode: 5 })
  const set = await setUp(
    [
      ...Array.from({ length: 5 }, () => refersDeeper(() => '127.0.0.7')).map(
        (script, i): DnsScript =>
          // Each is at its own level.
          (question) => {
            for (let skipped = 0; skipped < i; skipped += 1) script(question)
            return script(question)
          },
      ),
      victim,
    ],
    knows('example.test', 2),
  )
  const outcome = await set.check(DEEP)
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsServfail' } })
  expect(set.servers.map(({ seen }) => seen.length)).toEqual([1, 1, 1, 1, 1, 1])
})

test('few names of name servers without an address are resolved', async () => {
  const set = await setUp(
    [
      () => ({
        authorities: Array.from({ length: 12 }, (_, i) =>
          record('www.example.test', 'NS', `v${i}.victim.test`),
        ),
      }),
    ],
    (question) =>
      question.name.endsWith('victim.test') ? { rcode: 2 } : knows('example.test', 2)(question),
  )
  const outcome = await set.check('www.example.test')
  expect(outcome).toMatchObject({ status: 'down' })
  const names = set.system.seen.map(({ name }) => name).filter((name) => /victim/.test(name))
  expect(new Set(names).size).toBe(4)
})

test('zones of many name servers are followed along aliases, of others than the first some', async () => {
  const zones = ['a.test', 'b.test', 'c.test', 'd.test']
  const set = await setUp(
    [
      ({ name }) => {
        const next = zones[zones.indexOf(name) + 1]
        const answer = next === undefined ? A(name, '192.0.2.7') : record(name, 'CNAME', next)
        return { aa: true, answers: [answer] }
      },
    ],
    ({ name, type }) => {
      if (type === 'A') return { answers: [A(name, '127.0.0.2')] }
      if (type !== 'NS') return {}
      const hosts = Array.from({ length: 13 }, (_, i) => `v${i}.hosts.${name}`)
      return { answers: hosts.map((host) => record(name, 'NS', host)) }
    },
  )
  const outcome = await set.check('a.test')
  expect(outcome).toMatchObject({ status: 'up', details: { zone: 'd.test' } })
  expect(outcome.details?.['nameServers']).toHaveLength(4)
  const names = set.system.seen.map(({ name }) => name).filter((name) => name.includes('hosts'))
  expect(new Set(names).size).toBe(13 + 3 * 4)
})

test('aliases through many zones are followed for a while', async () => {
  const set = await setUp(
    [({ name }) => ({ aa: true, answers: [record(name, 'CNAME', `x.${name}`)] })],
    ({ name, type }) => {
      if (name === 'sightline-probe.invalid') return { rcode: 3 }
      return type === 'NS' && name === 'test' ? { answers: ns('test', 2) } : {}
    },
  )
  const outcome = await set.check('a.b.c.d.e.f.test')
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', cause: 'dnsServfail' },
  })
  expect(outcome.failure?.message).toContain('through too many zones')
  expect(set.system.seen.filter(({ type }) => type === 'NS')).toHaveLength(24)
})

test('referrals in a circle end', async () => {
  const set = await setUp(
    [
      () => ({ authorities: ns('example.test', 2) }),
      () => ({ authorities: ns('www.example.test', 3) }),
    ],
    knows('example.test', 2, 3),
  )
  const outcome = await set.check('www.example.test')
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsServfail' } })
})

test('an alias into another zone is followed to its own servers', async () => {
  const set = await setUp(
    [
      ({ name }) => ({ aa: true, answers: [record(name, 'CNAME', 'cdn.other.test')] }),
      speaks('192.0.2.7'),
    ],
    ({ name }) =>
      name.endsWith('other.test')
        ? name === 'other.test'
          ? { answers: ns('other.test', 3) }
          : { authorities: [soa('other.test')] }
        : { answers: ns(name, 2) },
  )
  const outcome = await set.check('www.example.test')
  expect(outcome).toMatchObject({
    status: 'up',
    details: { zone: 'other.test', answers: ['192.0.2.7'] },
  })
})

test.for([
  ['a byte that is no letter', `${'\u0001'.repeat(40)}.other.test`],
  ['a backslash', 'a\\b.other.test'],
] as const)('an alias with %s is not followed', async ([, target]) => {
  const set = await setUp(
    [({ name }) => ({ aa: true, answers: [record(name, 'CNAME', target)] })],
    knows('example.test', 2),
  )
  const outcome = await set.check('example.test')
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause: 'dnsWrongAnswer' },
  })
  expect(outcome.failure?.message).toContain('is an alias of')
  const asked = set.system.seen.map(({ name }) => name)
  expect(asked.filter((name) => /other/.test(name))).toEqual([])
})

test('name servers whose names cannot be asked for are left out', async () => {
  const set = await setUp([speaks('192.0.2.1')], ({ name }) => ({
    answers: [...ns(name, 2), record(name, 'NS', 'a\u0001b.host.test')],
  }))
  const outcome = await set.check('example.test')
  expect(outcome).toMatchObject({ status: 'up' })
  expect(outcome.details?.['nameServers']).toHaveLength(1)
})

test('a DS record is asked for at the parent zone', async () => {
  const digest = Buffer.from('0123', 'hex')
  const set = await setUp(
    [
      ({ name }) => ({
        aa: true,
        answers: [record(name, 'DS', { keyTag: 1, algorithm: 13, digestType: 2, digest })],
      }),
    ],
    knows('test', 2),
  )
  const outcome = await set.check('example.test', { recordType: 'DS' })
  expect(outcome).toMatchObject({
    status: 'up',
    details: { zone: 'test', answers: ['1 13 2 0123'] },
  })
})

test('an expected NXDOMAIN of the authorities is up', async () => {
  const set = await setUp([() => ({ rcode: 3, aa: true })], knows('example.test', 2))
  const outcome = await set.check('gone.example.test', { expectedRcode: 'NXDOMAIN' })
  expect(outcome.status).toBe('up')
})

test.for([
  ['fails', { rcode: 2 }, 'dnsServfail'],
  ['is silent', 'silence', 'dnsTimeout'],
] as const)('a resolver that %s for everything is its own fault', async ([, reply, cause]) => {
  const set = await setUp([], () => reply)
  const outcome = await set.check('www.example.test', {}, 500)
  expect(outcome).toMatchObject({ status: 'unknown', failure: { source: 'resolver', cause } })
})
