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
