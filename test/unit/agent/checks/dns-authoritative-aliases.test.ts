import { expect, test } from 'vitest'
import { knows, ns, serveZones, soa, speaks } from '../../../helpers/authoritative-servers.ts'
import { A, record } from '../../../helpers/dns-server.ts'

test('zones of many name servers are followed along aliases, of others than the first some', async () => {
  const zones = ['a.test', 'b.test', 'c.test', 'd.test']
  const set = await serveZones(
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
  const set = await serveZones(
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

test('an alias into another zone is followed to its own servers', async () => {
  const set = await serveZones(
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
  const set = await serveZones(
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
