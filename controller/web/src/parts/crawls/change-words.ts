import type { Comparison } from '../../data/crawls.ts'
import type { Verdict } from '../compare-row.ts'

type Field = Comparison['changedPages']['items'][number]['changes'][number]['field']
type Trend = Comparison['issues'][number]['trend']

export const CHANGED_WORDS: Readonly<Record<Field, string>> = {
  statusCode: 'Status',
  indexable: 'May be shown by search engines',
  canonical: 'Canonical',
  title: 'Title',
  metaDescription: 'Description',
  wordCount: 'Words',
  score: 'Score',
}

/** A value of a page as text. Pure. */
export function changedValue(value: string | number | boolean | null): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

const TRENDS: Readonly<Record<Trend, { verdict: Verdict; told: string }>> = {
  new: { verdict: 'worse', told: 'New' },
  more: { verdict: 'worse', told: 'More' },
  fewer: { verdict: 'better', told: 'Fewer' },
  mended: { verdict: 'better', told: 'Mended' },
  moved: { verdict: 'other', told: 'Other pages' },
}

/** What it means that an issue goes that way. Pure. */
export const issueVerdict = (trend: Trend) => TRENDS[trend]
