import type { TallyRow } from '../../db/tally-row.ts'
import type { Histogram } from './histogram.ts'
import { percentiles } from './histogram.ts'

/** What checks came to, of one bucket and, when asked so, of one region. */
export interface Tally extends Omit<TallyRow, 'histogram'> {
  readonly histogram: Histogram
}

/** Checks by what they found. Source: decisions, section 7 */
export interface CheckCounts {
  total: number
  up: number
  degraded: number
  down: number
  unknown: number
}

/** Response times of checks that were up or degraded, ms; null without any. Source: decisions, section 7 */
export interface ResponseFigures {
  avgMs: number | null
  minMs: number | null
  maxMs: number | null
  p50Ms: number | null
  p95Ms: number | null
  p99Ms: number | null
}

/** Average time of each phase of such checks, ms; null where it took place in none. */
export interface PhaseTimings {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  downloadMs: number | null
}

/** A tally of no checks. */
export const NO_CHECKS: Tally = {
  bucket: 0,
  region: null,
  checks: 0,
  up: 0,
  degraded: 0,
  down: 0,
  unknown: 0,
  failures: 0,
  responseCount: 0,
  responseMinMs: null,
  responseMaxMs: null,
  responseSumMs: 0,
  dnsSumMs: 0,
  connectSumMs: 0,
  tlsSumMs: 0,
  firstByteSumMs: 0,
  downloadSumMs: 0,
  dnsCount: 0,
  connectCount: 0,
  tlsCount: 0,
  firstByteCount: 0,
  downloadCount: 0,
  histogram: [],
}

/** One tally of two; the bucket and region are those of the first. */
export function addTallies(a: Tally, b: Tally): Tally {
  return {
    bucket: a.bucket,
    region: a.region,
    checks: a.checks + b.checks,
    up: a.up + b.up,
    degraded: a.degraded + b.degraded,
    down: a.down + b.down,
    unknown: a.unknown + b.unknown,
    failures: a.failures + b.failures,
    responseCount: a.responseCount + b.responseCount,
    responseMinMs: least(a.responseMinMs, b.responseMinMs),
    responseMaxMs: greatest(a.responseMaxMs, b.responseMaxMs),
    responseSumMs: a.responseSumMs + b.responseSumMs,
    dnsSumMs: a.dnsSumMs + b.dnsSumMs,
    connectSumMs: a.connectSumMs + b.connectSumMs,
    tlsSumMs: a.tlsSumMs + b.tlsSumMs,
    firstByteSumMs: a.firstByteSumMs + b.firstByteSumMs,
    downloadSumMs: a.downloadSumMs + b.downloadSumMs,
    dnsCount: a.dnsCount + b.dnsCount,
    connectCount: a.connectCount + b.connectCount,
    tlsCount: a.tlsCount + b.tlsCount,
    firstByteCount: a.firstByteCount + b.firstByteCount,
    downloadCount: a.downloadCount + b.downloadCount,
    histogram: [...a.histogram, ...b.histogram],
  }
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

function greatest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

/** Puts rows of the same bucket and region together. */
export function mergeRows(rows: readonly TallyRow[]): Tally[] {
  const tallies: Tally[] = []
  const places = new Map<string | null, Map<number, number>>()
  for (const row of rows) {
    const ofRegion = places.get(row.region) ?? new Map<number, number>()
    places.set(row.region, ofRegion)
    const tally = { ...row, histogram: row.histogram === null ? [] : [row.histogram] }
    const place = ofRegion.get(row.bucket)
    const known = place === undefined ? undefined : tallies[place]
    if (place === undefined || known === undefined) {
      ofRegion.set(row.bucket, tallies.push(tally) - 1)
    } else tallies[place] = addTallies(known, tally)
  }
  return tallies
}

export function checkCounts(tally: Tally): CheckCounts {
  const { checks, up, degraded, down, unknown } = tally
  return { total: checks, up, degraded, down, unknown }
}

/** Average response time, ms with two decimals; null without any. */
export function averageMs(tally: Pick<Tally, 'responseSumMs' | 'responseCount'>): number | null {
  return average(tally.responseSumMs, tally.responseCount)
}

export function responseFigures(tally: Tally): ResponseFigures {
  const { responseMinMs: min, responseMaxMs: max } = tally
  const [p50, p95, p99] = percentiles(tally.histogram, [0.5, 0.95, 0.99])
  // A bucket's middle may lie outside of what was measured.
  const clamped = (ms: number | null | undefined): number | null =>
    ms === null || ms === undefined || min === null || max === null
      ? null
      : hundredths(Math.min(max, Math.max(min, ms)))
  return {
    avgMs: averageMs(tally),
    minMs: min === null ? null : hundredths(min),
    maxMs: max === null ? null : hundredths(max),
    p50Ms: clamped(p50),
    p95Ms: clamped(p95),
    p99Ms: clamped(p99),
  }
}

/** What a span of time is told with, in a report of many. */
export interface SpanFigures extends Omit<ResponseFigures, 'p99Ms'> {
  readonly checks: number
  readonly up: number
  readonly down: number
  readonly timings: PhaseTimings
}

export function spanFigures(tally: Tally): SpanFigures {
  const { checks, up, down } = tally
  const { avgMs, minMs, maxMs, p50Ms, p95Ms } = responseFigures(tally)
  return { checks, up, down, avgMs, minMs, maxMs, p50Ms, p95Ms, timings: phaseTimings(tally) }
}

/** Of no checks. */
export const NO_FIGURES: SpanFigures = spanFigures(NO_CHECKS)

export function phaseTimings(tally: Tally): PhaseTimings {
  return {
    dnsMs: average(tally.dnsSumMs, tally.dnsCount),
    connectMs: average(tally.connectSumMs, tally.connectCount),
    tlsMs: average(tally.tlsSumMs, tally.tlsCount),
    firstByteMs: average(tally.firstByteSumMs, tally.firstByteCount),
    downloadMs: average(tally.downloadSumMs, tally.downloadCount),
  }
}

function average(sumMs: number, count: number): number | null {
  return count === 0 ? null : hundredths(sumMs / count)
}

function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100
}
