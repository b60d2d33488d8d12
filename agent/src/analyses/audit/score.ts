import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import type { AuditCategory, AuditSeverity } from '@sightline/shared/analyses/audit-checks/words'
import { AUDIT_CATEGORIES } from '@sightline/shared/analyses/audit-checks/words'
import type { Judgement } from './judgement.ts'

/** What of a check's result counts in the score. */
export interface ScoredCheck {
  readonly passed: boolean | null
  readonly severity: AuditSeverity
  readonly category: AuditCategory
  readonly weight: number
  /** null exactly when the check does not apply. */
  readonly earned: number | null
}

type ScoredChecks = Readonly<Record<AuditCheckId, ScoredCheck>>

/** Part of things that must be good for the good ones to earn their share. */
const SHARE_THAT_EARNS = 0.5

/** Highest scores with a critical fault. A page without a title alone is still found. */
const CAPS = { titleOnly: 79, one: 69, several: 59 } as const

/** What a check earns of its weight, with three decimals; null when it does not apply. */
export function earnedBy(judgement: Judgement, weight: number): number | null {
  if (judgement.passed === null) return null
  if (judgement.passed) return weight
  const { goodShare } = judgement
  if (goodShare <= SHARE_THAT_EARNS) return 0
  // Cut, not rounded: one bad thing among very many never earns everything.
  return Math.floor(goodShare * weight * 1_000) / 1_000
}

/** Weight earned of the weight of all checks that apply, in percent, unrounded.
 *  @param none what it is where no check applies */
function percentOf(checks: readonly ScoredCheck[], none: number): number {
  let earned = 0
  let weight = 0
  for (const check of checks) {
    if (check.earned === null) continue
    earned += check.earned
    weight += check.weight
  }
  return weight === 0 ? none : (100 * earned) / weight
}

function capOf(checks: ScoredChecks): number {
  const failed = Object.values(checks).filter(
    ({ passed, severity }) => passed === false && severity === 'critical',
  )
  if (failed.length === 0) return 100
  if (failed.length > 1) return CAPS.several
  return checks.titleMissing.passed === false ? CAPS.titleOnly : CAPS.one
}

/** @returns 0 to 100; 0 where no check applies, because nothing was scored */
export function scoreOf(checks: ScoredChecks): number {
  return Math.min(Math.round(percentOf(Object.values(checks), 0)), capOf(checks))
}

/** Scores of the checks by category, 0 to 100.
 *  @param none what a category is given where no check applies */
export function categoryScores(checks: ScoredChecks, none: number): Record<AuditCategory, number> {
  const all = Object.values(checks)
  const entries = AUDIT_CATEGORIES.map((name) => {
    const own = all.filter(({ category }) => category === name)
    return [name, Math.round(percentOf(own, none))]
  })
  return Object.fromEntries(entries) as Record<AuditCategory, number>
}

/** How many checks came out which way. */
export function summaryOf(checks: ScoredChecks) {
  const all = Object.values(checks)
  const failed = all.filter(({ passed }) => passed === false)
  return {
    total: all.length,
    passed: all.filter(({ passed }) => passed === true).length,
    failed: failed.length,
    warnings: failed.filter(({ severity }) => severity === 'warning').length,
    notApplicable: all.filter(({ passed }) => passed === null).length,
  }
}
