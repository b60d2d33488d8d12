import { IMPACTS } from '@sightline/shared/analyses/accessibility'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { AccessibilityFindings, Impact, RuleFinding } from '../accessibility/findings.ts'
import type { Analysis } from './analysis.ts'
import { gradeOf } from './grade.ts'

type Result = AnalysisResult<'accessibility'>

/** Source: Lighthouse's weights of accessibility audits by axe-core's impact. */
const WEIGHTS = { minor: 1, moderate: 3, serious: 7, critical: 10 } as const satisfies Record<
  Impact,
  number
>

const weightOf = (rules: readonly { readonly impact: Impact }[]): number =>
  rules.reduce((sum, { impact }) => sum + WEIGHTS[impact], 0)

/** Success criteria among axe's tags: "wcag1410" is 1.4.10. */
function criteriaOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => {
    const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d{1,2})$/.exec(tag) ?? []
    return criterion === undefined ? [] : [`${principle}.${guideline}.${criterion}`]
  })
}

const shown = (rule: RuleFinding): Result['violations'][number] => ({
  ...rule,
  wcag: criteriaOf(rule.tags),
})

const graver = (one: RuleFinding, other: RuleFinding): number =>
  WEIGHTS[other.impact] - WEIGHTS[one.impact] || (one.id < other.id ? -1 : 1)

function summaryOf(findings: AccessibilityFindings): Result['summary'] {
  const { violations, passes, incomplete, inapplicable } = findings
  const ofImpact = IMPACTS.map((word) => [
    word,
    violations.filter(({ impact }) => impact === word).length,
  ])
  return {
    violations: violations.length,
    passes: passes.length,
    incomplete: incomplete.length,
    inapplicable,
    ...(Object.fromEntries(ofImpact) as Record<Impact, number>),
  }
}

/** What a page does not have cannot be wrong: 100 where no rule applies. */
function scoreOf({ passes, violations }: AccessibilityFindings): number {
  const [good, bad] = [weightOf(passes), weightOf(violations)]
  return good + bad === 0 ? 100 : Math.round((100 * good) / (good + bad))
}

/** What of a page keeps people from using it, as far as its markup tells. By axe-core; by rules of our
 *  own where the page is too large for that. */
export const accessibilityAnalysis: Analysis<'accessibility', 'page' | 'axe'> = {
  needs: ['page', 'axe'],
  async analyse({ page, axe }) {
    const findings = axe ?? (await import('../accessibility/own-rules.ts')).checkByOwnRules(page)
    const score = scoreOf(findings)
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      score,
      grade: gradeOf(score),
      engine: findings.engine,
      summary: summaryOf(findings),
      violations: findings.violations.toSorted(graver).map(shown),
      incomplete: findings.incomplete.toSorted(graver).map(shown),
      passes: findings.passes.map(({ id }) => id),
      notTested: findings.notTested,
    }
  },
}
