/** From what keeps a page out of search results to what is worth knowing. */
export const AUDIT_SEVERITIES = ['critical', 'error', 'warning', 'info'] as const

export type AuditSeverity = (typeof AUDIT_SEVERITIES)[number]

export const AUDIT_CATEGORIES = [
  'content',
  'indexability',
  'links',
  'images',
  'performance',
  'security',
  'mobile',
  'social',
  'structuredData',
  'accessibility',
] as const

export type AuditCategory = (typeof AUDIT_CATEGORIES)[number]

export const AUDIT_GRADES = ['A', 'B', 'C', 'D', 'F'] as const

export type AuditGrade = (typeof AUDIT_GRADES)[number]
