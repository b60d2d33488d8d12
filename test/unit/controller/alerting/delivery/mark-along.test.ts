import { expect, it } from 'vitest'
import { createMarkAlong } from '../../../../../controller/src/alerting/delivery/mark-along.ts'

/** Marks what it is told, one call after the other, when the test says so. */
function openMarks(limit: number) {
  const calls: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<void> }[] =
    []
  const marks = createMarkAlong<number>((items) => {
    const end = Promise.withResolvers<void>()
    calls.push({ items, end })
    return end.promise
  }, limit)
  return { marks, calls }
}

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

it('marks what comes meanwhile together, and is done when all is marked', async () => {
  const { marks, calls } = openMarks(10)
  for (const item of [1, 2, 3]) await marks.add(item)
  expect(calls.map(({ items }) => items)).toEqual([[1]])
  calls[0]?.end.resolve()
  await moment()
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]])
  let isDone = false
  const done = marks.whenMarked().then(() => (isDone = true))
  await moment()
  expect(isDone).toBe(false)
  calls[1]?.end.resolve()
  await done
})

it('lets no more come than may be unmarked', async () => {
  const { marks, calls } = openMarks(2)
  await marks.add(1)
  let isRoom = false
  const second = marks.add(2).then(() => (isRoom = true))
  await moment()
  expect(isRoom).toBe(false)
  calls[0]?.end.resolve()
  await moment()
  calls[1]?.end.resolve()
  await second
})

it('tells whoever waits for all of them of a failure, and nobody else', async () => {
  const { marks, calls } = openMarks(1)
  const added = marks.add(1)
  calls[0]?.end.reject(new Error('no'))
  await added
  await expect(marks.whenMarked()).rejects.toThrow('no')
})
