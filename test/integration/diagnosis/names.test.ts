import { expect, test } from 'vitest'
import { closedUdpPort } from '../../helpers/udp-server.ts'
import type { DnsReply, DnsScript } from '../../helpers/dns-server.ts'
import { record, startDnsServer } from '../../helpers/dns-server.ts'
import { diagnoseTarget } from '../../helpers/diagnosis.ts'

const WEB = { type: 'web', url: 'http://shop.test/' } as const
const NO_SUCH_NAME: DnsReply = { rcode: 3 }

/** Name servers of the agent that answer for shop.test as told; other names do not exist. */
async function serversThatSay(reply: DnsScript): Promise<string[]> {
  const server = await startDnsServer((question) => {
    return question.name.endsWith('shop.test') ? reply(question) : NO_SUCH_NAME
  })
  return [server.at]
}

const soa = record('shop.test', 'SOA', { mname: 'ns2.test', rname: 'a.b', serial: 1, minimum: 1 })

/** A resolver that fails for the name, and knows that 127.0.0.2 speaks for its zone. */
const failsButKnows =
  (rcode: number): DnsScript =>
  ({ name, type }) => {
    if (type === 'NS') return { answers: [record('shop.test', 'NS', 'ns2.shop.test')] }
    if (name === 'ns2.shop.test' && type === 'A') {
      return { answers: [record(name, 'A', '127.0.0.2')] }
    }
    return name === 'ns2.shop.test' ? {} : { rcode }
  }

test('a name that does not exist', async () => {
  const servers = await serversThatSay(() => ({ rcode: 3, authorities: [soa] }))
  const { analysis } = await diagnoseTarget({ ...WEB, options: { servers } })
  expect(analysis.verdict).toMatchObject({ cause: 'dnsNxdomain', category: 'dns' })
  expect(analysis.verdict.explanation).toMatch(/^The name shop\.test does not exist/)
})

test("the name's own servers confirm that it does not exist", async () => {
  const authority = await startDnsServer(() => ({ aa: true, rcode: 3, authorities: [soa] }), {
    host: '127.0.0.2',
  })
  const servers = await serversThatSay(failsButKnows(3))
  const { analysis } = await diagnoseTarget({
    ...WEB,
    ports: { nameServer: authority.port },
    options: { servers },
  })
  expect(analysis.verdict.cause).toBe('dnsNxdomain')
  expect(analysis.verdict.confidence).toBe(0.8)
  expect(analysis.verdict.explanation).toMatch(
    /the name servers of the zone shop\.test say the same as the resolvers\.$/,
  )
})

test('a resolver that fails for a name alone', async () => {
  const servers = await serversThatSay(() => ({ rcode: 2 }))
  const { analysis } = await diagnoseTarget({ ...WEB, options: { servers } })
  expect(analysis.verdict).toMatchObject({ cause: 'dnsServfail', category: 'dns' })
})

test('nobody answers for a name', async () => {
  const servers = await serversThatSay(() => 'silence')
  const { analysis } = await diagnoseTarget({ ...WEB, options: { servers, timeoutMs: 2_500 } })
  expect(analysis.verdict).toMatchObject({ cause: 'dnsTimeout', category: 'dns' })
})

test('a name without an address', async () => {
  const servers = await serversThatSay(() => ({ authorities: [soa] }))
  const { analysis } = await diagnoseTarget({ ...WEB, options: { servers } })
  expect(analysis.verdict).toMatchObject({ cause: 'dnsNoAddress', category: 'dns' })
})

test('another answer than expected', async () => {
  const servers = await serversThatSay(({ name }) => ({
    answers: [record(name, 'A', '192.0.2.9')],
  }))
  const { analysis } = await diagnoseTarget({
    type: 'dns',
    url: 'dns://shop.test',
    settings: { expected: { match: 'exactSet', values: ['192.0.2.1'] } },
    options: { servers },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'dnsWrongAnswer', category: 'dns' })
  expect(analysis.verdict.explanation).toContain('192.0.2.9')
})

test('signatures that are not valid show when their check is switched off', async () => {
  const servers = await serversThatSay(({ name, packet }) =>
    packet.flag_cd ? { answers: [record(name, 'A', '127.0.0.1')] } : { rcode: 2 },
  )
  const { analysis, votes } = await diagnoseTarget({ ...WEB, options: { servers } })
  expect(votes[0]?.cause).toBe('dnsServfail')
  expect(analysis.verdict).toMatchObject({ cause: 'dnssecBogus', category: 'dns' })
  expect(analysis.alternatives.map(({ cause }) => cause)).toContain('dnsServfail')
})

test('name servers that are down show when each is asked', async () => {
  const servers = await serversThatSay(failsButKnows(2))
  const { analysis, votes } = await diagnoseTarget({
    ...WEB,
    ports: { nameServer: await closedUdpPort() },
    options: { servers },
  })
  expect(votes[0]?.cause).toBe('dnsServfail')
  expect(analysis.verdict).toMatchObject({ cause: 'nameserverDown', category: 'dns' })
  expect(analysis.verdict.explanation).toContain('ns2.shop.test does not answer')
})

test('a resolver of ours that fails where the zone and other regions answer', async () => {
  const authority = await startDnsServer(
    ({ name }) => ({ aa: true, answers: [record(name, 'A', '127.0.0.1')] }),
    { host: '127.0.0.2' },
  )
  const good = await serversThatSay(({ name, type }) =>
    type === 'A' ? { answers: [record(name, 'A', '127.0.0.1')] } : {},
  )
  const bad = await serversThatSay(failsButKnows(2))
  const { analysis } = await diagnoseTarget({
    type: 'dns',
    url: 'dns://shop.test',
    ports: { nameServer: authority.port },
    regions: { 'eu-west': { servers: bad }, 'us-east': { servers: good } },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'resolverFault', category: 'ours' })
  expect(analysis.alternatives[0]?.cause).toBe('dnsServfail')
})
