import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ProbeCommand } from '../../../../agent/src/icmp/probe-line.ts'
import { parseReply, probeLine } from '../../../../agent/src/icmp/probe-line.ts'

const ECHO: ProbeCommand = {
  address: '192.0.2.1',
  protocol: 'icmp',
  port: null,
  ttl: null,
  packetSize: 56,
  timeoutSeconds: 5,
}

test.for<[Partial<ProbeCommand>, string]>([
  [{}, '7 send-probe ip-4 192.0.2.1 timeout 5 size 84\n'],
  [{ address: '2001:db8::1' }, '7 send-probe ip-6 2001:db8::1 timeout 5 size 104\n'],
  [{ packetSize: 0 }, '7 send-probe ip-4 192.0.2.1 timeout 5 size 28\n'],
  [
    { protocol: 'tcp', port: 443, ttl: 3 },
    '7 send-probe ip-4 192.0.2.1 timeout 5 size 84 protocol tcp port 443 ttl 3\n',
  ],
  [{ protocol: 'udp' }, '7 send-probe ip-4 192.0.2.1 timeout 5 size 84 protocol udp\n'],
])('writes a probe of %o', ([change, line]) => {
  expect(probeLine(7, { ...ECHO, ...change })).toBe(line)
})

test.for<[Partial<ProbeCommand>]>([
  [{ address: '192.0.2.1\n8 send-probe ip-4 127.0.0.1' }],
  [{ address: '192.0.2.1 ttl 1' }],
  [{ address: 'example.com' }],
  [{ address: 'fe80::1%eth0 port 1' }],
  [{ address: '' }],
  [{ port: 0 }],
  [{ port: 70_000 }],
  [{ ttl: 256 }],
  [{ timeoutSeconds: 1.5 }],
  [{ timeoutSeconds: Number.NaN }],
  [{ packetSize: -1 }],
])('nothing but addresses and numbers gets into a line: %o', ([change]) => {
  expect(() => probeLine(7, { ...ECHO, ...change })).toThrow(RangeError)
})

test('reads what mtr-packet 0.95 said', () => {
  const file = new URL('../../../fixtures/mtr-packet/replies-0.95.txt', import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map(parseReply)).toEqual([
    { token: 6, reply: { kind: 'refused', word: 'invalid-argument' } },
    { token: 9, reply: { kind: 'refused', word: 'feature-support support 0.95' } },
    { token: 10, reply: { kind: 'refused', word: 'unknown-command' } },
    null,
    { token: 1, reply: { kind: 'reply', from: '10.77.3.1', ms: 0.887 } },
    { token: 2, reply: { kind: 'expired', from: '10.77.1.254', ms: 0.825 } },
    { token: 8, reply: { kind: 'reply', from: '10.77.3.1', ms: 0.298 } },
    { token: 5, reply: { kind: 'reply', from: 'fd77:1::fe', ms: 0.74 } },
    { token: 7, reply: { kind: 'reply', from: '10.77.3.1', ms: 0.66 } },
    { token: 3, reply: { kind: 'silence' } },
    { token: 4, reply: { kind: 'silence' } },
  ])
})

test.for([
  [
    'no-route ip-4 192.0.2.9 round-trip-time 1500',
    { kind: 'unreachable', reason: 'host', from: '192.0.2.9', ms: 1.5 },
  ],
  ['no-route', { kind: 'unreachable', reason: 'host', from: null, ms: null }],
  ['no-route-network', { kind: 'unreachable', reason: 'network', from: null, ms: null }],
  ['host-down', { kind: 'unreachable', reason: 'host', from: null, ms: null }],
  ['probes-exhausted', { kind: 'exhausted' }],
  ['network-down', { kind: 'refused', word: 'network-down' }],
  ['permission-denied', { kind: 'refused', word: 'permission-denied' }],
  ['unexpected-error errno 105', { kind: 'refused', word: 'unexpected-error errno 105' }],
  [
    'ttl-expired ip-4 192.0.2.9 round-trip-time 20 mpls 1,2,1,3',
    { kind: 'expired', from: '192.0.2.9', ms: 0.02 },
  ],
])('understands %s', ([text, reply]) => {
  expect(parseReply(`12 ${text as string}`)).toEqual({ token: 12, reply })
})

test.for(['', ' ', 'x reply', '-1 reply', '1.5 reply', '1', 'error: something'])(
  'ignores %o, which answers no probe',
  (line) => {
    expect(parseReply(line)).toBeNull()
  },
)
