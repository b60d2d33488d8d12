import type { Answer } from 'dns-packet'
import { expect, test } from 'vitest'
import { knows, ns, serveZones, speaks } from '../../../helpers/authoritative-servers.ts'
import type { DnsScript } from '../../../helpers/dns-server.ts'
import { A, record, startUdpServer } from '../../../helpers/dns-server.ts'

test('a zone the resolver fails for is found through its parent, with glue', async () => {
  const set = await serveZones(
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
  const set = await serveZones(
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

test.for<[string, readonly Answer[], number]>([
  ['an IPv6 address first', [record('a.c.example.test', 'AAAA', '::1')], 3_000],
  ['an address with a closed port first', [A('a.c.example.test', '127.0.0.99')], 3_000],
  ['a silent one first', [A('a.c.example.test', '127.0.0.4')], 1_000],
  ['one that may not be reached first', [A('a.c.example.test', '10.0.0.1')], 3_000],
])('a name server with %s is asked at its other one', async ([, first, timeoutMs]) => {
  const set = await serveZones(
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
  const set = await serveZones(
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
  const set = await serveZones(
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
  const set = await serveZones(
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

test('referrals in a circle end', async () => {
  const set = await serveZones(
    [
      () => ({ authorities: ns('example.test', 2) }),
      () => ({ authorities: ns('www.example.test', 3) }),
    ],
    knows('example.test', 2, 3),
  )
  const outcome = await set.check('www.example.test')
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsServfail' } })
})
