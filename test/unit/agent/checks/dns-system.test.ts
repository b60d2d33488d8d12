import { expect, test } from 'vitest'
import { dnsChecker } from '../../../../agent/src/checks/dns.ts'
import type { DnsScript } from '../../../helpers/dns-server.ts'
import { record, startDnsServer, startUdpServer } from '../../../helpers/dns-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

const check = (name: string, servers: readonly string[], options: CheckerOptions = {}) =>
  runChecker(dnsChecker, `dns://${name}`, {}, { open: [], servers, ...options })

/** A name server that knows every name but those under "bad". */
const failing =
  (reply: ReturnType<DnsScript>): DnsScript =>
  ({ name }) =>
    name.endsWith('bad') ? reply : { answers: [record(name, 'A', '192.0.2.1')] }

test("the agent's own name servers are asked wherever they are", async () => {
  const server = await startDnsServer(failing('silence'))
  const outcome = await check('example.com', [server.at])
  expect(outcome).toMatchObject({ status: 'up', details: { resolver: server.at } })
})

test.for([
  ['SERVFAIL', { rcode: 2 }, 'dnsServfail'],
  ['REFUSED', { rcode: 5 }, 'dnsServfail'],
  ['silence', 'silence', 'dnsTimeout'],
] as const)("%s for a name is the target's fault when others resolve", async ([, reply, cause]) => {
  const server = await startDnsServer(failing(reply))
  const outcome = await check('very.bad', [server.at], { timeoutMs: 1_000 })
  expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target', cause } })
})

test.for([
  ['SERVFAIL', { rcode: 2 }, 'dnsServfail'],
  ['silence', 'silence', 'dnsTimeout'],
] as const)("%s for every name is the resolver's fault", async ([, reply, cause]) => {
  const server = await startDnsServer(() => reply)
  const outcome = await check('example.com', [server.at], { timeoutMs: 400 })
  expect(outcome).toMatchObject({ status: 'unknown', failure: { source: 'resolver', cause } })
})

test('a closed port and garbage are the fault of the resolver', async () => {
  const garbage = await startUdpServer((bytes, send) => {
    const reply = Buffer.from(bytes)
    reply.writeUInt16BE(0x8180, 2)
    reply.writeUInt16BE(9, 6)
    send(reply)
  })
  for (const at of ['127.0.0.1:9', `127.0.0.1:${garbage}`]) {
    const outcome = await check('example.com', [at])
    expect(outcome).toMatchObject({
      status: 'unknown',
      failure: { source: 'resolver', cause: 'resolverFault' },
    })
  }
})

test.for([
  ['silent', 'silence'],
  ['failing', { rcode: 2 }],
  ['refusing', { rcode: 5 }],
] as const)('the next server is asked after a %s one', async ([, reply]) => {
  const first = await startDnsServer(() => reply)
  const second = await startDnsServer(failing('silence'))
  const outcome = await check('example.com', [first.at, second.at], { timeoutMs: 1_000 })
  expect(outcome).toMatchObject({ status: 'up', details: { resolver: second.at } })
})

test("a name that does not exist is the target's fault at once", async () => {
  const server = await startDnsServer(() => ({ rcode: 3 }))
  const outcome = await check('example.com', [server.at])
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause: 'dnsNxdomain' },
  })
  expect(server.seen).toHaveLength(1)
})
