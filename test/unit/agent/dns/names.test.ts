import { expect, test } from 'vitest'
import { reverseName } from '../../../../agent/src/dns/reverse-name.ts'
import { parseServerText } from '../../../../agent/src/dns/server-text.ts'
import { isAskable, isWithin, parentOf } from '../../../../agent/src/dns/wire-name.ts'

test.for([
  ['192.0.2.53', '192.0.2.53', null],
  ['192.0.2.53:5353', '192.0.2.53', 5353],
  ['2001:db8::1', '2001:db8::1', null],
  ['[2001:db8::1]', '2001:db8::1', null],
  ['[2001:db8::1]:53', '2001:db8::1', 53],
  ['fe80::1%eth0', 'fe80::1%eth0', null],
  ['dns.example.:853', 'dns.example', 853],
] as const)('%s is a server', ([text, host, port]) => {
  expect(parseServerText(text)).toEqual({ host, port })
})

test.for(['', ':53', '192.0.2.1:0', '192.0.2.1:65536', '[192.0.2.1]:53', 'a b', '[::1', 'a:b:c'])(
  '"%s" is no server',
  (text) => {
    expect(parseServerText(text)).toBeNull()
  },
)

test.for([
  ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['::ffff:192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['::1', `1.${'0.'.repeat(31)}ip6.arpa`],
  ['2001:db8::', `${'0.'.repeat(24)}8.b.d.0.1.0.0.2.ip6.arpa`],
  ['example.com', null],
])('the reverse name of %s', ([address, name]) => {
  expect(reverseName(address ?? '')).toBe(name)
})

test.for([
  ['.', true],
  ['_dmarc.example.com', true],
  [`${'a'.repeat(63)}.example`, true],
  [`${'a'.repeat(64)}.example`, false],
  // A dot or a byte within a label as `readName` tells it would be put into a question as it is told.
  ['a\\.b.example', false],
  ['\\001.example', false],
  ['a..b', false],
  ['', false],
  [`${'a'.repeat(63)}.`.repeat(4).slice(0, -1), false],
] as const)('whether "%s" can be asked for', ([name, isGood]) => {
  expect(isAskable(name)).toBe(isGood)
})

test('names have parents up to the root, and lie within them', () => {
  expect(parentOf('www.example')).toBe('example')
  expect(parentOf('example')).toBe('.')
  expect(parentOf('.')).toBeNull()
  expect(isWithin('www.example', 'example')).toBe(true)
  expect(isWithin('badexample', 'example')).toBe(false)
  expect(isWithin('example', '.')).toBe(true)
})
