import type { AnalysisWords } from './words.ts'

export const PAGE_TIMING_WORDS: AnalysisWords<'page-timing'> = {
  summary: 'Time the phases of a page',
  description:
    'How long DNS, connecting, TLS, the wait for the first byte and the download took, for the HTML of the page alone, on a fresh connection. Phases are those of the last address; `redirectMs` holds what led to it. `rating.ttfb` is of `ttfbMs`, the wait for the server alone.',
  example: {
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 200,
    protocol: 'h2',
    ip: '192.0.2.10',
    timings: {
      dnsMs: 12.4,
      tcpMs: 18.1,
      tlsMs: 21.9,
      ttfbMs: 140.2,
      downloadMs: 9.3,
      redirectMs: 74.6,
      toFirstByteMs: 267.2,
      totalMs: 276.5,
    },
    transferSize: 18_240,
    decodedSize: 76_802,
    contentEncoding: 'br',
    tlsVersion: 'TLSv1.3',
    redirects: 1,
    truncated: false,
    rating: { ttfb: 'good' },
  },
}
