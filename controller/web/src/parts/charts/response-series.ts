/** Points of one line; null where there was no answer. */
interface Series {
  readonly name: string
  /** Where its line runs. */
  readonly values: readonly (number | null)[]
  /** What it stands for, where lines are laid upon each other. */
  readonly own?: readonly (number | null)[]
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

const PHASES = {
  dnsMs: 'Name resolution',
  connectMs: 'Connecting',
  tlsMs: 'TLS handshake',
  firstByteMs: 'First byte',
  downloadMs: 'Download',
} as const
type Phase = keyof typeof PHASES

interface PhasedPoint {
  readonly at: string
  readonly timings: Readonly<Record<Phase, number | null>>
}

/** Phases of each hour or day, one upon the other, the last first: each is drawn over those above it. Those that never
 *  happen are left out. Pure. */
export function seriesOfPhases(points: readonly PhasedPoint[]): ResponseSeries {
  const phases = (Object.keys(PHASES) as Phase[]).filter((phase) =>
    points.some(({ timings }) => timings[phase] !== null),
  )
  const upTo = ({ timings }: PhasedPoint, last: number): number | null => {
    const some = phases.slice(0, last + 1).map((phase) => timings[phase])
    const isKnown = phases.some((phase) => timings[phase] !== null)
    return isKnown ? some.reduce<number>((sum, ms) => sum + (ms ?? 0), 0) : null
  }
  const series = phases.map((phase, index) => ({
    name: PHASES[phase],
    values: points.map((point) => upTo(point, index)),
    own: points.map(({ timings }) => timings[phase]),
  }))
  return { times: points.map(({ at }) => secondsOf(at)), series: series.toReversed() }
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
