import type { ShownComponent } from '../../../status-pages/shown/public-status.ts'
import type { Html } from '../page.ts'
import { html } from '../page.ts'
import type { PageTimes } from './words.ts'
import { STATE_SIGNS, STATE_WORDS } from './words.ts'

/** An instant, for people and for programs. */
export function time(at: Date, times: PageTimes): Html {
  return html`<time datetime="${at.toISOString()}">${times.moment(at)}</time>`
}

/** How something is: told apart without the colour too. */
export function stateMark(state: ShownComponent['state']): Html {
  return html`<span class="state ${state}"
    ><span aria-hidden="true">${STATE_SIGNS[state]}</span>${STATE_WORDS[state]}</span
  >`
}
