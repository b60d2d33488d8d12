import { expect, test } from 'vitest'
import { capableRegions } from '../../../../controller/src/regions/capable-regions.ts'

const KNOWN = [
  { code: 'asleep', available: false, capabilities: [] },
  { code: 'full', available: true, capabilities: ['web', 'ping'] },
  { code: 'poor', available: true, capabilities: ['web'] },
]

test('without a wish, every region that can', () => {
  expect(capableRegions(KNOWN, null, 'web', 'check web pages')).toEqual(['full', 'poor'])
  expect(capableRegions(KNOWN, null, 'ping', 'ping')).toEqual(['full'])
})

test('with a wish, in that order', () => {
  expect(
    capableRegions(KNOWN, { name: 'regions', codes: ['poor', 'full'] }, 'web', 'check web pages'),
  ).toEqual(['poor', 'full'])
})

test.for<[readonly string[] | null, string, string, string]>([
  [
    ['mars'],
    'web',
    'badRequest',
    'There is no region "mars": "regions" must be among asleep, full, poor.',
  ],
  [
    ['full', 'poor'],
    'ping',
    'unavailable',
    'No agent in poor can ping: its machine needs mtr-tiny (mtr-packet) or ping, and SIGHTLINE_ICMP must not be none.',
  ],
  [['asleep'], 'web', 'unavailable', 'No agent in asleep is connected now.'],
  [null, 'mail', 'unavailable', 'No connected agent can ping.'],
  [
    null,
    'traceroute',
    'unavailable',
    'No connected agent can ping: its machine needs mtr-tiny (mtr-packet) or traceroute, and SIGHTLINE_ICMP must not be none.',
  ],
])('%j cannot do %s', ([asked, capability, code, message]) => {
  const named = asked === null ? null : { name: 'regions' as const, codes: asked }
  expect(() => capableRegions(KNOWN, named, capability, 'ping')).toThrow(
    expect.objectContaining({ code, message }),
  )
})
