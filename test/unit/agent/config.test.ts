import { describe, expect, test } from 'vitest'
import { readAgentConfig } from '../../../agent/src/config.ts'

const NEEDED = {
  SIGHTLINE_CONTROLLER: 'localhost:50051',
  SIGHTLINE_AGENT_TOKEN: 'token',
  SIGHTLINE_REGION: 'eu-west',
}
const dohUrlOf = (value?: string) =>
  readAgentConfig(
    ['node', 'agent'],
    value === undefined ? NEEDED : { ...NEEDED, SIGHTLINE_DOH_URL: value },
  ).SIGHTLINE_DOH_URL?.href ?? null

describe('SIGHTLINE_CONTROLLER', () => {
  const controllersOf = (value: string) =>
    readAgentConfig(['node', 'agent', '--controller', value], NEEDED).SIGHTLINE_CONTROLLER

  test.each([
    ['monitor.example.com:50051', [['monitor.example.com', 50_051]]],
    [
      'a.example.com:1, [2001:db8::1]:2,a.example.com:3,a.example.com:1',
      [
        ['a.example.com', 1],
        ['2001:db8::1', 2],
        ['a.example.com', 3],
      ],
    ],
  ])('%s', (value, expected) => {
    expect(controllersOf(value).map(({ host, port }) => [host, port])).toEqual(expected)
  })

  test.each(['', 'a.example.com', 'a.example.com:0', 'a:1,,b:2', 'a:1,b', ','])(
    'refuses "%s"',
    (value) => {
      expect(() => controllersOf(value)).toThrow(/SIGHTLINE_CONTROLLER .*must be HOST:PORT/)
    },
  )
})

describe('the certificate of an agent', () => {
  test('comes with its key', () => {
    const read = (...flags: string[]) => readAgentConfig(['node', 'agent', ...flags], NEEDED)
    expect(() => read('--certificate', 'a.pem')).toThrow('SIGHTLINE_AGENT_KEY is not set')
    expect(() => read('--key', 'a.pem')).toThrow('SIGHTLINE_AGENT_CERT is not set')
    expect(read('--certificate', 'a.pem', '--key', 'b.pem', '--name', 'probe-1')).toMatchObject({
      SIGHTLINE_AGENT_CERT: 'a.pem',
      SIGHTLINE_AGENT_KEY: 'b.pem',
      SIGHTLINE_AGENT_NAME: 'probe-1',
    })
  })

  test('its name is one that certificates have', () => {
    expect(() => readAgentConfig(['node', 'agent', '--name', 'Büro 3'], NEEDED)).toThrow(
      'SIGHTLINE_AGENT_NAME is "Büro 3": must be letters, digits',
    )
  })
})

describe('SIGHTLINE_DOH_URL', () => {
  test.each([
    [undefined, 'https://cloudflare-dns.com/dns-query'],
    ['', 'https://cloudflare-dns.com/dns-query'],
    ['https://dns.shop.net/resolve?key=1', 'https://dns.shop.net/resolve?key=1'],
    ['http://127.0.0.1:8053/dns-query', 'http://127.0.0.1:8053/dns-query'],
    ['http://[::1]:8053/', 'http://[::1]:8053/'],
    ['http://localhost/', 'http://localhost/'],
    ['none', null],
  ])('%s is %s', (value, expected) => {
    expect(dohUrlOf(value)).toBe(expected)
  })

  test.each([
    'http://dns.shop.net/',
    'http://localhost.shop.net/',
    'http://10.0.0.1/',
    'https://user:secret@dns.shop.net/',
    'dns.shop.net',
    'ftp://127.0.0.1/',
    'off',
  ])('refuses %s', (value) => {
    expect(() => dohUrlOf(value)).toThrow(/SIGHTLINE_DOH_URL is ".*": must be the https address/)
  })
})
