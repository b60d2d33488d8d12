import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import { describe, expect, it } from 'vitest'

describe('the URL of a monitor', () => {
  it.each([
    ['example.com', 'web', 'https://example.com/', 'example.com', 443],
    [
      '  HTTP://user:pass@ExAmple.COM.:80/a?b#c ',
      'web',
      'http://example.com/a?b',
      'example.com',
      80,
    ],
    [
      'https://bücher.example/ä',
      'web',
      'https://xn--bcher-kva.example/%C3%A4',
      'xn--bcher-kva.example',
      443,
    ],
    ['http://0x7f.1/', 'web', 'http://127.0.0.1/', '127.0.0.1', 80],
    ['http://localhost../', 'web', 'http://localhost/', 'localhost', 80],
    ['localhost:8080', 'web', 'https://localhost:8080/', 'localhost', 8080],
    ['http://2130706433', 'web', 'http://127.0.0.1/', '127.0.0.1', 80],
    ['http://0177.0.0.1:8080', 'web', 'http://127.0.0.1:8080/', '127.0.0.1', 8080],
    ['http://[::FFFF:127.0.0.1]/', 'web', 'http://127.0.0.1/', '127.0.0.1', 80],
    ['tcp://example.com:80', 'tcp', 'tcp://example.com:80', 'example.com', 80],
    ['tcp://example.com:443', 'tcp', 'tcp://example.com:443', 'example.com', 443],
    ['udp://[2001:db8::1]:53', 'udp', 'udp://[2001:db8::1]:53', '2001:db8::1', 53],
    ['icmp://Example.com', 'ping', 'ping://example.com', 'example.com', null],
    [
      'dns://_sip._tcp.example.com',
      'dns',
      'dns://_sip._tcp.example.com',
      '_sip._tcp.example.com',
      null,
    ],
    ['smtp://mx.example.com', 'mail', 'smtp://mx.example.com', 'mx.example.com', null],
    ['smtp://mx.example.com:25', 'mail', 'smtp://mx.example.com:25', 'mx.example.com', 25],
    ['imap://mx.example.com/', 'mail', 'imap://mx.example.com', 'mx.example.com', null],
    ['pop3s://mx.example.com', 'mail', 'pop3s://mx.example.com', 'mx.example.com', 995],
    ['http://0x7f.1../', 'web', 'http://127.0.0.1/', '127.0.0.1', 80],
    ['tcp://u:p@2130706433.:22', 'tcp', 'tcp://127.0.0.1:22', '127.0.0.1', 22],
    ['dns://1.1.1.1.', 'dns', 'dns://1.1.1.1', '1.1.1.1', null],
    ['smtps://mx.example.com:465', 'mail', 'smtps://mx.example.com', 'mx.example.com', 465],
    ['smtp://mx.example.com:587', 'mail', 'smtp://mx.example.com:587', 'mx.example.com', 587],
  ])('%s is a %s monitor', (text, type, url, host, port) => {
    expect(parseMonitorUrl(text)).toMatchObject({ type, url, host, port })
  })

  it('takes the scheme of a bare host from the type', () => {
    expect(parseMonitorUrl('example.com:25', 'tcp').url).toBe('tcp://example.com:25')
    expect(parseMonitorUrl('example.com', 'dns').url).toBe('dns://example.com')
  })

  it.each([
    '',
    ' ',
    'http://',
    'ftp://example.com',
    'javascript:alert(1)',
    'mailto:me@example.com',
    'http:/example.com',
    'http://a b/',
    'http://exa mple',
    'tcp://h:0',
    'tcp://h:99999',
    'http://[::1',
    'http://%zz/',
    `http://${'a'.repeat(300)}/`,
    `dns://${'a'.repeat(64)}.example`,
    'dns://a..example',
    'dns://.',
    'ping://example.com:80',
    'ping://example.com:443',
    'dns://example.com:53',
    'dns://192.0.2.53/example.com',
    'tcp://example.com:80/path',
    'smtp://example.com?x',
  ])('refuses "%s" with a sentence', (text) => {
    expect(() => parseMonitorUrl(text)).toThrow(MonitorUrlError)
  })

  it('says where the port of a name server belongs', () => {
    expect(() => parseMonitorUrl('dns://example.com:53')).toThrow(/settings\.resolver/)
    expect(() => parseMonitorUrl('example.com:80', 'ping')).toThrow(/port 80: a ping has no port/)
  })

  it.each(['tcp://h:65536', 'https://h:99999/a?b', 'h:70000', 'udp://[::1]:123456', 'tcp://h:0'])(
    'says of %s which ports there are',
    (text) => {
      expect(() => parseMonitorUrl(text)).toThrow(/^port \d+ cannot be monitored: use 1 to 65535$/)
    },
  )

  it('is its own normal form', () => {
    for (const text of ['https://a.example:80', 'tcp://[::1]:443', 'imaps://a.example:993']) {
      const { url } = parseMonitorUrl(text)
      expect(parseMonitorUrl(url).url).toBe(url)
    }
  })

  it('refuses a scheme of another type', () => {
    expect(() => parseMonitorUrl('tcp://h:1', 'web')).toThrow(/does not fit/)
  })

  it.each([
    ['http://h', 'tcp', 'use tcp://host:port, or a bare host'],
    ['tcp://h:1', 'web', 'use http(s)://host, or a bare host'],
    ['ftp://h', 'mail', 'use smtp(s)://host, imap(s)://host, pop3(s)://host, or a bare host'],
  ] as const)('names for %s only what fits type %s', (text, type, forms) => {
    expect(() => parseMonitorUrl(text, type)).toThrow(`: ${forms}`)
  })

  it.each([
    'http://bob:s3cret@h:99999',
    'http://bob:s3/cret@h',
    'http://bob:s3@cret@h:99999',
    'bob:1s3cret@h:99999',
    'http://bob:99999/cret@h',
    'tcp://bob:12/s3cret@h:1',
    `http://bob:s3cret@${'a'.repeat(300)}`,
  ])('repeats no password of %s', (text) => {
    expect(() => parseMonitorUrl(text)).toThrow(/"[^"]*\*\*\*@[^"]*"/)
    expect(() => parseMonitorUrl(text)).toThrow(/^(?!.*cret)/)
  })
})
