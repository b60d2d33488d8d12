import { expect, test } from 'vitest'
import { ehloName, wireName } from '../../../../../agent/src/checks/mail/ehlo-name.ts'

test.for([
  ['mail.example.org', 'mail.example.org'],
  ['my_host', 'my_host'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['[192.0.2.1]', '[192.0.2.1]'],
  ['[IPv6:2001:db8::1]', '[IPv6:2001:db8::1]'],
  ['a b', null],
  ['a\r\nQUIT', null],
  ['ü/b', null],
  ['', null],
] as const)('the name %j goes over the wire as %j', ([name, wire]) => {
  expect(wireName(name)).toBe(wire)
})

test.for(['127.0.0.1', '::ffff:127.0.0.1', '::1', 'fe80::1%eth0', null])(
  'without a name of its own the agent uses a full host name or the address %j',
  (address) => {
    expect(ehloName(null, address)).toMatch(/^(?:\[[0-9.]+\]|\[IPv6:[0-9a-f:]+\]|\S+\.\S+)$/)
  },
)

test('the name of the monitor wins', () => {
  expect(ehloName('probe.example', '127.0.0.1')).toBe('probe.example')
})
