import type { AnalysisOf } from '../data/analyses.ts'

type Audit = AnalysisOf<'audit'>
export type AuditCategory = keyof Audit['categories']
export type Severity = Audit['checks'][keyof Audit['checks']]['severity']

export const CATEGORY_WORDS: Readonly<Record<AuditCategory, string>> = {
  content: 'Content',
  indexability: 'Indexability',
  links: 'Links',
  images: 'Images',
  performance: 'Performance',
  security: 'Security',
  mobile: 'Mobile',
  social: 'Sharing',
  structuredData: 'Structured data',
  accessibility: 'Accessibility',
}

export const SEVERITY_WORDS: Readonly<Record<Severity, { title: string; look: string }>> = {
  critical: { title: 'Critical', look: 'bg-down-soft text-down' },
  error: { title: 'Error', look: 'bg-down-soft text-down' },
  warning: { title: 'Warning', look: 'bg-degraded-soft text-degraded' },
  info: { title: 'Hint', look: 'bg-paused-soft text-paused' },
}
