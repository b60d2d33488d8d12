import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { PhaseTimings } from '../outcome/check-outcome.ts'
import { printable } from '../outcome/printable.ts'
import type { Analysis } from './analysis.ts'

/** Source: web.dev, "Time to First Byte" */
const GOOD_TTFB_MS = 800
const POOR_TTFB_MS = 1_800

type Rating = AnalysisResult<'page-timing'>['rating']['ttfb']

function rate(ttfbMs: number | null): Rating {
  if (ttfbMs === null) return null
  if (ttfbMs <= GOOD_TTFB_MS) return 'good'
  return ttfbMs > POOR_TTFB_MS ? 'poor' : 'needs-improvement'
}

/** One decimal, as all durations have. */
function sumMs(durations: readonly (number | null)[]): number {
  const sum = durations.reduce<number>((total, each) => total + (each ?? 0), 0)
  return Math.round(sum * 10) / 10
}

/** null where the first byte never came. */
function toFirstByte(timings: PhaseTimings, redirectMs: number): number | null {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = timings
  if (firstByteMs === null) return null
  return sumMs([redirectMs, dnsMs, connectMs, tlsMs, firstByteMs])
}

/** How long each phase of getting a page took. The client opens a connection for each request, so that
 *  every phase takes place. Source: design of the analyses, "page-timing" */
export const pageTimingAnalysis: Analysis<'page-timing', 'page'> = {
  needs: ['page'],
  analyse({ page }) {
    const { timings, hops, tls, contentEncoding } = page
    const redirectMs = sumMs(hops.map(({ totalMs }) => totalMs))
    const toFirstByteMs = toFirstByte(timings, redirectMs)
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      protocol: page.httpVersion.startsWith('2') ? 'h2' : 'h1',
      ip: page.ip,
      timings: {
        dnsMs: timings.dnsMs,
        tcpMs: timings.connectMs,
        tlsMs: timings.tlsMs,
        ttfbMs: timings.firstByteMs,
        downloadMs: timings.downloadMs,
        redirectMs,
        toFirstByteMs,
        totalMs: sumMs([page.totalMs]),
      },
      transferSize: page.transferBytes,
      decodedSize: page.body.length,
      contentEncoding: contentEncoding === null ? null : printable(contentEncoding, 90),
      tlsVersion: tls?.protocol ?? null,
      redirects: hops.length,
      truncated: page.isTruncated,
      rating: { ttfb: rate(timings.firstByteMs) },
    }
  },
}
