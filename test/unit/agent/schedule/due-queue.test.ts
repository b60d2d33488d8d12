import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createDueQueue } from '../../../../agent/src/schedule/due-queue.ts'

test('what is due first comes first, in any order of arrival', () => {
  assert(
    property(array(integer()), (instants) => {
      const queue = createDueQueue<{ dueAtMs: number }>()
      for (const dueAtMs of instants) queue.push({ dueAtMs })
      const out: number[] = []
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) out.push(next.dueAtMs)
      expect(out).toEqual(instants.toSorted((a, b) => a - b))
    }),
  )
})
