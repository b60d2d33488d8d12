import { expect, test } from 'vitest'
import { knows, ns, serveZones, speaks } from '../../../helpers/authoritative-servers.ts'
import type { DnsScript } from '../../../helpers/dns-server.ts'
import { record, saying } from '../../../helpers/dns-server.ts'

test("the zone's own servers are asked, without recursion, all of them", async () => {
  const set = await serveZones(
    [speaks('192.0.2.1'), speaks('192.0.2.1')],
    knows('example.test', 2, 3),
  )
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
  [
    'that refuses and says why',
    () => ({ rcode: 5, additionals: saying([20, '']) }),
    'it answers REFUSED (the server says: Not Authoritative)',
  ],
  ['that does not speak for the zone', () => ({}), 'it does not speak for the zone'],
] as const)('one name server %s is tolerated and told', async ([, script, problem]) => {
  const set = await serveZones([speaks('192.0.2.1'), script], knows('example.test', 2, 3))
  const outcome = await set.check('example.test')
  expect(outcome).toMatchObject({ status: 'up', failure: null })
  expect(outcome.details?.['nameServers']).toContainEqual({
    name: 'ns3.host.test',
    ip: '127.0.0.3',
    problem,
  })
})

test('what a name server says at length is cut, so that a diagnosis has room for it', async () => {
  const texts = ['a', 'b', 'c'].map((each) => [14, each.repeat(300)] as const)
  const talking: DnsScript = () => ({ rcode: 2, additionals: saying(...texts) })
  const set = await serveZones([speaks('192.0.2.1'), talking], knows('example.test', 2, 3))
  const { nameServers } = (await set.check('example.test')).details as {
    nameServers: { problem: string | null }[]
  }
  const problem = nameServers.find((each) => each.problem !== null)?.problem ?? ''
  expect(problem).toContain('it answers SERVFAIL (the server says: Not Ready, "aaa')
  expect(problem.length).toBeLessThanOrEqual(300)
})

test('a silent name server does not hold up the others for long', async () => {
  const set = await serveZones([speaks('192.0.2.1'), () => 'silence'], knows('example.test', 2, 3))
  const outcome = await set.check('example.test', {}, 1_000)
  expect(outcome).toMatchObject({ status: 'up' })
  expect(outcome.details?.['nameServers']).toContainEqual({
    name: 'ns3.host.test',
    ip: '127.0.0.3',
    problem: 'it does not answer',
  })
})

test('one name server with another answer is down, and is named', async () => {
  const set = await serveZones(
    [speaks('192.0.2.1'), speaks('192.0.2.66')],
    knows('example.test', 2, 3),
  )
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
  const set = await serveZones([speaks('192.0.2.9'), script, script], knows('example.test', 3, 4))
  const outcome = await set.check('example.test', {}, 1_200)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause },
  })
})

test('name servers whose names cannot be asked for are left out', async () => {
  const set = await serveZones([speaks('192.0.2.1')], ({ name }) => ({
    answers: [...ns(name, 2), record(name, 'NS', 'a\u0001b.host.test')],
  }))
  const outcome = await set.check('example.test')
  expect(outcome).toMatchObject({ status: 'up' })
  expect(outcome.details?.['nameServers']).toHaveLength(1)
})

test('a DS record is asked for at the parent zone', async () => {
  const digest = Buffer.from('0123', 'hex')
  const set = await serveZones(
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
  const set = await serveZones([() => ({ rcode: 3, aa: true })], knows('example.test', 2))
  const outcome = await set.check('gone.example.test', { expectedRcode: 'NXDOMAIN' })
  expect(outcome.status).toBe('up')
})

test.for([
  ['fails', { rcode: 2 }, 'dnsServfail'],
  ['is silent', 'silence', 'dnsTimeout'],
] as const)('a resolver that %s for everything is its own fault', async ([, reply, cause]) => {
  const set = await serveZones([], () => reply)
  const outcome = await set.check('www.example.test', {}, 500)
  expect(outcome).toMatchObject({ status: 'unknown', failure: { source: 'resolver', cause } })
})
