const forms = new Map<string, Intl.DateTimeFormat>()

function form(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  const made = forms.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })
  forms.set(key, made)
  return made
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** "23 Nov 2026, 14:05:09 CET" */
export function fullTime(at: Date, zone: string): string {
  return form(zone, {
    ...DAY,
    year: 'numeric',
    ...CLOCK,
    second: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

/** "23 Nov 2026", of a day such as "2026-11-23". */
export function dayWords(day: string): string {
  return form('UTC', { ...DAY, year: 'numeric' }).format(new Date(`${day}T00:00:00Z`))
}

/** "14:05" of today, else "21 Nov, 14:05", with the year where it is another. */
export function shortTime(at: Date, zone: string, now: Date): string {
  const day = form(zone, { ...DAY, year: 'numeric' })
  if (day.format(at) === day.format(now)) return form(zone, CLOCK).format(at)
  const year = form(zone, { year: 'numeric' })
  const isThisYear = year.format(at) === year.format(now)
  return form(zone, { ...DAY, ...(isThisYear ? {} : { year: 'numeric' }), ...CLOCK }).format(at)
}

const WEEK_MS = 7 * 86_400_000

/** An instant on an axis: "21 Nov, 14:05", and "21 Nov" where the window is longer than a week; with the year where it
 *  spans two. */
export function markTime(
  at: Date,
  zone: string,
  window: { readonly from: string; readonly to: string },
): string {
  const [from, to] = [new Date(window.from), new Date(window.to)]
  const year = form(zone, { year: 'numeric' })
  return form(zone, {
    ...DAY,
    ...(year.format(from) === year.format(to) ? {} : { year: 'numeric' }),
    ...(to.getTime() - from.getTime() > WEEK_MS ? {} : CLOCK),
  }).format(at)
}

/** "CET", "GMT+5:30": never a time without its zone near it. */
export function zoneName(zone: string, at: Date = new Date()): string {
  const parts = form(zone, { timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** From one instant to another, in words that "to" stands between: what both have in common is said once.
 *  "28 Nov, 02:00" and "03:00 CET"; "24 Oct, 23:00 CEST" and "25 Oct, 04:00 CET" where the clocks change.
 *  @param form whether with year and seconds */
export function spanWords(
  [from, to]: readonly [Date, Date],
  { zone, now, form: which }: { zone: string; now: Date; form: 'short' | 'full' },
): { from: string; to: string } {
  const [before, after] = [zoneName(zone, from), zoneName(zone, to)]
  const day = form(zone, { ...DAY, year: 'numeric' })
  const clock = form(zone, { ...CLOCK, ...(which === 'full' ? { second: '2-digit' } : {}) })
  const dated = (at: Date): string =>
    which === 'full' ? `${day.format(at)}, ${clock.format(at)}` : shortTime(at, zone, now)
  const isSameDay = day.format(from) === day.format(to)
  return {
    from: before === after ? dated(from) : `${dated(from)} ${before}`,
    to: `${isSameDay ? clock.format(to) : dated(to)} ${after}`,
  }
}

/** In numbers: what was 30 hours ago may be of the day before yesterday. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 minutes ago", "in 2 hours", "just now". */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return seconds > 5 ? 'in less than a minute' : 'just now'
}
