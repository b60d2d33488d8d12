import type { AuditCheck } from '@sightline/shared/analyses/audit'
import { MAX_AUDIT_TEXT } from '@sightline/shared/analyses/audit'
import type { AuditCheckDefinition } from '@sightline/shared/analyses/audit-checks/definition'
import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import { AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import { printable } from '../../outcome/printable.ts'
import { JUDGES } from './checks/index.ts'
import type { Judgement, Measured } from './judgement.ts'
import { doesNotApply } from './judgement.ts'
import { earnedBy } from './score.ts'
import type { AuditSubject } from './subject.ts'

/** Asks one check about a page. Of an answer other than 200 nothing is judged, of one that is not HTML
 *  what says something of answers of any type. */
export function runCheck(id: AuditCheckId, subject: AuditSubject): AuditCheck {
  const definition: AuditCheckDefinition = AUDIT_CHECKS[id]
  const { statusCode } = subject.page
  if (statusCode !== 200) {
    return resultOf(definition, doesNotApply(`the page answered with status ${statusCode}`))
  }
  if (!subject.isHtml && definition.isForAnyType !== true) {
    return resultOf(definition, doesNotApply('the answer is not HTML'))
  }
  return resultOf(definition, JUDGES[id](subject))
}

function resultOf(definition: AuditCheckDefinition, judgement: Judgement): AuditCheck {
  const { severity, category, weight, expected, message } = definition
  const isFailed = judgement.passed === false
  const examples = isFailed ? judgement.examples : []
  // Field after field: spreading what is there or not took more time than most of the checks.
  const result: Growing = {
    passed: judgement.passed,
    severity,
    category,
    weight,
    earned: earnedBy(judgement, weight),
    value: judgement.passed === null ? null : shownValue(judgement.value),
  }
  if (expected !== undefined) result.expected = expected
  result.message = judgement.passed === null ? `Does not apply: ${judgement.reason}.` : message
  result.issue = isFailed ? judgement.issue : null
  if (examples.length > 0) {
    result.examples = examples.map((example) => printable(example, MAX_EXAMPLE))
  }
  return result as AuditCheck
}

type Growing = Partial<AuditCheck>

/** Longest example, in characters: crawls keep the audits of all their pages. */
const MAX_EXAMPLE = 200

function shownValue(value: Measured): Measured {
  return typeof value === 'string' ? printable(value, MAX_AUDIT_TEXT) : value
}
