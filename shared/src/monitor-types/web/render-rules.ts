import { selectorProblem } from '../../css-selector.ts'
import type { WebSettings } from './settings.ts'
import type { Refuse } from '../rule.ts'

/** Headers that a browser makes itself, whatever it is told. */
const OF_BROWSER = /^(?:host|cookie2|proxy-.*)$/i

/** Judges what a page is waited for, also while it is not rendered, and then what a browser can do. */
export function judgeRender(settings: WebSettings, refuse: Refuse): void {
  judgeSelector(settings, refuse)
  if (settings.render.enabled) judgeForBrowser(settings, refuse)
}

function judgeSelector({ render: { waitFor, selector } }: WebSettings, refuse: Refuse): void {
  const path = ['render', 'selector']
  if (waitFor === 'selector' && selector === null) {
    refuse(path, undefined, 'must be sent with the waitFor "selector"')
  }
  if (waitFor !== 'selector' && selector !== null) {
    const message = `cannot be used with the waitFor "${waitFor}": send the waitFor "selector" too, or null to take it out`
    refuse(path, selector, message)
  }
  const problem = selector === null ? null : selectorProblem(selector)
  if (problem !== null) {
    refuse(path, selector, `must be a CSS selector such as "#app .ready" (${problem})`)
  }
}

/** A check that a browser would carry out in another way than the plain request says nothing. */
function judgeForBrowser(settings: WebSettings, refuse: Refuse): void {
  const { method, body, expectedStatus, headers, tls } = settings
  if (method !== 'GET') {
    refuse(['method'], method, 'must be GET with render.enabled, as browsers open pages with it')
  }
  if (body !== null) {
    refuse(['body'], body, 'cannot be sent with render.enabled: browsers open pages without one')
  }
  for (const [index, entry] of expectedStatus.entries()) {
    const [from = 0, to = from] = entry.split('-').map(Number)
    if (to < 300 || from > 399) continue
    const message =
      'cannot hold statuses from 300 to 399 with render.enabled: there is no page to render behind a redirect that is not followed'
    refuse(['expectedStatus', index], entry, message)
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!OF_BROWSER.test(name)) continue
    refuse(
      ['headers', name],
      value,
      'cannot be sent with render.enabled: browsers set it themselves',
    )
  }
  if (tls.sni !== null) {
    const message = 'cannot be set with render.enabled: browsers ask for the host of the url'
    refuse(['tls', 'sni'], tls.sni, message)
  }
}
