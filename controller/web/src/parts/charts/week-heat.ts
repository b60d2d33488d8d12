/** An hour of the past. */
export interface HourPoint {
  /** When it began. */
  readonly at: string
  readonly checks: number
  readonly up: number
  readonly down: number
  readonly avgResponseMs: number | null
}

/** One hour of the week, over all weeks. */
export interface HeatCell {
  readonly checks: number
  readonly down: number
  /** Average response time over the checks that passed; null without any. */
  readonly avgMs: number | null
  /** 0 to 1: between the fastest and the slowest hour of the week; null without an average. */
  readonly heat: number | null
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const HOURS = 24

interface Sum {
  checks: number
  down: number
  passed: number
  totalMs: number
}

/** Hours of the week, Monday first: when a target is slow, and when it fails. Pure.
 *  @param zone IANA name of the zone whose hours they are
 *  @returns 7 days of 24 hours */
export function weekHeat(points: readonly HourPoint[], zone: string): HeatCell[][] {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const sums = DAYS.map(() =>
    Array.from({ length: HOURS }, (): Sum => ({ checks: 0, down: 0, passed: 0, totalMs: 0 })),
  )
  for (const { at, checks, up, down, avgResponseMs } of points) {
    // "Mon 09" or "Mon, 09", by the version of the browser.
    const [, day = '', hour = ''] = /^(\w+)\D+(\d+)/.exec(parts.format(new Date(at))) ?? []
    const sum = sums[DAYS.findIndex((name) => name === day)]?.[Number(hour)]
    if (sum === undefined) continue
    sum.checks += checks
    sum.down += down
    if (avgResponseMs === null) continue
    // Those that were degraded are among the average too.
    const passed = Math.max(1, up)
    sum.passed += passed
    sum.totalMs += avgResponseMs * passed
  }
  return withHeat(sums)
}

function withHeat(sums: readonly (readonly Sum[])[]): HeatCell[][] {
  const average = ({ passed, totalMs }: Sum): number | null =>
    passed === 0 ? null : totalMs / passed
  const known = sums.flat().flatMap((sum) => average(sum) ?? [])
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return sums.map((hours) =>
    hours.map((sum) => {
      const avgMs = average(sum)
      const heat = avgMs === null ? null : most === least ? 0 : (avgMs - least) / (most - least)
      return { checks: sum.checks, down: sum.down, avgMs, heat }
    }),
  )
}

export { DAYS as WEEK_DAYS }
