import type { AuditCheck } from '@sightline/shared/analyses/audit'
import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import { AUDIT_SEVERITIES } from '@sightline/shared/analyses/audit-checks/words'

/** What is wrong with a page, in sentences: the most severe first, then what counts most, then by id. */
export function issuesOf(checks: Readonly<Record<AuditCheckId, AuditCheck>>): string[] {
  return Object.entries(checks)
    .flatMap(([id, { issue, severity, weight }]) =>
      issue === null ? [] : [{ id, issue, weight, rank: AUDIT_SEVERITIES.indexOf(severity) }],
    )
    .sort((a, b) => a.rank - b.rank || b.weight - a.weight || (a.id < b.id ? -1 : 1))
    .map(({ issue }) => issue)
}
