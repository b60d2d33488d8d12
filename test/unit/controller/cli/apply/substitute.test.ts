import { expect, it } from 'vitest'
import { substitute } from '../../../../../controller/src/cli/apply/substitute.ts'

const ENVIRONMENT = { TOKEN: 'correct horse', EMPTY: '', NESTED: '${TOKEN}' }

it.each([
  ['${TOKEN}', 'correct horse'],
  ['Bearer ${TOKEN}!', 'Bearer correct horse!'],
  ['${TOKEN}${TOKEN}', 'correct horsecorrect horse'],
  // What is put in is not looked at again.
  ['${NESTED}', '${TOKEN}'],
  ['$${TOKEN}', '${TOKEN}'],
  ['$TOKEN ${token} ${} ${A-B}', '$TOKEN ${token} ${} ${A-B}'],
])('%s is %s', (text, expected) => {
  expect(substitute({ a: [text], '${TOKEN}': 1 }, ENVIRONMENT, false)).toMatchObject({
    value: { a: [expected], '${TOKEN}': 1 },
    missing: [],
  })
})

it('tells what is not set, and what is empty', () => {
  const sent = { a: [{ b: '${NOT_SET}' }], c: '${EMPTY}', d: '$${TOKEN}' }
  const { missing, filled } = substitute(sent, ENVIRONMENT, false)
  expect(filled).toEqual([['a', 0, 'b'], ['c']])
  expect(missing).toEqual([
    { path: ['a', 0, 'b'], message: 'The environment variable NOT_SET is not set.' },
    { path: ['c'], message: 'The environment variable EMPTY is empty.' },
  ])
})

it('of an export takes only whole texts for names', () => {
  const sent = { a: '${TOKEN}', b: 'x ${TOKEN}', c: '$${TOKEN}' }
  expect(substitute(sent, ENVIRONMENT, true).value).toEqual({ ...sent, a: 'correct horse' })
})
