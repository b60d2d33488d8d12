import type { RobotsFile } from '../../robots/robots-file.ts'
import type { Page } from '../../http/page.ts'
import type { Canonical } from '../../page/canonical.ts'
import type { RefreshTarget } from '../../page/refresh-target.ts'
import type { RobotsDirectives, RobotsStatements } from '../../page/robots-directives.ts'
import { isSamePage } from '../../page/same-page.ts'
import { printable } from '../../outcome/printable.ts'
import type { AgentRules, RobotsVerdict } from '../../robots/agent-rules.ts'
import { ruleText } from '../../robots/rule-text.ts'

/** What decides whether a page can be in search results. */
export interface IndexabilityFindings {
  readonly page: Page
  readonly robots: RobotsFile
  readonly rules: AgentRules
  readonly verdict: RobotsVerdict
  readonly inMeta: RobotsStatements
  readonly inHeader: RobotsStatements
  readonly directives: RobotsDirectives
  /** In the order in which they count. */
  readonly canonicals: readonly Canonical[]
  /** Where the page leads at once by itself; null where it does not. */
  readonly refresh: RefreshTarget | null
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

/** Longest address or value that a reason repeats, in characters. */
const MAX_SHOWN = 500

/** Why a page is not indexable, in words; empty where nothing says so. */
export function reasonsAgainst(findings: IndexabilityFindings): string[] {
  return [
    statusReason(findings),
    robotsReason(findings),
    ...noindexReasons(findings),
    expiryReason(findings),
    canonicalReason(findings),
    refreshReason(findings),
  ].filter((reason) => reason !== null)
}

function statusReason({ page: { statusCode } }: IndexabilityFindings): string | null {
  return statusCode === 200 ? null : `status ${statusCode}`
}

function robotsReason({ verdict, rules, robots }: IndexabilityFindings): string | null {
  if (verdict.isAllowed) return null
  const unseen = 'crawlers do not fetch the page, and would not see a noindex'
  if (rules.access === 'rules') {
    return `blocked by robots.txt (${ruleText(verdict)}): ${unseen}`
  }
  const why =
    robots.statusCode === null || robots.failure !== null
      ? (robots.failure?.message ?? 'no answer').replace(/\.$/, '')
      : `status ${robots.statusCode}`
  return `robots.txt cannot be read (${printable(why, MAX_SHOWN)}), which forbids everything: ${unseen}`
}

function noindexReasons({ inMeta, inHeader, verdict }: IndexabilityFindings): string[] {
  const unseen = verdict.isAllowed ? '' : ', unseen by crawlers while robots.txt keeps them away'
  return [
    { place: 'the robots meta tag', statements: inMeta },
    { place: 'X-Robots-Tag', statements: inHeader },
  ].flatMap(({ place, statements: { directives, byBot } }) => {
    if (hasNoindex(directives)) return [`noindex in ${place}${unseen}`]
    const isForGoogle = hasNoindex(byBot['googlebot'] ?? [])
    return isForGoogle ? [`noindex for googlebot in ${place}${unseen}`] : []
  })
}

function hasNoindex(directives: readonly string[]): boolean {
  return directives.includes('noindex') || directives.includes('none')
}

function expiryReason({ directives, nowMs }: IndexabilityFindings): string | null {
  const { unavailableAfter } = directives
  const isOver = unavailableAfter !== null && Date.parse(unavailableAfter) < nowMs
  return isOver ? `unavailable_after has passed (${printable(unavailableAfter, MAX_SHOWN)})` : null
}

/** One in the body is no reason: search engines leave it alone. */
function canonicalReason({ canonicals, page }: IndexabilityFindings): string | null {
  const first = canonicals.find(({ url }) => url !== null)
  if (first?.url == null || !first.isInHead || isSamePage(first.url, page.url)) return null
  return `canonicalised to ${printable(first.url, MAX_SHOWN)}`
}

function refreshReason({ refresh }: IndexabilityFindings): string | null {
  if (refresh === null) return null
  const by = refresh.source === 'header' ? 'Refresh header' : 'meta refresh'
  return `redirected by ${by} to ${printable(refresh.url, MAX_SHOWN)}`
}
