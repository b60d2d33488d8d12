import { expect, test } from 'vitest'
import {
  depthBars,
  gradeBars,
  statusBars,
} from '../../../../controller/web/src/parts/crawls/figure-bars.ts'

test('counts are told in words, and what is bad looks so', () => {
  expect(
    depthBars({
      depths: [
        { depth: 0, pages: 1 },
        { depth: 1, pages: 4 },
        { depth: 2, pages: 9 },
        { depth: null, pages: 2 },
      ],
    }).map(({ name }) => name),
  ).toEqual(['Start', '1 click', '2 clicks', 'No way there'])
  expect(
    statusBars({
      statuses: [
        { statusCode: 200, pages: 9 },
        { statusCode: 301, pages: 2 },
        { statusCode: 404, pages: 1 },
      ],
    }).map(({ look }) => look),
  ).toEqual(['bg-up', 'bg-degraded', 'bg-down'])
  expect(gradeBars({ grades: [{ grade: 'F', pages: 3 }] })).toEqual([
    { name: 'Grade F', count: 3, look: 'bg-down' },
  ])
})
