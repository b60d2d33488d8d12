import type { AuditCategory, AuditSeverity } from './words.ts'

/** What is the same of a check on every page. */
export interface AuditCheckDefinition {
  /** What the pages of a site are that fail it. */
  readonly title: string
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
}
