import { mailEndpoint, monitorPort } from '@sightline/shared/monitor-endpoint'
import { parseResolver } from '@sightline/shared/monitor-types/dns/resolver'
import { descriptionOf, TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'

test.for([
  ['smtp://h.example', {}, 'smtp', 25, 'none'],
  ['smtp://h.example:25', { security: 'tls' }, 'smtp', 25, 'tls'],
  ['smtp://h.example', { security: 'tls' }, 'smtp', 465, 'tls'],
  ['smtp://h.example', { security: 'starttls' }, 'smtp', 25, 'starttls'],
  ['smtp://h.example:587', {}, 'smtp', 587, 'starttls'],
  ['smtp://h.example:587', { security: 'none' }, 'smtp', 587, 'none'],
  ['smtp://h.example', { port: 2525 }, 'smtp', 2525, 'none'],
  ['smtp://h.example', { port: 465 }, 'smtp', 465, 'tls'],
  ['smtps://h.example', {}, 'smtp', 465, 'tls'],
  ['smtps://h.example:2465', {}, 'smtp', 2465, 'tls'],
  ['imap://h.example', {}, 'imap', 143, 'none'],
  ['imap://h.example', { security: 'tls' }, 'imap', 993, 'tls'],
  ['imaps://h.example', {}, 'imap', 993, 'tls'],
  ['pop3://h.example:995', {}, 'pop3', 995, 'tls'],
  ['pop3s://h.example', {}, 'pop3', 995, 'tls'],
] as const)('%s with %j is %s on %i with %s', ([url, sent, protocol, port, security]) => {
  const settings = TYPE_DESCRIPTIONS.mail.settings.parse(sent)
  expect(mailEndpoint(url, settings)).toEqual({ host: 'h.example', protocol, port, security })
  expect(monitorPort('mail', url, settings)).toBe(port)
})

test.for([
  ['web', 'https://h.example/', {}, 443],
  ['tcp', 'tcp://h.example:22', {}, 22],
  ['tcp', 'tcp://h.example', { port: 22 }, 22],
  ['tcp', 'tcp://h.example', {}, null],
  ['udp', 'udp://h.example', { preset: 'snmp' }, 161],
  ['udp', 'udp://h.example', { preset: 'snmp', port: 1161 }, 1161],
  ['udp', 'udp://h.example:1161', { preset: 'snmp' }, 1161],
  ['udp', 'udp://h.example', {}, null],
  ['ping', 'ping://h.example', {}, null],
  ['dns', 'dns://h.example', {}, null],
] as const)('the port of a %s monitor of %s with %j is %j', ([type, url, sent, port]) => {
  expect(monitorPort(type, url, descriptionOf(type).settings.parse(sent))).toBe(port)
})

test.for([
  ['system', { kind: 'system' }],
  ['authoritative', { kind: 'authoritative' }],
  ['192.0.2.53', { kind: 'server', host: '192.0.2.53', port: null }],
  ['192.0.2.53:5353', { kind: 'server', host: '192.0.2.53', port: 5353 }],
  ['2001:db8::1', { kind: 'server', host: '2001:db8::1', port: null }],
  ['[2001:db8::1]:53', { kind: 'server', host: '2001:db8::1', port: 53 }],
  ['NS1.Example.com.', { kind: 'server', host: 'ns1.example.com', port: null }],
  ['ns1.example.com:443', { kind: 'server', host: 'ns1.example.com', port: 443 }],
  ['127.1', { kind: 'server', host: '127.0.0.1', port: null }],
  ['[::ffff:127.0.0.1]:53', { kind: 'server', host: '127.0.0.1', port: 53 }],
  ['10.0.0.0/8', null],
  ['192.0.2.53:0', null],
  ['192.0.2.53:65536', null],
  ['[::1', null],
  ['a b', null],
  ['u@192.0.2.53', null],
  ['udp://192.0.2.53', null],
  ['', null],
] as const)('the resolver %j is %j', ([text, resolver]) => {
  expect(parseResolver(text)).toEqual(resolver)
})
