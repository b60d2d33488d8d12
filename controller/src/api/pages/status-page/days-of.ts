import type { ShownComponent } from '../../../status-pages/shown/public-status.ts'
import type { Html } from '../page.ts'
import { html } from '../page.ts'
import { dayBars } from './day-bars.ts'
import type { PageTimes } from './words.ts'
import { msWords, percentWords } from './words.ts'

/** The days of a service as bars, and what came of them in numbers. */
export function daysOf({ days, uptime90d, responseMs }: ShownComponent, times: PageTimes): Html {
  const [first] = days
  return html`${dayBars(days, times)}
    <p class="ends">
      <span>${first === undefined ? '' : times.day(first.date)}</span>
      <span
        >${percentWords(uptime90d)}${uptime90d === null ? '' : ' up'}${responseMs === null ? '' : `, answers in ${msWords(responseMs)}`}</span
      >
      <span>Today</span>
    </p>`
}
