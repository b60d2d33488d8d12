import { CAUSES } from '@sightline/shared/causes'
import type { Analysis, Verdict } from './analysis.ts'
import type { Case, Finding, Rule } from './case.ts'
import { LAYERS, openCase } from './case.ts'
import { confidenceOf } from './confidence.ts'
import { evidenceList } from './evidence-list.ts'
import type { DiagnosisFacts, RegionCheck } from './facts.ts'
import { contentRule } from './rules/content.ts'
import { dnsRule } from './rules/dns.ts'
import { httpRule } from './rules/http.ts'
import { mailRule } from './rules/mail.ts'
import { networkRule } from './rules/network.ts'
import { oursRule } from './rules/ours.ts'
import { isSplitByRegion, partialRule } from './rules/partial.ts'
import { performanceRule } from './rules/performance.ts'
import { tcpRule } from './rules/tcp.ts'
import { tlsRule } from './rules/tls.ts'
import { storyOf } from './story.ts'
import { CAUSE_TEXTS } from './texts.ts'
import { relatedMonitors } from './related.ts'

/** What each layer has to say. */
const RULES = {
  ours: oursRule,
  dns: dnsRule,
  network: networkRule,
  tcp: tcpRule,
  tls: tlsRule,
  http: httpRule,
  content: contentRule,
  performance: performanceRule,
  mail: mailRule,
  partial: partialRule,
} as const satisfies Record<(typeof LAYERS)[number], Rule>

/** More would be guesses. */
const MAX_ALTERNATIVES = 5
/** What did not lead the verdict is half as sure. */
const ALTERNATIVE_SHARE = 0.5

/** Findings by weight. First what is ours, then a split by address or family, which says more than the
 *  layer it shows in; then layer by layer, the likeliest of each first. That only some regions fail is
 *  the verdict where it is all that is known, else it stands behind. */
function weighed(facts: Case): readonly Finding[] {
  const byLayer = new Map(LAYERS.map((layer) => [layer, RULES[layer](facts)]))
  const partial = byLayer.get('partial') ?? []
  const ours = byLayer.get('ours') ?? []
  const layers = LAYERS.filter((layer) => layer !== 'ours' && layer !== 'partial').flatMap(
    (layer) => byLayer.get(layer) ?? [],
  )
  const regional = partial.filter(({ cause }) => cause === 'regionalOutage')
  const split = partial.filter((finding) => !regional.includes(finding))
  // What was found out beyond the checks' own words.
  const refined = layers.filter(({ cause }) => cause !== facts.leading)
  const told = layers.filter((finding) => !refined.includes(finding))
  return isSplitByRegion(facts)
    ? [...ours, ...split, ...refined, ...regional, ...told]
    : [...ours, ...split, ...refined, ...told, ...regional]
}

/** A target that has not passed a check since its monitor was made or changed may be a wrong setting,
 *  whatever the check says. Source: decisions, section 7 */
function misfit(facts: Case): Finding[] {
  const { hasPassedSinceChange, hasPassed, failing, outage } = facts
  if (hasPassedSinceChange) return []
  const since = hasPassed ? 'since the monitor was changed' : 'since the monitor was made'
  const regions = failing.length > 0 ? failing.map(({ region }) => region) : outage.regions
  const because = `no check has passed ${since}`
  return [{ cause: 'monitorMisconfigured', regions, kinds: ['history'], because }]
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(
    (finding, index) => findings.findIndex(({ cause }) => cause === finding.cause) === index,
  )
}

const isOurs = ({ cause }: Finding): boolean => CAUSES[cause].category === 'ours'

/** Behind a reason that lies elsewhere stands first what the target itself shows: its first broken
 *  layer, should the reason turn out not to be it. */
function ownFirst(verdict: Finding, others: readonly Finding[]): readonly Finding[] {
  if (!isOurs(verdict)) return others
  const own = others.find((finding) => !isOurs(finding))
  return own === undefined ? others : [own, ...others.filter((finding) => finding !== own)]
}

function verdictOf(facts: Case, finding: Finding, share: number): Verdict {
  const { cause, because } = finding
  const voting = Math.max(1, facts.failing.length + facts.passing.length)
  const { category, title } = CAUSES[cause]
  const story = storyOf(facts, finding, voting)
  const { sentence, advice } = CAUSE_TEXTS[cause]
  const clause = sentence(story)
  return {
    cause,
    category,
    scope: facts.outage.scope,
    confidence: Math.round(100 * share * confidenceOf(finding, voting)) / 100,
    title,
    explanation: because === null ? `${clause}.` : `${clause}: ${because}.`,
    advice: advice(story),
  }
}

const iso = (atMs: number): string => new Date(atMs).toISOString()

function shownCheck(check: RegionCheck | undefined | null): Analysis['firstBad'] {
  if (check == null) return null
  const { region, atMs, status, statusCode, responseMs, cause, error, ip } = check
  return { region, at: iso(atMs), status, statusCode, responseMs, cause, error, ip }
}

/** Why an outage began: told from evidence alone, the same for the same facts. Verdicts of the decision
 *  rule stay as they are. Source: monitoring design, section 5; decisions, section 7
 *  @param generatedAtMs UNIX ms */
export function diagnose(facts: DiagnosisFacts, generatedAtMs: number): Analysis {
  const opened = openCase(facts)
  const findings = distinct([...weighed(opened), ...misfit(opened)])
  // Where nothing is kept any more, the outage itself still says why.
  const fallback = {
    cause: opened.leading,
    regions: facts.outage.regions,
    kinds: [],
    because: null,
  }
  const [first = fallback, ...rest] = findings
  const others = ownFirst(first, rest)
  return {
    verdict: verdictOf(opened, first, 1),
    alternatives: others
      .slice(0, MAX_ALTERNATIVES)
      .map((finding) => verdictOf(opened, finding, ALTERNATIVE_SHARE)),
    regions: [...facts.votes]
      .sort((a, b) => (a.region < b.region ? -1 : 1))
      .map(({ region, status, cause, phase, error, responseMs, ip }) => {
        return { region, status, cause, phase, error, responseMs, ip }
      }),
    evidence: evidenceList(opened, [first, ...others.slice(0, 1)]),
    lastGood: shownCheck([...facts.lastGood].sort((a, b) => b.atMs - a.atMs)[0]),
    firstBad: shownCheck(facts.firstBad),
    related: relatedMonitors(facts),
    generatedAt: iso(generatedAtMs),
  }
}
