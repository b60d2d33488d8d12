import { PageTimingResult } from '@sightline/shared/analyses/page-timing'
import { expect, test } from 'vitest'
import { pageTimingAnalysis } from '../../../../agent/src/analyses/page-timing.ts'
import type { Hop } from '../../../../agent/src/http/page.ts'
import type { PageOptions } from '../../../helpers/analysis-page.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

const timing = (options: PageOptions = {}) =>
  PageTimingResult.parse(pageTimingAnalysis.analyse({ page: pageOf('<p>hello', options) }, {}))

const hop = (totalMs: number): Hop => ({
  url: 'http://example.com/',
  statusCode: 301,
  location: '/',
  httpVersion: '1.1',
  headers: {},
  ip: null,
  totalMs,
})

test('the phases of the last request are told, and the way there beside them', () => {
  const hops = [hop(10.1), hop(20.2)]
  expect(
    timing({ hops, totalMs: 92.3, httpVersion: '2', contentEncoding: 'br', transferBytes: 6 }),
  ).toEqual({
    url: 'https://example.com/',
    fetchedUrl: 'https://example.com/',
    statusCode: 200,
    protocol: 'h2',
    ip: '192.0.2.80',
    timings: {
      dnsMs: 4,
      tcpMs: 8,
      tlsMs: 16,
      ttfbMs: 32,
      downloadMs: 2,
      redirectMs: 30.3,
      toFirstByteMs: 90.3,
      totalMs: 92.3,
    },
    transferSize: 6,
    decodedSize: 8,
    contentEncoding: 'br',
    tlsVersion: null,
    redirects: 2,
    truncated: false,
    rating: { ttfb: 'good' },
  })
})

test.each([
  [800, 'good'],
  [800.1, 'needs-improvement'],
  [1_800, 'needs-improvement'],
  [1_800.1, 'poor'],
  [null, null],
])('a first byte after %s ms is %s', (firstByteMs, ttfb) => {
  // The way to the server is no part of it.
  const timings = { dnsMs: 900, connectMs: 900, tlsMs: 900, firstByteMs, downloadMs: null }
  const result = timing({ timings })
  expect(result.rating).toEqual({ ttfb })
  expect(result.timings).toMatchObject({ dnsMs: 900, tlsMs: 900, ttfbMs: firstByteMs })
})

test('what did not take place is null', () => {
  const none = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null }
  const { timings } = timing({ timings: none })
  expect(timings).toMatchObject({ dnsMs: null, tcpMs: null, tlsMs: null, toFirstByteMs: null })
})
