import { expect, it } from 'vitest'
import { readDocument } from '../../../../controller/src/apply/read-document.ts'

const problemsOf = (monitors: readonly object[]) =>
  readDocument({ monitors }).problems.map(({ at, field, message }) => [at, field, message])

it('says of lists that are too long just that', () => {
  const refused = {
    entries: [],
    problems: [
      {
        at: null,
        field: null,
        message: 'The document holds 10001 things: at most 10000 can be applied at once.',
      },
    ],
  }
  const zeros = Array.from({ length: 10_000 }, () => 0)
  expect(readDocument({ monitors: zeros, teams: [{}] })).toMatchObject(refused)
  expect(readDocument({ monitors: zeros }).problems).toHaveLength(10_000)
})

it('asks for a key where there is none, and what stands for it is too long', () => {
  const url = `https://a.example/${'x'.repeat(200)}`
  const asked =
    'The field "key" is missing: what it is called by otherwise is longer than 200 characters.'
  const refused = 'The field "key" must be a text of 1 to 200 characters.'
  expect(problemsOf([{ url }, { key: url, url }, { key: '', url }, { key: 'a', url }])).toEqual([
    ['monitors[0]', 'key', asked],
    ['monitors[1]', 'key', refused],
    ['monitors[2]', 'key', refused],
  ])
})

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
