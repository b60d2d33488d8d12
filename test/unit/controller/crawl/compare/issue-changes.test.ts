import { expect, it } from 'vitest'
import { issueChanges } from '../../../../../controller/src/crawl/compare/issue-changes.ts'

const compared = (issue: string, countBefore: number, countAfter: number, common: number) => ({
  issue,
  countBefore,
  countAfter,
  common,
})

it('tells of each issue whether it came, grew, shrank, moved or went', () => {
  const changes = issueChanges([
    compared('shrunk', 9, 2, 2),
    compared('came', 0, 4, 0),
    compared('same', 5, 5, 5),
    compared('moved', 5, 5, 3),
    compared('grown', 1, 7, 0),
    compared('gone', 3, 0, 0),
  ])
  expect(changes.map(({ issue, trend, gained, lost }) => [issue, trend, gained, lost])).toEqual([
    ['shrunk', 'fewer', 0, 7],
    ['came', 'new', 4, 0],
    ['moved', 'moved', 2, 2],
    ['grown', 'more', 7, 1],
    ['gone', 'mended', 0, 3],
  ])
})
