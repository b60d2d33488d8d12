import type { OverallState } from '../../../status-pages/shown/component-state.ts'
import { html } from '../page.ts'
import { OVERALL_LIKE } from './words.ts'

const COLORS = {
  operational: '#15803d',
  degraded: '#b45309',
  down: '#dc2626',
  maintenance: '#1d4ed8',
  unknown: '#6b7280',
} as const

/** The mark that a browser shows in its tab: how all is, at a glance. */
export function stateIcon(state: OverallState): string {
  const color = COLORS[OVERALL_LIKE[state]]
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
    <circle cx="8" cy="8" r="7" fill="${color}" />
  </svg>`.html
}
