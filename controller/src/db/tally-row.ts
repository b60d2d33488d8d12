import { unpackFloats, unpackWords } from './packed-lists.ts'

/** What checks came to, of one bucket and, when asked so, of one region. Sums and counts of phases and
 *  response times are about checks that were up or degraded and have a response time. */
export interface TallyRow {
  readonly bucket: number
  /** Null when regions were put together. */
  readonly region: string | null
  readonly checks: number
  readonly up: number
  readonly degraded: number
  readonly down: number
  readonly unknown: number
  /** Scheduled checks that were down. */
  readonly failures: number
  readonly responseCount: number
  readonly responseMinMs: number | null
  readonly responseMaxMs: number | null
  readonly responseSumMs: number
  readonly dnsSumMs: number
  readonly connectSumMs: number
  readonly tlsSumMs: number
  readonly firstByteSumMs: number
  readonly downloadSumMs: number
  readonly dnsCount: number
  readonly connectCount: number
  readonly tlsCount: number
  readonly firstByteCount: number
  readonly downloadCount: number
  /** Entries of a histogram; null when they were not asked for, or there are none. */
  readonly histogram: Buffer | null
}

/** Some tallies in one row, a list for each of these: a row of several columns for each of them takes two and a half times
 *  as long to read. */
export interface PackedTallies {
  readonly buckets: string
  /** Words; empty ones where regions were put together. */
  readonly regions: string
  /** Words, as real numbers are written; empty ones for null. */
  readonly responseMinMs: string
  readonly responseMaxMs: string
  /** {@link SUMS} of each, none of them null. */
  readonly sums: string
  /** Base64 of all histograms, one after the other. */
  readonly histograms: string
  /** How many bytes of it are whose. */
  readonly histogramBytes: string
}

/** The sums and counts in the order that they come in. */
const SUMS = 18

/** Makes the rows of what came packed.
 *  @param withHistograms false: they were not asked for */
export function unpackTallies(packed: PackedTallies, withHistograms: boolean): TallyRow[] {
  const buckets = unpackFloats(packed.buckets)
  const regions = unpackWords(packed.regions)
  const minima = unpackWords(packed.responseMinMs)
  const maxima = unpackWords(packed.responseMaxMs)
  const sums = unpackFloats(packed.sums)
  const histograms = Buffer.from(packed.histograms, 'base64')
  const bytes = unpackFloats(packed.histogramBytes)
  let histogramAt = 0
  return Array.from(buckets, (bucket, index): TallyRow => {
    const at = index * SUMS
    const sum = (place: number): number => sums[at + place] ?? 0
    const from = histogramAt
    histogramAt += bytes[index] ?? 0
    return {
      bucket,
      region: regions[index] || null,
      responseMinMs: numberOrNull(minima[index]),
      responseMaxMs: numberOrNull(maxima[index]),
      checks: sum(0),
      up: sum(1),
      degraded: sum(2),
      down: sum(3),
      unknown: sum(4),
      failures: sum(5),
      responseCount: sum(6),
      responseSumMs: sum(7),
      dnsSumMs: sum(8),
      connectSumMs: sum(9),
      tlsSumMs: sum(10),
      firstByteSumMs: sum(11),
      downloadSumMs: sum(12),
      dnsCount: sum(13),
      connectCount: sum(14),
      tlsCount: sum(15),
      firstByteCount: sum(16),
      downloadCount: sum(17),
      histogram: withHistograms ? histograms.subarray(from, histogramAt) : null,
    }
  })
}

function numberOrNull(word: string | undefined): number | null {
  return word === undefined || word === '' ? null : Number(word)
}
