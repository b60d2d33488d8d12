import type { AuditCategory, AuditSeverity } from '@sightline/shared/analyses/audit-checks'
import type { Judgement } from './judgement.ts'
import type { AuditSubject } from './subject.ts'

/** One question of the audit. Its id is its key in the registry.
 *  Source: design of the analyses, "audit" */
export interface Check {
  readonly severity: AuditSeverity
  readonly category: AuditCategory
  /** What it counts in the score, 1 to 10. */
  readonly weight: number
  /** What is asked for and why, in one sentence. */
  readonly message: string
  /** What would pass, where that can be said in few words. */
  readonly expected?: string
  /** Asked of answers of any type; the others are asked of HTML only. */
  readonly isForAnyType?: true
  readonly judge: (subject: AuditSubject) => Judgement
}
