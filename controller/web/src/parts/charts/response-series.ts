/** Points of one line; null where there was no answer. */
interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** Lines over one axis of time. */
export interface ResponseSeries {
  /** UNIX seconds, rising. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
}

interface Point {
  readonly at: string
  readonly avgResponseMs: number | null
  readonly p95Ms: number | null
}

const secondsOf = (at: string): number => Date.parse(at) / 1_000

/** Average and 95th percentile of each hour or day. Pure. */
export function seriesOfPoints(points: readonly Point[]): ResponseSeries {
  return {
    times: points.map(({ at }) => secondsOf(at)),
    series: [
      { name: 'Average', values: points.map(({ avgResponseMs }) => avgResponseMs) },
      { name: '95th percentile', values: points.map(({ p95Ms }) => p95Ms) },
    ],
  }
}

interface Checked {
  readonly checkedAt: string
  readonly region: string
  readonly responseMs: number | null
}

/** Every check, a line for each location. Pure.
 *  @param results newest first, as the API gives them */
export function seriesOfResults(results: readonly Checked[]): ResponseSeries {
  const ordered = results.toReversed()
  const regions = [...new Set(ordered.map(({ region }) => region))].sort()
  return {
    times: ordered.map(({ checkedAt }) => secondsOf(checkedAt)),
    series: regions.map((region) => ({
      name: region,
      // A line goes on over the checks of the others: undefined to the chart, null is a gap.
      values: ordered.map((result) => (result.region === region ? result.responseMs : null)),
    })),
  }
}
