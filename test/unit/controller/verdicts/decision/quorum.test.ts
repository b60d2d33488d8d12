import { expect, test } from 'vitest'
import {
  certainOutcome,
  requiredRegions,
} from '../../../../../controller/src/verdicts/decision/quorum.ts'

test.for([
  ['majority', 0, 1],
  ['majority', 1, 1],
  ['majority', 2, 2],
  ['majority', 3, 2],
  ['majority', 4, 3],
  ['majority', 5, 3],
  ['all', 0, 1],
  ['all', 3, 3],
  ['any', 3, 1],
  [2, 5, 2],
  [5, 2, 2],
  [5, 0, 1],
] as const)('quorum %s of %d regions is %d', ([quorum, of, expected]) => {
  expect(requiredRegions(quorum, of)).toBe(expected)
})

test.for([
  // failed, passed, open
  ['majority', [1, 0, 2], null],
  ['majority', [2, 0, 1], 'down'],
  ['majority', [2, 0, 3], null],
  ['majority', [1, 1, 1], null],
  ['majority', [1, 2, 0], 'up'],
  ['majority', [1, 2, 1], 'up'],
  ['majority', [1, 1, 0], 'up'],
  ['majority', [1, 0, 0], null],
  ['majority', [0, 1, 2], null],
  ['majority', [0, 1, 0], 'up'],
  ['majority', [0, 0, 0], null],
  ['all', [2, 0, 1], null],
  ['all', [3, 0, 0], 'down'],
  ['all', [2, 1, 0], 'up'],
  ['all', [0, 1, 2], 'up'],
  ['any', [1, 0, 2], null],
  ['any', [1, 1, 1], 'down'],
  ['any', [0, 2, 1], null],
  ['any', [0, 3, 0], 'up'],
  [2, [2, 0, 3], 'down'],
  [3, [2, 1, 1], null],
  [3, [2, 2, 0], 'up'],
] as const)('by %s, %o is %s', ([quorum, [failed, passed, open], outcome]) => {
  expect(certainOutcome({ failed, passed, open }, quorum)).toBe(outcome)
})
