import { expect, it } from 'vitest'
import { readDocument } from '../../../../controller/src/apply/read-document.ts'

const problemsOf = (monitors: readonly object[]) =>
  readDocument({ monitors }).problems.map(({ at, field, message }) => [at, field, message])

it('says of two that are found by the same what each of them lacks', () => {
  const url = 'https://a.example/'
  expect(
    problemsOf([
      { name: 'A', url },
      { name: 'A', url },
    ]),
  ).toEqual([
    [
      'monitors[1]',
      'key',
      'The field "key" is missing: monitors[0] is called "A" too, so both need a key of their own.',
    ],
  ])
  const found = [
    'monitors[1]',
    'key',
    'The field "key" is "1", by which monitors[0] is found already: each needs a key of its own.',
  ]
  expect(
    problemsOf([
      { key: 1, name: 'A', url },
      { key: '1', name: 'B', url },
    ]),
  ).toEqual([found])
  expect(
    problemsOf([
      { name: '1', url },
      { key: '1', name: 'B', url },
    ]),
  ).toEqual([found])
})
