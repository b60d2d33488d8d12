export type Grade = 'A' | 'B' | 'C' | 'D' | 'F'

const GRADES: readonly (readonly [Grade, number])[] = [
  ['A', 90],
  ['B', 80],
  ['C', 70],
  ['D', 60],
]

/** @param score 0 to 100. Source: analyses design, "audit" */
export const gradeOf = (score: number): Grade =>
  GRADES.find(([, from]) => score >= from)?.[0] ?? 'F'
