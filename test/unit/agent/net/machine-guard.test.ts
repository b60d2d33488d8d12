import { createAddressGuard, createAddressList, parseAddressRange } from '@sightline/shared/address'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { createServer, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardProxy } from '../../../../agent/src/browser/guard-proxy.ts'
import { createFindAddresses } from '../../../../agent/src/net/addresses.ts'
import { createDial } from '../../../../agent/src/net/dial.ts'
import { createLookUp } from '../../../../agent/src/net/lookup.ts'
import { createMachineGuard } from '../../../../agent/src/net/machine-guard.ts'
import { createNat64 } from '../../../../agent/src/net/nat64.ts'
import { createIsNearby } from '../../../../agent/src/net/own-ranges.ts'
import { createResolverHealth } from '../../../../agent/src/net/resolver-health.ts'
import { createWhoseWork } from '../../../../agent/src/net/whose-work.ts'
import { record, startDnsServer } from '../../../helpers/dns-server.ts'
import { listen } from '../../../helpers/listen.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

const face = (address: string, cidr: string) =>
  [
    { address, cidr, netmask: '', family: 'IPv4', mac: '', internal: false },
  ] as unknown as Interfaces[string]

const INTERFACES: Interfaces = {
  eth0: face('93.184.215.14', '93.184.215.14/26'),
  eth1: face('2a00:1450:4001::5', '2a00:1450:4001::5/64'),
  tun0: face('45.33.32.156', '45.33.32.156/0'),
}

const rangesOf = (texts: readonly string[]) =>
  texts.flatMap((text) => parseAddressRange(text) ?? [])

function guardOf(
  options: { open?: readonly string[]; read?: () => Interfaces; servers?: string[] } = {},
) {
  const { open = [], read = () => INTERFACES, servers = ['127.0.0.1:9'] } = options
  const clock = { nowMs: 0 }
  const whose = createWhoseWork()
  const resolver = createNameResolver({ servers })
  const guard = createMachineGuard({
    guard: createAddressGuard(rangesOf(open)),
    isOpened: createAddressList(rangesOf(open)),
    isNearby: createIsNearby(read, () => clock.nowMs),
    nat64: createNat64(resolver, () => clock.nowMs),
    isOperators: whose.isOperators,
  })
  return { guard, whose, clock, resolver }
}

test.each([
  ['93.184.215.14', 'own machine'],
  ['::ffff:93.184.215.14', 'own machine'],
  ['93.184.215.20', 'own network'],
  ['93.184.215.99', null],
  ['2a00:1450:4001::5', 'own machine'],
  ['2a00:1450:4001::abcd', 'own network'],
  ['2a00:1450:4001:1::5', null],
  ['45.33.32.156', 'own machine'],
  ['8.8.8.8', null],
  ['10.0.0.1', 'a private address'],
])('%s is refused as %s, but to the operator only where nobody may go', (address, reason) => {
  const { guard, whose } = guardOf()
  const expected = reason === null ? null : expect.stringContaining(reason)
  expect(guard.reasonBlocked(address)).toEqual(expected)
  const base = createAddressGuard([]).reasonBlocked(address)
  expect(whose.runAs(true, () => guard.reasonBlocked(address))).toBe(base)
  expect(whose.runAs(false, () => guard.reasonBlocked(address))).toEqual(expected)
})

test('what the operator opened is open to everybody', () => {
  const { guard } = guardOf({ open: ['93.184.215.0/24'] })
  expect(guard.reasonBlocked('93.184.215.14')).toBeNull()
})

test('an address that the machine gets is refused a little later, and one it loses is not', () => {
  let interfaces: Interfaces = {}
  const { guard, clock } = guardOf({ read: () => interfaces })
  expect(guard.reasonBlocked('93.184.215.14')).toBeNull()
  interfaces = INTERFACES
  clock.nowMs += 10_000
  expect(guard.reasonBlocked('93.184.215.14')).not.toBeNull()
  interfaces = {}
  clock.nowMs += 10_000
  expect(guard.reasonBlocked('93.184.215.14')).toBeNull()
})

test('the interfaces of this machine can be read', () => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const isNearby = createIsNearby()
  expect(addresses.map(({ address }) => isNearby(address))).toEqual(addresses.map(() => 'own'))
})

test.each([
  ['2a00:64:64:64::c000:aa', '2a00:64:64:64::a00:1', '2a00:64:64:65::a00:1'],
  ['2a00:64:64:64:c0:0:aa00:0', '2a00:64:64:64:8:808:800:0', '2a00:64:64:65::'],
  ['2a00:64:64:c0:0:aa::', '2a00:64:64:a:0:1::', '2a00:64:65::1'],
  ['2a00:64:c000:aa::', '2a00:64:a00:1::', '2a00:65::1'],
])(
  'a network that makes %s of an IPv4 address has %s behind it, and not %s',
  async (made, behind, beside) => {
    const server = await startDnsServer(({ name, type }) =>
      name === 'ipv4only.arpa' && type === 'AAAA' ? { answers: [record(name, type, made)] } : {},
    )
    const { guard, whose, resolver } = guardOf({ servers: [server.at] })
    const findAddresses = createFindAddresses({
      lookUp: createLookUp(resolver, createResolverHealth(resolver)),
      guard,
    })
    const find = async (host: string) => {
      const found = await findAddresses({ host, family: 'any' }, new AbortController().signal)
      return found.ok ? 'open' : found.failure.message
    }
    expect(await find(behind)).toContain('NAT64')
    expect(await find(beside)).toBe('open')
    expect(await whose.runAs(true, () => find(behind))).toBe('open')
    expect(server.seen).toHaveLength(1)
  },
)

test('where no NAT64 is, or nobody answers, nothing more is refused', async () => {
  for (const servers of [['127.0.0.1:9'], [(await startDnsServer(() => ({ rcode: 3 }))).at]]) {
    const { guard } = guardOf({ servers })
    await guard.prepare(['2a00:64:64:64::a00:1'])
    expect(guard.reasonBlocked('2a00:64:64:64::a00:1')).toBeNull()
    expect(guard.prepare(['2a00:64:64:64::a00:1'])).toBeNull()
  }
})

test('a page in the browser reaches what whoever asked for it may', async () => {
  const whose = createWhoseWork()
  const { findAddresses } = toolsFor({ open: ['127.0.0.1/32'] })
  const asked: boolean[] = []
  const dial = createDial((target, signal) => {
    asked.push(whose.isOperators())
    return findAddresses(target, signal)
  })
  const port = await listen(createServer((_, response) => void response.end('here')))
  for (const isOperators of [true, false]) {
    const proxy = await whose.runAs(isOperators, () => createGuardProxy(dial, 'any'))
    onTestFinished(() => proxy.close())
    const { username, password } = proxy.credentials
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    await new Promise<void>((resolve, reject) => {
      request({
        port: proxy.port,
        path: `http://127.0.0.1:${port}/`,
        headers: { 'proxy-authorization': `Basic ${basic}` },
      })
        .on('response', (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
  }
  expect(asked).toEqual([true, false])
})
