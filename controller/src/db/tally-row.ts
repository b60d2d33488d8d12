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

/** A tally in few columns, which are read three times as fast as one for each number. */
export interface PackedTally extends Pick<
  TallyRow,
  'bucket' | 'region' | 'responseMinMs' | 'responseMaxMs'
> {
  /** Text of a PostgreSQL array: the sums and counts in the order they are unpacked in, none of them
   *  null. */
  readonly sums: string
  /** Base64: a third less to carry than a bytea's hexadecimal digits. */
  readonly histogram: string | null
}

/** Makes the row of what came packed. */
export function unpackTally({ sums, histogram, ...row }: PackedTally): TallyRow {
  const [
    checks = 0,
    up = 0,
    degraded = 0,
    down = 0,
    unknown = 0,
    failures = 0,
    responseCount = 0,
    responseSumMs = 0,
    dnsSumMs = 0,
    connectSumMs = 0,
    tlsSumMs = 0,
    firstByteSumMs = 0,
    downloadSumMs = 0,
    dnsCount = 0,
    connectCount = 0,
    tlsCount = 0,
    firstByteCount = 0,
    downloadCount = 0,
  ] = JSON.parse(`[${sums.slice(1, -1)}]`) as readonly number[]
  return {
    ...row,
    checks,
    up,
    degraded,
    down,
    unknown,
    failures,
    responseCount,
    responseSumMs,
    dnsSumMs,
    connectSumMs,
    tlsSumMs,
    firstByteSumMs,
    downloadSumMs,
    dnsCount,
    connectCount,
    tlsCount,
    firstByteCount,
    downloadCount,
    histogram: histogram === null ? null : Buffer.from(histogram, 'base64'),
  }
}
