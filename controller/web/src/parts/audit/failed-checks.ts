import type { AnalysisOf } from '../../data/analyses.ts'

type Checks = AnalysisOf<'audit'>['checks']
type AuditCheck = Checks[keyof Checks]

export interface FailedCheck {
  readonly id: string
  readonly check: AuditCheck
}

const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const

/** What failed, the most severe first, of one severity what weighs most. Pure.
 *  @param category null: of all */
export function failedChecks(checks: Checks, category: string | null): FailedCheck[] {
  return Object.entries(checks)
    .map(([id, check]) => ({ id, check }))
    .filter(
      ({ check }) => check.issue !== null && (category === null || check.category === category),
    )
    .sort(
      ({ check: a }, { check: b }) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.weight - a.weight,
    )
}
