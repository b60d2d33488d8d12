import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AuditCheck } from '../analyses/audit.ts'
import {
  AuditResult,
  MAX_AUDIT_EXAMPLES,
  MAX_AUDIT_SENTENCE,
  MAX_AUDIT_TEXT,
} from '../analyses/audit.ts'
import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '../analyses/audit-checks.ts'

type Value = string | number | boolean | null

/** What one check found, without what is the same on every page: that it passed and what was measured; why it does
 *  not apply; or what is wrong, with what it earned, what was measured, and examples. */
export type ShortCheck =
  | [value: Value]
  | string
  | [issue: string | null, earned: number, value: Value]
  | [issue: string | null, earned: number, value: Value, examples: string[]]

const MAX_EARNED = 10

/** Cut texts have a sign for that at their end. */
const isShown = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_AUDIT_TEXT + 1

const isSentence = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_AUDIT_SENTENCE

const isValue = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || isShown(value) || Number.isFinite(value)

const isEarned = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= MAX_EARNED

const areExamples = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_AUDIT_EXAMPLES && value.every(isShown)

/** Looked at by hand: there are a hundred of them on every page, and of a union all schemas are tried. */
export function isShortCheck(check: unknown): boolean {
  if (!Array.isArray(check)) return isSentence(check)
  const [issue, earned, value, examples]: readonly unknown[] = check
  if (check.length === 1) return isValue(issue)
  if (check.length < 3 || check.length > 4) return false
  const isFailure = (issue === null || isSentence(issue)) && isEarned(earned) && isValue(value)
  return isFailure && (check.length === 3 || areExamples(examples))
}

const ShortChecks = z.custom<ShortCheck[]>(
  (checks) =>
    Array.isArray(checks) && checks.length === AUDIT_CHECK_IDS.length && checks.every(isShortCheck),
)

/** The audit of a page as an agent sends it: 4 kB instead of 20, of which each costs the controller as much time as
 *  storing it. Checks are in the order of `AUDIT_CHECK_IDS`. */
export const ShortAudit = AuditResult.omit({ checks: true }).extend({
  checks: ShortChecks,
})
export type ShortAudit = z.output<typeof ShortAudit>

let digest: string | null = null

/** Of what is the same on every page. Only between those who agree on it audits can be sent short. */
export function auditWordsDigest(): string {
  digest ??= createHash('sha256').update(JSON.stringify(AUDIT_CHECKS)).digest('hex').slice(0, 32)
  return digest
}

export function shortenAudit({ checks, ...rest }: AuditResult): ShortAudit {
  return { ...rest, checks: AUDIT_CHECK_IDS.map((id) => shortenCheck(checks[id])) }
}

function shortenCheck({
  passed,
  value: found,
  message,
  issue,
  earned,
  examples,
}: AuditCheck): ShortCheck {
  if (passed === null) return message
  if (passed) return [found]
  return examples === undefined
    ? [issue, earned ?? 0, found]
    : [issue, earned ?? 0, found, examples]
}
