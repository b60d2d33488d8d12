import { expect, it } from 'vitest'
import { unheardWords } from '../../../../controller/web/src/words/unheard.ts'

it.each([
  [1, 1, /when something breaks.* of your monitors\.$/],
  [3, 3, /when something breaks/],
  [1, 3, /when one of your monitors breaks.* none of its recipients\.$/],
  [2, 3, /when 2 monitors break.* none of their recipients\.$/],
  [1_000, 3_000, /when 1,000 monitors or more break/],
])('alerts of %i of %i monitors that reach nobody', (unheard, total, words) => {
  expect(unheardWords(unheard, total)).toMatch(words)
})
