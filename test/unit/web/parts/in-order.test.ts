import { expect, it } from 'vitest'
import { inOrder } from '../../../../controller/web/src/parts/crawls/in-order.ts'

it('compares a crawl with the one before, also where the one before is looked at', () => {
  const first = { jobId: 'crw_1', createdAt: '2026-11-20T12:00:00.000Z' }
  const second = { jobId: 'crw_2', createdAt: '2026-11-28T12:00:00.000Z' }
  expect(inOrder(first, second)).toEqual([first, second])
  expect(inOrder(second, first)).toEqual([first, second])
})
