import { expect, it } from 'vitest'
import {
  COMPARED_FIELDS,
  pageChanges,
} from '../../../../../controller/src/crawl/compare/page-changes.ts'

const PAGE = {
  statusCode: 200,
  title: 'Trees',
  metaDescription: 'All about trees',
  canonical: null,
  indexable: true,
  wordCount: 300,
  score: 90,
}
const OTHER = {
  statusCode: 404,
  title: 'Gone',
  metaDescription: '',
  canonical: 'https://www.example.com/trees',
  indexable: false,
  wordCount: 0,
  score: 0,
}

it('tells each field that is other, as it was and as it is', () => {
  expect(pageChanges(PAGE, PAGE)).toEqual([])
  expect(pageChanges(PAGE, OTHER)).toEqual(
    COMPARED_FIELDS.map((field) => ({ field, before: PAGE[field], after: OTHER[field] })),
  )
  for (const field of COMPARED_FIELDS) {
    const changed = { ...PAGE, [field]: OTHER[field] }
    expect(pageChanges(PAGE, changed)).toEqual([
      { field, before: PAGE[field], after: OTHER[field] },
    ])
  }
})
