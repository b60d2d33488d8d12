import { expect, test } from 'vitest'
import { historyStep } from '../../../../controller/web/src/data/history-step.ts'

test.each([
  ['a choice', {}, { status: 'down' }, undefined, undefined, 'add'],
  ['a choice after letters', { search: 's' }, { status: 'down' }, undefined, 'search', 'add'],
  ['what is chosen already', { status: 'up' }, { status: 'up' }, undefined, undefined, 'none'],
  ['what is gone already', {}, { status: undefined, tag: '' }, undefined, undefined, 'none'],
  ['the first letter', {}, { search: 's' }, 'search', undefined, 'add'],
  ['the next letter', { search: 's' }, { search: 'sh' }, 'search', 'search', 'replace'],
  ['the last letter taken away', { search: 's' }, { search: '' }, 'search', 'search', 'replace'],
  ['a letter of another field', { search: 's' }, { tag: 't' }, 'tag', 'search', 'add'],
] as const)('%s', (_what, search, values, typed, lastTyped, step) => {
  expect(historyStep(search, values, typed, lastTyped)).toBe(step)
})
