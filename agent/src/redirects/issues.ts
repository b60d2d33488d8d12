import { isRedirect } from '../http/expected-status.ts'
import { MAX_SHOWN_URL } from '../http/redirect.ts'
import type { RedirectStep, RedirectTrail } from './trail.ts'
import { printable } from '../outcome/printable.ts'

const PERMANENT = new Set([301, 308])

/** Whether it leads on. */
export function isHop({ type }: RedirectStep): boolean {
  return type !== 'final'
}

/** Whether search engines take the hop for the page's new address.
 *  Source: RFC 9110, section 15.4; Google on meta refresh (without delay: permanent) */
export function isPermanent({ type, statusCode, delaySeconds }: RedirectStep): boolean {
  if (type === 'http') return statusCode !== null && PERMANENT.has(statusCode)
  return type === 'meta-refresh' && delaySeconds === 0
}

/** Steps that lead from https to http. */
export function downgradesOf(steps: readonly RedirectStep[]): readonly RedirectStep[] {
  return steps.filter((step, place) => {
    const { protocol } = new URL(steps[place + 1]?.url ?? step.url)
    return step.url.startsWith('https:') && protocol === 'http:'
  })
}

const shown = (url: string): string => printable(url, MAX_SHOWN_URL)

/** What is wrong with a trail, the worst first, as sentences for people. */
export function issuesOf({ steps, isLoop, isCut, failure }: RedirectTrail): string[] {
  const hops = steps.filter(isHop)
  const last = steps.at(-1)
  const issues: string[] = []
  if (isLoop) {
    const escape = steps.some(({ headers }) => 'set-cookie' in headers)
      ? ' Browsers may get out of it with the cookies that are set on the way; search engines keep none.'
      : ''
    issues.push(
      `The redirects end in a loop: ${shown(last?.url ?? '')} leads back to an earlier address.${escape}`,
    )
  }
  if (isCut) issues.push('There are more than 20 redirects; browsers give up there.')
  if (failure !== null) issues.push(`The chain breaks off: ${failure.message}`)
  const [downgrade] = downgradesOf(steps)
  if (downgrade !== undefined) issues.push(`${shown(downgrade.url)} leads from https to http.`)
  if (last?.type === 'final' && last.statusCode !== null && failure === null) {
    const { statusCode, location } = last
    if (statusCode >= 400) issues.push(`The chain ends with status ${statusCode}.`)
    else if (statusCode >= 300 && !isRedirect(statusCode)) {
      issues.push(`The chain ends with status ${statusCode}, which browsers do not follow.`)
    } else if (statusCode >= 300 && location === null) {
      issues.push(`Status ${statusCode} at the end of the chain leads nowhere.`)
    }
  }
  if (hops.length > 1) {
    issues.push(`The chain has ${hops.length} hops: link to its end at once.`)
  }
  const temporary = hops.filter((hop) => !isPermanent(hop))
  if (temporary.length > 0) {
    const statuses = [...new Set(temporary.map(wordsOf))].join(', ')
    issues.push(
      `${temporary.length === 1 ? 'A hop is' : `${temporary.length} hops are`} temporary (${statuses}): search engines may keep the old address.`,
    )
  }
  if (hops.some(({ type }) => type === 'meta-refresh')) {
    issues.push('A meta refresh redirects: a redirect by status is faster and surer.')
  }
  return issues
}

function wordsOf({ type, statusCode, delaySeconds }: RedirectStep): string {
  return type === 'http' ? String(statusCode) : `meta refresh after ${delaySeconds} s`
}
