import { expect, test } from 'vitest'
import { issueView } from '../../../../../controller/src/crawl/read/issues.ts'

const ISSUE = { id: 'titleMissing', severity: 'critical', weight: 10, kept: 0 } as const

test.for([
  [0, 0, 0],
  [0, 80, 0],
  [2, 80, 2.5],
  [2, 3, 66.67],
  [80, 80, 100],
  // What is there is never none, and what is missing never all.
  [1, 50_000, 0.002],
  [1, 100_000, 0.001],
  [49_999, 50_000, 99.998],
] as const)('%i of %i addresses are %f %%', ([count, ofTotal, share]) => {
  expect(issueView({ ...ISSUE, examples: [], count, ofTotal }).share).toBe(share)
})
