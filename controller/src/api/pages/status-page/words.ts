import type { ComponentState, OverallState } from '../../../status-pages/shown/component-state.ts'
import type { ShownDay } from '../../../status-pages/shown/days.ts'

/** How everything is, in a sentence. */
const OVERALL_WORDS = {
  operational: 'All systems operational',
  degraded: 'Some systems are slower than usual or work in part',
  partialOutage: 'Some systems are down',
  majorOutage: 'Major outage',
  maintenance: 'Maintenance is under way',
  unknown: 'Nothing is known yet',
} as const satisfies Record<OverallState, string>

/** The same of a page. That all is well is said of what is known: what is paused or not heard of may be down. */
export function overallWords({
  state,
  components,
}: {
  readonly state: OverallState
  readonly components: readonly { readonly state: ComponentState }[]
}): string {
  const isPartly = state === 'operational' && components.some((one) => one.state === 'unknown')
  return isPartly ? 'Operational, as far as is known' : OVERALL_WORDS[state]
}

/** How a part is. */
export const STATE_WORDS = {
  operational: 'Operational',
  degraded: 'Degraded',
  down: 'Down',
  maintenance: 'Maintenance',
  unknown: 'Not known',
} as const satisfies Record<ComponentState, string>

/** Beside the colour, for whoever cannot tell colours apart. */
export const STATE_SIGNS = {
  operational: '✓',
  degraded: '~',
  down: '✕',
  maintenance: '⚒',
  unknown: '?',
} as const satisfies Record<ComponentState, string>

/** Which part's colour and sign the whole has. */
export const OVERALL_LIKE = {
  operational: 'operational',
  degraded: 'degraded',
  partialOutage: 'down',
  majorOutage: 'down',
  maintenance: 'maintenance',
  unknown: 'unknown',
} as const satisfies Record<OverallState, ComponentState>

const NUMBERS = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

/** As "99.982 %". */
export function percentWords(percent: number | null): string {
  return percent === null ? 'no data yet' : `${NUMBERS.format(percent)} %`
}

/** As "38 ms". */
export function msWords(ms: number): string {
  return ms < 1 ? 'under 1 ms' : `${Math.round(ms)} ms`
}

/** As "2 h 5 min"; under a minute in seconds. */
export function spanWords(seconds: number): string {
  // Clocks of two machines are not the same to the second.
  const whole = Math.max(0, Math.round(seconds))
  if (whole === 0 && seconds > 0) return 'under 1 s'
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(whole / 60)
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** What a day was like. */
export function dayWords({ state, downSeconds, degradedSeconds }: ShownDay): string {
  if (state === 'none') return 'no data'
  if (state === 'good') return 'up all day'
  const parts = [
    downSeconds > 0 ? `down for ${spanWords(downSeconds)}` : '',
    degradedSeconds > 0 ? `degraded for ${spanWords(degradedSeconds)}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Dates and times of a page, in its time zone. */
export interface PageTimes {
  /** As "23 Nov 2026, 14:05 CET". */
  readonly moment: (at: Date) => string
  /** As "23 Nov 2026, 14:05–15:10 CET": what both have in common once. */
  readonly range: (from: Date, to: Date) => string
  /** The day of an instant, as "Monday, 23 November 2026". */
  readonly date: (at: Date) => string
  /** As "23 Nov". */
  readonly day: (date: string) => string
}

/** Zones whose words are kept, and words of each: a page of 200 services has some hundred outages and 90 days. Who asks
 *  for more begins anew. */
const MAX_ZONES = 100
const MAX_WORDS = 2_000

/** What was made of a key is kept, as a time is called the same for ever. To say a range takes 0.1 ms, and a page that is
 *  made anew every two seconds says the same ones. */
function remembered<T>(limit: number): (key: string, make: () => T) => T {
  const known = new Map<string, T>()
  return (key, make) => {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= limit) known.clear()
    const made = make()
    known.set(key, made)
    return made
  }
}

const zones = remembered<PageTimes>(MAX_ZONES)

/** @param timezone such as Europe/Berlin */
export const pageTimes = (timezone: string): PageTimes => zones(timezone, () => timesOf(timezone))

function timesOf(timezone: string): PageTimes {
  const moments = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const dates = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'full' })
  const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const words = remembered<string>(MAX_WORDS)
  return {
    moment: (at) => words(`moment ${at.getTime()}`, () => moments.format(at)),
    range: (from, to) =>
      words(`range ${from.getTime()} ${to.getTime()}`, () => moments.formatRange(from, to)),
    date: (at) => words(`date ${at.getTime()}`, () => dates.format(at)),
    day: (date) => words(`day ${date}`, () => days.format(new Date(`${date}T00:00:00Z`))),
  }
}
