import { expect, it } from 'vitest'
import { cut } from '../../../../controller/web/src/words/cut.ts'

it.each([
  ['Chairs', 6, 'Chairs'],
  ['Chairs and tables', 7, 'Chairs…'],
  ['Chairs 🪑🪑', 9, 'Chairs 🪑🪑'],
  ['Chairs🪑🪑🪑', 8, 'Chairs🪑…'],
])('%j in %d characters is %j', (text, max, shown) => {
  expect(cut(text, max)).toBe(shown)
})
