import type { ComparedPage } from '../../db/crawl-compare.ts'

/** What of a page is other than it was. */
export interface PageChange {
  readonly field: keyof ComparedPage
  readonly before: ComparedPage[keyof ComparedPage]
  readonly after: ComparedPage[keyof ComparedPage]
}

/** In the order in which they are told. */
export const COMPARED_FIELDS = [
  'statusCode',
  'indexable',
  'canonical',
  'title',
  'metaDescription',
  'wordCount',
  'score',
] as const satisfies readonly (keyof ComparedPage)[]

export function pageChanges(before: ComparedPage, after: ComparedPage): PageChange[] {
  return COMPARED_FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }))
}
