import type { AuditGrade } from '@sightline/shared/analyses/audit-checks/words'

const GRADES = [
  ['A', 90],
  ['B', 80],
  ['C', 70],
  ['D', 60],
] as const satisfies readonly (readonly [AuditGrade, number])[]

/** @param score 0 to 100. Source: analyses design, "audit" */
export const gradeOf = (score: number): AuditGrade =>
  GRADES.find(([, from]) => score >= from)?.[0] ?? 'F'
