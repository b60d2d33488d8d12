/** Memory at one moment. */
export interface MemorySample {
  readonly atMs: number
  readonly mb: number
}

/** How memory went over a time. */
export interface MemoryTrend {
  readonly meanMb: number
  /** Between the highest and the lowest sample. */
  readonly spreadMb: number
  /** Of the straight line of least squares. */
  readonly slopeMbPerHour: number
  /** What that line rises over the time, as a share of the mean. */
  readonly riseOfMean: number
}

const HOUR_MS = 3_600_000
const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length

export function memoryTrend(samples: readonly MemorySample[]): MemoryTrend {
  const meanMb = mean(samples.map(({ mb }) => mb))
  const meanAtMs = mean(samples.map(({ atMs }) => atMs))
  const covariance = mean(samples.map(({ atMs, mb }) => (atMs - meanAtMs) * (mb - meanMb)))
  const variance = mean(samples.map(({ atMs }) => (atMs - meanAtMs) ** 2))
  const slopeMbPerMs = variance === 0 ? 0 : covariance / variance
  const values = samples.map(({ mb }) => mb)
  const lastedMs = (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)
  return {
    meanMb,
    spreadMb: Math.max(...values) - Math.min(...values),
    slopeMbPerHour: slopeMbPerMs * HOUR_MS,
    riseOfMean: (slopeMbPerMs * lastedMs) / meanMb,
  }
}
