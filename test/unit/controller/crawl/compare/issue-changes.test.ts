import { expect, it } from 'vitest'
import { issueChanges } from '../../../../../controller/src/crawl/compare/issue-changes.ts'

it('tells of each issue whether it came, grew, shrank or went', () => {
  const before = [
    { id: 'gone', count: 3 },
    { id: 'same', count: 5 },
    { id: 'grown', count: 1 },
    { id: 'shrunk', count: 9 },
  ]
  const after = [
    { id: 'shrunk', count: 2 },
    { id: 'came', count: 4 },
    { id: 'same', count: 5 },
    { id: 'grown', count: 7 },
  ]
  expect(
    issueChanges(before, after).map(({ issue, trend, countBefore, countAfter }) => [
      issue.id,
      trend,
      countBefore,
      countAfter,
    ]),
  ).toEqual([
    ['shrunk', 'fewer', 9, 2],
    ['came', 'new', 0, 4],
    ['grown', 'more', 1, 7],
    ['gone', 'mended', 3, 0],
  ])
  expect(issueChanges(after, after)).toEqual([])
})
