import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadPingPackage } from '../../../../agent/src/icmp/ping-package.ts'
import { readRemarks } from '../../../../agent/src/icmp/ping-output.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/ping/${name}.txt`, import.meta.url), 'utf8')

test.for<[string, unknown]>([
  ['linux-replies', null],
  ['linux-ipv6', null],
  ['linux-silence', null],
  ['linux-loop', null],
  ['linux-host-unreachable', { kind: 'unreachable', reason: 'host', from: '10.77.1.254' }],
  ['linux-net-unreachable', { kind: 'unreachable', reason: 'network', from: '10.77.1.254' }],
  ['linux-prohibited', { kind: 'unreachable', reason: 'host', from: '10.77.1.254' }],
  ['linux-no-route', { kind: 'unreachable', reason: 'host', from: null }],
  ['macos-unreachable', { kind: 'unreachable', reason: 'host', from: '198.51.100.1' }],
])('reads who refused in %s', ([name, refusal]) => {
  expect(readRemarks(fixture(name))).toEqual({ refusal, fault: null })
})

test.for<[string, unknown]>([
  ['From 10.1.2.3 icmp_seq=1 Time to live exceeded', { kind: 'expired', from: '10.1.2.3' }],
  [
    'From 2001:db8::1 icmp_seq=1 Destination unreachable: No route',
    { kind: 'unreachable', reason: 'host', from: '2001:db8::1' },
  ],
  [
    'From gate.example (10.1.2.3) icmp_seq=1 Destination Net Unreachable',
    { kind: 'unreachable', reason: 'network', from: '10.1.2.3' },
  ],
  ['ping: connect: Network is unreachable', { kind: 'unreachable', reason: 'network', from: null }],
])('understands "%s"', ([line, refusal]) => {
  expect(readRemarks(`PING\n${line}\n`).refusal).toEqual(refusal)
})

test('a ping without permission is a fault of the agent', () => {
  expect(readRemarks('ping: socket: Operation not permitted\n').fault?.message).toMatch(/forbids/)
})

test.for<[string, readonly number[]]>([
  [fixture('linux-replies'), [0.334, 0.05, 0.064]],
  [fixture('linux-ipv6'), [0.109, 0.063]],
  [fixture('linux-silence'), []],
  [fixture('busybox-replies'), [0.092, 0.122]],
  [fixture('linux-duplicates'), [1.5]],
  ['', []],
  ['ping', []],
  ['ping: nonsense', []],
  ['PING x y\n= = = without a time\n--- ', []],
])('takes the round trips from output %#, whatever it is', ([output, times]) => {
  expect(loadPingPackage().read('192.0.2.9', output).times).toEqual(times)
})
