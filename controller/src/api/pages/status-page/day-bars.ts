import type { DayState, ShownDay } from '../../../status-pages/shown/days.ts'
import type { Html } from '../page.ts'
import { each, html } from '../page.ts'
import type { PageTimes } from './words.ts'
import { dayWords } from './words.ts'

/** A bar and the gap behind it, in units of the drawing. */
const STEP = 10
const BAR = 7
const HEIGHT = 36

/** Class and height: the lower the bar, the worse the day, so that nobody needs to tell colours apart. */
const LOOK = {
  good: ['g', 36],
  degraded: ['w', 28],
  partial: ['p', 20],
  down: ['d', 12],
  none: ['n', 5],
} as const satisfies Record<DayState, readonly [string, number]>

/** Bars of days that were drawn: they are read once a minute, and the page is made anew every two seconds while people
 *  write of an outage. */
const drawn = new WeakMap<readonly ShownDay[], Html>()

/** Days as bars, today at the right. Whoever hovers reads what a day was like; whoever listens hears of the days that
 *  were not good. */
export function dayBars(days: readonly ShownDay[], times: PageTimes): Html {
  const bars = drawn.get(days) ?? draw(days, times)
  drawn.set(days, bars)
  return bars
}

function draw(days: readonly ShownDay[], times: PageTimes): Html {
  const width = String(days.length * STEP - (STEP - BAR))
  return html`<svg
    class="days"
    viewBox="0 0 ${width} ${String(HEIGHT)}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${summary(days, times)}"
  >
    ${each(days, (day, index) => bar(day, index, times))}
  </svg>`
}

/** Made 90 times a component: nothing in it is people's text, and to look for that took two thirds of the time. */
function bar(day: ShownDay, index: number, times: PageTimes): Html {
  const [look, height] = LOOK[day.state]
  const shape = `M${index * STEP} ${HEIGHT - height}h${BAR}v${height}h-${BAR}z`
  const told = `${times.day(day.date)}: ${dayWords(day)}`
  return { html: `<path class="${look}" d="${shape}"><title>${told}</title></path>` }
}

/** The days that were not good, the latest first. */
const TOLD = 15

function summary(days: readonly ShownDay[], times: PageTimes): string {
  const bad = days.filter(({ state }) => state !== 'good' && state !== 'none').toReversed()
  const known = days.filter(({ state }) => state !== 'none').length
  const of = `Of the last ${days.length} days`
  if (known === 0) return `${of} nothing is known yet.`
  if (bad.length === 0) return `${of}, ${known} are known, and all were good.`
  const told = bad.slice(0, TOLD).map((day) => `${times.day(day.date)} ${dayWords(day)}`)
  const rest = bad.length > TOLD ? `, and ${bad.length - TOLD} more` : ''
  return `${of}, ${known} are known, and ${bad.length} were not good: ${told.join('; ')}${rest}.`
}
