import type { AuditCheckDefinition } from '@sightline/shared/analyses/audit-checks/definition'
import { AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import type { AuditSeverity } from '@sightline/shared/analyses/audit-checks/words'
import { AUDIT_SEVERITIES } from '@sightline/shared/analyses/audit-checks/words'
import { SITE_CHECKS } from './checks/index.ts'
import { Numbers } from './numbers.ts'
import type { Site } from './site.ts'
import type { Affected, SiteCheck } from './site-check.ts'

/** Addresses that are kept of one issue: more than a crawl may read. */
const MAX_KEPT = 100_000
/** Of one issue what is told beside its items, in characters of JSON. */
const MAX_DETAIL_CHARACTERS = 300_000

/** What is wrong with a site, as it is stored. */
export interface SiteIssue {
  readonly id: string
  readonly severity: AuditSeverity
  readonly weight: number
  readonly ofTotal: number
  readonly count: number
  /** Numbers of the addresses, the first of them where there are very many. */
  readonly items: readonly number[] | Int32Array
  /** By the place of the item, as far as it is kept; null where nothing is told. */
  readonly details: string | null
}

/** Of a check that this version does not know, which a newer or an older agent made. */
const UNKNOWN: Pick<AuditCheckDefinition, 'severity' | 'weight'> = { severity: 'info', weight: 1 }

function detailsOf(affected: readonly Affected[]): string | null {
  const kept: string[] = []
  let room = MAX_DETAIL_CHARACTERS
  for (const { detail } of affected) {
    if (detail === undefined) return null
    const text = JSON.stringify(detail())
    room -= text.length
    if (room < 0) break
    kept.push(text)
  }
  return `[${kept.join(',')}]`
}

function issueOf(
  id: string,
  { severity, weight }: Pick<AuditCheckDefinition, 'severity' | 'weight'>,
  affected: readonly Affected[],
  ofTotal: number,
): SiteIssue {
  const kept = affected.slice(0, MAX_KEPT)
  const [count, items] = [affected.length, kept.map(({ urlId }) => urlId)]
  return { id, severity, weight, ofTotal, count, items, details: detailsOf(kept) }
}

/** Every check of the audit, summed over the pages; what is no page ("broken") is left out of them. Bare numbers: the
 *  checks of 50,000 pages fail 700,000 times, which were 30 MB as objects. */
function auditIssues({ checkIds, pages }: Site): SiteIssue[] {
  const audited = pages.filter(({ statusCode }) => statusCode === 200)
  const failing = checkIds.map(() => new Numbers())
  for (const { urlId, failed } of audited) {
    for (const place of failed) failing[place]?.push(urlId)
  }
  const known: Readonly<Record<string, AuditCheckDefinition>> = AUDIT_CHECKS
  return checkIds.map((id, place) => {
    const { severity, weight } = known[id] ?? UNKNOWN
    const urlIds = failing[place]?.all() ?? new Int32Array()
    // As `issueOf` tells where there is nothing, and nothing else.
    const details = urlIds.length === 0 ? '[]' : null
    const [count, items] = [urlIds.length, urlIds.subarray(0, MAX_KEPT)]
    return { id, severity, weight, ofTotal: audited.length, count, items, details }
  })
}

/** What every check says of a site as a whole and of its pages, the worst first: by severity, then by what it
 *  weighs times how many it concerns. One that finds nothing is there with a count of 0, so that another crawl can
 *  tell what was mended from what could not be looked for; a check that says nothing of this site is not. */
export function siteIssues(site: Site): SiteIssue[] {
  const checks: readonly [string, SiteCheck][] = Object.entries(SITE_CHECKS)
  const ofSite = checks.flatMap(([id, check]) => {
    const finding = check.find(site)
    return finding === null ? [] : [issueOf(id, check, finding.affected, finding.ofTotal)]
  })
  const rankOf = ({ severity }: SiteIssue): number => AUDIT_SEVERITIES.indexOf(severity)
  return [...ofSite, ...auditIssues(site)].sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      other.weight * other.count - one.weight * one.count ||
      (one.id < other.id ? -1 : 1),
  )
}
