/** Null where there was no answer: the line ends there. undefined where it has no point: it goes on. */
type Value = number | null | undefined

/** Points of one line. */
interface Series {
  readonly name: string
  /** Where its line runs. */
  readonly values: readonly Value[]
  /** What it stands for, where lines are laid upon each other. */
  readonly own?: readonly Value[]
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

/** Every check, a line for each location, which goes on over the checks of the others. Pure.
 *  @param results newest first, as the API gives them */
export function seriesOfResults(results: readonly Checked[]): ResponseSeries {
  const moments = [...Map.groupBy(results.toReversed(), ({ checkedAt }) => checkedAt)]
  const regions = [...new Set(results.map(({ region }) => region))].sort()
  return {
    times: moments.map(([checkedAt]) => secondsOf(checkedAt)),
    series: regions.map((name) => ({
      name,
      values: moments.map(([, checks]) => checks.find(({ region }) => region === name)?.responseMs),
    })),
  }
}

/** Whether there is anything to be drawn. Pure. */
export const hasValues = ({ series }: ResponseSeries): boolean =>
  series.some(({ values }) => values.some((value) => typeof value === 'number'))

/** Points that no line leads to or from, as there was no answer before or after. Pure. */
export function lonePoints(values: readonly Value[]): number[] {
  const known = values.flatMap((value, index) => (value === undefined ? [] : [index]))
  const isPoint = (index: number | undefined): boolean =>
    index !== undefined && typeof values[index] === 'number'
  return known.filter(
    (index, at) => isPoint(index) && !isPoint(known[at - 1]) && !isPoint(known[at + 1]),
  )
}

/** The place of the value that is nearest to a moment, where a line has none at it: each location is checked at moments of
 *  its own. Pure.
 *  @param at place of the moment */
export function nearestValue({ times, series }: ResponseSeries, line: number, at: number): number {
  const values = series[line]?.values ?? []
  const moment = times[at] ?? 0
  let before = at
  let after = at
  while (before >= 0 && values[before] === undefined) before -= 1
  while (after < values.length && values[after] === undefined) after += 1
  if (before < 0) return after < values.length ? after : at
  if (after >= values.length) return before
  return moment - (times[before] ?? 0) <= (times[after] ?? 0) - moment ? before : after
}

/** Most checks of which each is drawn. */
export const MAX_DRAWN = 2_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Whether each check of a window is drawn, or hours of it. Pure.
 *  @param monitor as often as it is checked
 *  @param isOneRegion of one location alone */
export function isEachDrawn(
  window: { readonly from: string; readonly to: string },
  monitor: {
    readonly intervalMinutes: number
    readonly checkMode: 'all' | 'rotate'
    readonly regions: readonly string[]
  },
  isOneRegion: boolean,
): boolean {
  const lengthMs = Date.parse(window.to) - Date.parse(window.from)
  const { intervalMinutes, checkMode, regions } = monitor
  const each = checkMode === 'rotate' || isOneRegion ? 1 : regions.length
  return lengthMs <= DAY_MS && (lengthMs / (intervalMinutes * MINUTE_MS)) * each <= MAX_DRAWN
}

/** What a point stands for in a window. Pure. Source: decisions, section 7: hours of 31 days at most, days of 400 */
export function intervalFor({ from, to }: { from: string; to: string }): 'hour' | 'day' | 'week' {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days <= 31) return 'hour'
  return days <= 400 ? 'day' : 'week'
}
